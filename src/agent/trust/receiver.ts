import { judgeSignature, trustMessage } from '../../domain/crypto/messages.ts'
import { signedText } from '../../domain/signatures/signature.ts'
import { readStatement } from '../../domain/signatures/statement.ts'
import { parseTimestamp } from '../../domain/time.ts'
import { FRESHNESS_WINDOW_MS, type TrustContext } from '../../domain/trust.ts'
import type { VerifiedCaller } from '../definition.ts'
import type { PlatformLink, TrustVerdict } from '../platform-link.ts'
import { isHashOf } from './hashes.ts'
import { createNonces } from './nonces.ts'
import type { PlatformKeys } from './platform-keys.ts'
import { requestContext } from './signing.ts'

/** The signature of a request, as its headers have it; the names are those of the contract. */
export interface SignatureHeaders {
  readonly 'X-Svc-Signature'?: string
  readonly 'X-Svc-Signed-By'?: 'agent' | 'platform'
  readonly 'X-Svc-Agent-ID'?: string
  readonly 'X-Svc-Timestamp'?: string
  readonly 'X-Svc-Nonce'?: string
  readonly 'X-Svc-Body-Hash'?: string
  readonly 'X-Svc-Workspace-ID'?: string
  readonly 'X-Svc-Task'?: string
}

/** A request that wants to be let in. */
export interface Arrival {
  readonly headers: SignatureHeaders
  readonly bytes: Uint8Array
  /** What the body names. */
  readonly skill: string | undefined
  readonly workspace_id: string | undefined
}

/** Whether a request may be executed. `why` is a sentence for the caller. */
export type Admission =
  | { readonly kind: 'admitted'; readonly caller: VerifiedCaller | undefined }
  | { readonly kind: 'unsigned' }
  | { readonly kind: 'invalid' | 'refused'; readonly why: string }
  | { readonly kind: 'unavailable'; readonly cause?: unknown }

export interface ReceiverOptions {
  readonly svc_id: string
  /** The agent's own public key, which it can verify by itself. */
  readonly public_key: Uint8Array | undefined
  readonly platform: Pick<PlatformLink, 'verifyTrust' | 'standing'>
  readonly keys: PlatformKeys
  readonly require_signed: boolean
  readonly now_ms: () => number
}

/** Judges the signature of requests. */
export type Receiver = (arrival: Arrival) => Promise<Admission>

/** A signature with everything that is needed to judge it. */
interface Signed {
  readonly svc_id: string
  readonly signature: string
  readonly context: TrustContext & { readonly timestamp: string; readonly nonce: string }
}

/**
 * The receiver's side of the trust protocol (Interface, Authentication, 9; contract, Signatures): what is signed is executed only after
 * its signature, its freshness, the caller's standing and the policy were all found good; what is not, unless signatures are required.
 */
export function createReceiver(options: ReceiverOptions): Receiver {
  const { platform, keys, now_ms } = options
  const nonces = createNonces(now_ms)

  async function byAgent(signed: Signed): Promise<Admission> {
    const alone = platform.standing().mode !== 'running'
    if (alone && options.public_key && signed.svc_id === options.svc_id) return bySelf(signed, options.public_key)
    try {
      const verdict = await platform.verifyTrust(signed)
      return verdict ? admissionOf(verdict) : invalid('The platform does not know this agent here.')
    } catch (cause) {
      return { kind: 'unavailable', cause }
    }
  }

  /** Without a platform there is one agent whose key is known for certain: this one, called by its own operator. */
  function bySelf({ svc_id, signature, context }: Signed, key: Uint8Array): Admission {
    const found = judgeSignature(key, () => trustMessage({ svc_id, context }), signature)
    if (found !== 'verified') return invalid('The signature does not fit the key and this request.')
    return onceOnly(context, { kind: 'agent', svc_id })
  }

  async function byPlatform({ svc_id, signature, context }: Signed): Promise<Admission> {
    if (svc_id !== options.svc_id) return invalid('The platform signed this task for another agent.')
    switch (await keys.verify(() => trustMessage({ svc_id, context }), signature)) {
      case 'unknown': return { kind: 'unavailable' }
      case 'wrong': return invalid('The signature does not fit the keys of the platform and this request.')
      case 'verified': return onceOnly(context, { kind: 'platform' })
    }
  }

  /** A task with the platform's statement about it (docs/specification/trust.md#task). */
  async function byStatement({ bytes }: Arrival, text: string): Promise<Admission> {
    const statement = readStatement<'task'>(text)
    if (!statement) return invalid('The task statement cannot be read.')
    const { claims, signature } = statement
    switch (await keys.verify(() => signedText('task', claims), signature)) {
      case 'unknown': return { kind: 'unavailable' }
      case 'wrong': return invalid('The signature does not fit the keys of the platform and this task.')
      case 'verified': break
    }
    if (claims.audience.svc_id !== options.svc_id) return invalid('The platform signed this task for another agent.')
    if (!isHashOf(claims.request_body_hash, bytes)) return invalid('The body is not the one whose hash is signed.')
    return onceOnly({ timestamp: claims.issued_at, nonce: claims.task_id }, { kind: 'platform' })
  }

  /** Freshness and nonce, where no platform looks after them. Comes last, so that only good signatures spend nonces. */
  function onceOnly({ timestamp, nonce }: Signed['context'], caller: VerifiedCaller): Admission {
    const age = Math.abs(now_ms() - (parseTimestamp(timestamp) ?? -Infinity))
    if (age > FRESHNESS_WINDOW_MS) return invalid('The timestamp is not within 300 seconds of now.')
    return nonces.spend(`${caller.kind} ${nonce}`) ? { kind: 'admitted', caller } : invalid('The nonce was used before.')
  }

  return async (arrival) => {
    const statement = arrival.headers['X-Svc-Task']
    if (statement !== undefined) return byStatement(arrival, statement)
    const unsigned = arrival.headers['X-Svc-Signature'] === undefined
    if (unsigned) return options.require_signed ? { kind: 'unsigned' } : { kind: 'admitted', caller: undefined }
    const signed = signedOf(arrival)
    if ('kind' in signed) return signed
    return arrival.headers['X-Svc-Signed-By'] === 'platform' ? byPlatform(signed) : byAgent(signed)
  }
}

const invalid = (why: string): Admission => ({ kind: 'invalid', why })

/** Brings headers and body together; a signature that leaves out what it must cover, or covers another body, is no good. */
function signedOf({ headers, bytes, skill, workspace_id }: Arrival): Signed | Admission {
  const { 'X-Svc-Agent-ID': svc_id, 'X-Svc-Timestamp': timestamp, 'X-Svc-Nonce': nonce, 'X-Svc-Body-Hash': hash } = headers
  if (svc_id === undefined || timestamp === undefined || nonce === undefined || hash === undefined) {
    return invalid('A signature needs X-Svc-Agent-ID, X-Svc-Timestamp, X-Svc-Nonce and X-Svc-Body-Hash beside it.')
  }
  if (skill === undefined) return invalid('A signed task has to name its skill.')
  if (!isHashOf(hash, bytes)) return invalid('The body is not the one whose hash is signed.')
  const workspace = headers['X-Svc-Workspace-ID']
  const differ = workspace !== undefined && workspace_id !== undefined && workspace !== workspace_id
  if (differ) return invalid('The body names another workspace than the header.')
  const context = { ...requestContext({ request_body_hash: hash, workspace_id: workspace, skill }, { timestamp, nonce }), timestamp, nonce }
  return { svc_id, signature: headers['X-Svc-Signature']!, context }
}

/** Reasons for which a good signature does not help. */
const BARRED: readonly string[] = ['agent_active', 'policy']

/** The platform's verdict as an admission. Whatever is wrong with the signature itself comes before what bars its owner. */
function admissionOf({ valid, svc_id, verification_status, reputation_score, checks, policy }: TrustVerdict): Admission {
  if (valid) return { kind: 'admitted', caller: { kind: 'agent', svc_id, verification_status, reputation: reputation_score } }
  const failed = checks.filter(({ passed }) => !passed)
  const wrong = failed.find(({ name }) => !BARRED.includes(name))
  if (wrong || failed.length === 0) return invalid(wrong?.detail ?? 'The platform found the signature not valid.')
  const why = policy.allowed ? failed[0]!.detail : `The policy of the workspace does not let this agent call (${policy.rule}).`
  return { kind: 'refused', why }
}
