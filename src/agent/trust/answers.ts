import { judgeSignature, trustMessage } from '../../domain/crypto/messages.ts'
import { parsePublicKey } from '../../domain/crypto/public-key.ts'
import { did } from '../../domain/identity.ts'
import { parseTimestamp } from '../../domain/time.ts'
import { FRESHNESS_WINDOW_MS } from '../../domain/trust.ts'
import type { PlatformLink } from '../platform-link.ts'
import { isHashOf } from './hashes.ts'
import type { PlatformKeys } from './platform-keys.ts'
import { answerContext, type SignedRequest } from './signing.ts'

/** What is known of an answer's signature once nothing about it was found wrong. */
export type AnswerSignature = 'verified' | 'unverified' | 'absent'

/** An answer to a request that was ours. */
export interface Answer {
  readonly headers: Headers
  readonly bytes: Uint8Array
}

/** Judges the signature of answers. */
export type AnswerJudge = (answer: Answer, request: SignedRequest) => Promise<AnswerSignature | 'wrong'>

export interface AnswerJudgeOptions {
  readonly platform: Pick<PlatformLink, 'profile'>
  readonly keys: PlatformKeys
  readonly now_ms: () => number
}

const SIGNED = ['X-Svc-Agent-ID', 'X-Svc-Timestamp', 'X-Svc-Nonce', 'X-Svc-Body-Hash'] as const

/**
 * The asking side of the trust protocol (contract, Signatures): an answer's signature is verified with the key of the agent's trust
 * profile, or with the platform's keys where the platform vouches for it. The answer is bound to our request by its hash.
 */
export function createAnswerJudge({ platform, now_ms }: AnswerJudgeOptions): AnswerJudge {
  async function byAgent({ headers }: Answer, request: SignedRequest, signature: string): Promise<AnswerSignature | 'wrong'> {
    const [svc_id, timestamp, nonce, hash] = SIGNED.map((name) => headers.get(name))
    if (!svc_id || !timestamp || !nonce || !hash) return 'wrong'
    const profile = await platform.profile(did(svc_id)).catch(() => undefined)
    const key = profile && parsePublicKey(profile.public_key)?.key
    if (!key) return 'unverified'
    const context = answerContext(request, { timestamp, nonce }, hash)
    return judgeSignature(key, () => trustMessage({ svc_id, context }), signature) === 'verified' ? 'verified' : 'wrong'
  }

  return async (answer, request) => {
    const signature = answer.headers.get('X-Svc-Signature')
    if (signature === null) return 'absent'
    if (!isHashOf(answer.headers.get('X-Svc-Body-Hash'), answer.bytes)) return 'wrong'
    const age = Math.abs(now_ms() - (parseTimestamp(answer.headers.get('X-Svc-Timestamp') ?? '') ?? -Infinity))
    if (age > FRESHNESS_WINDOW_MS) return 'wrong'
    return byAgent(answer, request, signature)
  }
}
