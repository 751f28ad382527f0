import { sha256Hex } from '../crypto/hash.ts'
import { parsePublicKey } from '../crypto/public-key.ts'
import { judgeClaims } from '../signatures/signature.ts'
import { parseTimestamp } from '../time.ts'

/** The signature of an answer as its headers state it, not yet verified. */
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
export interface AnsweredTask {
  readonly issuer: string
  readonly task_id: string
  readonly agent: { readonly svc_id: string; readonly public_key: string }
  /** The body, exactly as it was sent. */
  readonly request_body: string
  readonly status: number
  readonly response_body: Uint8Array
}

/**
 * Verifies the signature of an agent's answer to a task (docs/specification/trust.md#answer). An invalid signature is never treated as an
 * absent one, because a signature asserts that the answer is the agent's.
 */
export function judgeAnswerSignature(
  signed: AnswerSignature | undefined,
  task: AnsweredTask,
): 'absent' | 'verified' | 'wrong' {
  if (!signed) return 'absent'
  const {
    issuer,
    task_id,
    agent: { svc_id, public_key },
    request_body,
    status,
    response_body,
  } = task
  const key = parsePublicKey(public_key)?.key
  const { timestamp: issued_at } = signed
  if (
    !key ||
    signed.svc_id !== svc_id ||
    issued_at === undefined ||
    parseTimestamp(issued_at) === undefined
  )
    return 'wrong'
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
  return judgeClaims(key, 'answer', claims, signed.signature) === 'verified' ? 'verified' : 'wrong'
}
