import { sha256Hex } from '../crypto/hash.ts'
import { parsePublicKey } from '../crypto/public-key.ts'
import { judgeClaims } from '../signatures/signature.ts'
import { parseTimestamp } from '../time.ts'

/** The signature of an answer as its headers have it; nothing in it was judged. */
export interface AnswerSignature {
  readonly svc_id: string | undefined
  readonly timestamp: string | undefined
  readonly signature: string
}

/** Reads the signature among the headers of an answer, by names in lower case; undefined where there is none. */
export function answerSignatureOf(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): AnswerSignature | undefined {
  const text = (name: string) => (headers[name] === undefined ? undefined : String(headers[name]))
  const signature = text('x-svc-signature')
  return signature === undefined
    ? undefined
    : { svc_id: text('x-svc-agent-id'), timestamp: text('x-svc-timestamp'), signature }
}

/** What the platform knows of the task that was answered. */
export interface AnsweredTask {
  readonly issuer: string
  readonly task_id: string
  readonly agent: { readonly svc_id: string; readonly public_key: string }
  /** As it was sent. */
  readonly request_body: string
  readonly status: number
  readonly response_body: Uint8Array
}

/**
 * Judges the signature of an agent's answer to a task (docs/specification/trust.md#answer). A signature that is there and wrong is never
 * taken for none: whoever signs says that the answer is the agent's.
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
