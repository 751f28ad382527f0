import { sha256Hex } from '../crypto/hash.ts'
import { TASK_LIFETIME_MS } from '../limits.ts'
import { parsePublicKey } from '../crypto/public-key.ts'
import { verifyClaims, type Claims, type TaskRequester } from '../signatures/signature.ts'
import { parseTimestamp, plus, type Timestamp } from '../time.ts'
import type { RequestedTask } from './routing.ts'

/** The header that carries the platform's statement about a forwarded task (docs/specification/trust.md#statements). */
export const TASK_STATEMENT_HEADER = 'X-Svc-Task'

/** A task that is ready to be signed and sent. */
export interface ForwardedTask {
  readonly issuer: string
  /** The agent and the installation that the task is for. */
  readonly agent: { readonly svc_id: string; readonly installation_id: string }
  /** The address to which the task is sent. */
  readonly upstream_url: string
  /** The organization that routes the task. */
  readonly organization_id: string
  readonly requester: TaskRequester
  readonly task: Pick<RequestedTask, 'task_id' | 'skill' | 'workspace_id'>
  /** The body, exactly as it is sent. */
  readonly body: string
}

/**
 * Returns the platform's claims about a forwarded task: its receiver and address, its requester, and its expiry. The statement is therefore
 * useless to any other installation, and after it has expired.
 */
export function taskClaims(
  {
    issuer,
    agent: { svc_id, installation_id },
    upstream_url,
    organization_id,
    requester,
    task,
    body,
  }: ForwardedTask,
  now: Timestamp,
): Claims['task'] {
  const { task_id, skill, workspace_id } = task
  return {
    issuer,
    audience: { svc_id, installation_id },
    upstream_url,
    organization_id,
    workspace_id,
    requester,
    task_id,
    skill,
    request_body_hash: sha256Hex(body),
    issued_at: now,
    expires_at: plus(now, TASK_LIFETIME_MS),
  }
}

// ---- The signature of the answer ------------------------------------------------------------------------------------

/** The signature of an answer from its headers, not yet verified. */
export interface AnswerSignature {
  readonly svc_id: string | undefined
  readonly timestamp: string | undefined
  readonly signature: string
}

/** Reads the signature from the headers of an answer, whose names are in lower case; returns undefined if there is none. */
export function answerSignatureOf(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): AnswerSignature | undefined {
  const text = (name: string) => (headers[name] === undefined ? undefined : String(headers[name]))
  const signature = text('x-svc-signature')
  return signature === undefined
    ? undefined
    : { svc_id: text('x-svc-agent-id'), timestamp: text('x-svc-timestamp'), signature }
}

/** The task that was answered, as the platform knows it. */
interface AnsweredTask {
  readonly issuer: string
  readonly task_id: string
  /** The agent; its key is null if no signature by the registered key can be trusted. */
  readonly agent: { readonly svc_id: string; readonly public_key: string | null }
  /** The body, exactly as it was sent. */
  readonly request_body: string
  readonly status: number
  readonly response_body: Uint8Array
}

/**
 * The result of verifying the signature of an answer: `absent` if there is none, `unverified` if no signature by the registered key can be
 * trusted (docs/specification/trust.md#opaque-ids).
 */
export type AnswerSignatureResult = 'absent' | 'unverified' | 'verified' | 'wrong'

/**
 * Verifies the signature of an agent's answer to a task (docs/specification/trust.md#answer). An invalid signature is never treated as an
 * absent one, because a signature asserts that the answer is the agent's.
 */
export function verifyAnswerSignature(
  signed: AnswerSignature | undefined,
  task: AnsweredTask,
): AnswerSignatureResult {
  if (!signed) return 'absent'
  const {
    issuer,
    task_id,
    agent: { svc_id, public_key },
    request_body,
    status,
    response_body,
  } = task
  const { timestamp: issued_at } = signed
  if (
    signed.svc_id !== svc_id ||
    issued_at === undefined ||
    parseTimestamp(issued_at) === undefined
  )
    return 'wrong'
  const key = public_key === null ? undefined : parsePublicKey(public_key)?.key
  if (!key) return 'unverified'
  const claims = {
    issuer,
    svc_id,
    audience: issuer,
    request_nonce: task_id,
    request_body_hash: sha256Hex(request_body),
    response_body_hash: sha256Hex(response_body),
    status,
    issued_at,
  }
  return verifyClaims(key, 'answer', claims, signed.signature) === 'verified' ? 'verified' : 'wrong'
}
