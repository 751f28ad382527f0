import { verifySignature, type PublicJwk } from '../../domain/crypto/ed25519.ts'
import { decodeBase64, decodeSignature } from '../../domain/crypto/encoding.ts'
import { SECOND_MS } from '../../domain/time.ts'
import type { PublishedKey } from '../../domain/trust/published-keys.ts'
import { PUBLIC_KEY_BYTES } from '../../domain/crypto/public-key.ts'
import { isIssuedWithin, type KeyPeriod } from '../../domain/signatures/issue-time.ts'
import {
  signedText,
  type Claims,
  type Purpose,
  type Statement,
} from '../../domain/signatures/signature.ts'
import { withTimeout, type MonotonicClock } from '../clock.ts'

/** The result of verifying a statement from the platform; `unknown` while its keys are unavailable or too old. */
export type PlatformSignatureStatus = 'verified' | 'wrong' | 'unknown'

export interface PlatformKeys {
  /**
   * Verifies a statement with the keys that the platform publishes: one of them signed it, and it was issued while that key was in use
   * (docs/specification/trust.md#key-periods).
   */
  verify<P extends Purpose>(purpose: P, statement: Statement<P>): Promise<PlatformSignatureStatus>
}

/** A published key with the Unix times, in seconds, from which and until which it signs, if the platform states them. */
type DatedJwk = PublicJwk & Partial<Pick<PublishedKey, 'nbf' | 'exp'>>

/** A key in the form in which signatures are verified. */
interface DatedKey extends KeyPeriod {
  readonly raw: Uint8Array
}

/** Keys that are older than this are read again when a statement arrives. */
const RENEW_AFTER_MS = 30_000
/** The minimum time between a failure and the next attempt, so that unauthenticated senders cannot make the agent flood the platform. */
const RETRY_MS = 5_000
/** The maximum time for which a statement waits for the platform. */
const MAX_WAIT_MS = 3_000
/** The maximum time for which keys are used while the platform cannot be reached. */
const MAX_AGE_MS = 300_000

/**
 * Creates the set of the platform's published keys. They are read when a statement arrives and they are missing or old
 * (docs/specification/trust.md#read-keys).
 * @param clock monotonic, so that setting the clock of the machine back does not extend the time for which keys are trusted
 */
export function createPlatformKeys(
  fetchKeys: () => Promise<readonly DatedJwk[]>,
  clock: MonotonicClock,
): PlatformKeys {
  let keys: readonly DatedKey[] = []
  let read_at = -Infinity
  let next_read_at = -Infinity
  let reading: Promise<void> | undefined

  async function read(): Promise<void> {
    // The age counts from the request, because a key may be withdrawn while the response is on its way.
    const asked_at = clock.now()
    try {
      keys = (await fetchKeys()).map(datedKey).filter((key) => key !== undefined)
      read_at = asked_at
      next_read_at = asked_at + RENEW_AFTER_MS
    } catch {
      next_read_at = clock.now() + RETRY_MS
    }
  }
  /**
   * Reads the keys if they are old, and waits for at most `MAX_WAIT_MS`. Statements that arrive in the meantime wait for the same request.
   */
  async function renew(): Promise<void> {
    if (!reading && clock.now() < next_read_at) return
    reading ??= read().finally(() => {
      reading = undefined
    })
    await withTimeout(clock, MAX_WAIT_MS, reading, () => undefined)
  }

  return {
    async verify(purpose, { claims, signature }) {
      const message = textOf(purpose, claims)
      const bytes = decodeSignature(signature)
      if (!message || !bytes) return 'wrong'
      await renew()
      if (clock.now() - read_at > MAX_AGE_MS) return 'unknown'
      return keys.some(
        (key) => isIssuedWithin(key, purpose, claims) && verifySignature(key.raw, message, bytes),
      )
        ? 'verified'
        : 'wrong'
    },
  }
}

/** Returns the text that was signed, or undefined for invalid claims, which cannot have been signed. */
function textOf<P extends Purpose>(purpose: P, claims: Claims[P]): Uint8Array | undefined {
  try {
    return signedText(purpose, claims)
  } catch {
    return undefined
  }
}

/** Returns the key of a JWK (RFC 8037) with its period; undefined for other types of key and for dates that are not numbers. */
function datedKey({ kty, crv, x, nbf, exp }: DatedJwk): DatedKey | undefined {
  const raw = kty === 'OKP' && crv === 'Ed25519' ? decodeBase64(x, PUBLIC_KEY_BYTES) : undefined
  const [from_ms, until_ms] = [SECOND_MS * (nbf ?? -Infinity), SECOND_MS * (exp ?? Infinity)]
  return raw && !Number.isNaN(from_ms) && !Number.isNaN(until_ms)
    ? { raw, from_ms, until_ms }
    : undefined
}
