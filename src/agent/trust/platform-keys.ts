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

/** The result of verifying a statement from the platform; `unknown` while its keys are not available. */
export type PlatformSignatureStatus = 'verified' | 'wrong' | 'unknown'

export interface PlatformKeys {
  /**
   * Verifies a statement with the keys that the platform publishes: one of them signed it, and it was issued while that key was in use
   * (docs/specification/trust.md#key-periods).
   */
  verify<P extends Purpose>(purpose: P, statement: Statement<P>): Promise<PlatformSignatureStatus>
}

/** A published key with the seconds at which it begins and stops signing, if the platform states them. */
type DatedJwk = PublicJwk & Partial<Pick<PublishedKey, 'nbf' | 'exp'>>

/** A key in the form in which signatures are verified. */
interface DatedKey extends KeyPeriod {
  readonly raw: Uint8Array
}

/** A signature by an unknown key triggers a fetch at most this often, so that forged signatures cannot flood the platform. */
const REFETCH_MS = 30_000
const RETRY_MS = 5_000
/** The maximum time for which a withdrawn key is trusted, provided that the platform can be reached. */
const MAX_AGE_MS = 300_000

/**
 * Creates the set of the platform's published keys. They are fetched when they are first needed, when a signature matches none of them,
 * and when they are too old.
 */
export function createPlatformKeys(
  fetchKeys: () => Promise<readonly DatedJwk[]>,
  now_ms: () => number,
): PlatformKeys {
  let keys: readonly DatedKey[] = []
  let fetched_ms = -Infinity
  let next_fetch_ms = -Infinity
  let fetching: Promise<boolean> | undefined

  async function refetch(): Promise<boolean> {
    try {
      keys = (await fetchKeys()).map(datedKey).filter((key) => key !== undefined)
      fetched_ms = now_ms()
      next_fetch_ms = fetched_ms + REFETCH_MS
      return true
    } catch {
      next_fetch_ms = now_ms() + RETRY_MS
      return false
    } finally {
      fetching = undefined
    }
  }
  /** Resolves with false when a fetch is not allowed yet, or failed. */
  async function refresh(): Promise<boolean> {
    const isAllowed = fetching !== undefined || now_ms() >= next_fetch_ms
    return isAllowed && (fetching ??= refetch())
  }

  return {
    async verify(purpose, { claims, signature }) {
      const message = textOf(purpose, claims)
      const bytes = decodeSignature(signature)
      if (!message || !bytes) return 'wrong'
      const isVerified = (): boolean =>
        keys.some(
          (key) => isIssuedWithin(key, purpose, claims) && verifySignature(key.raw, message, bytes),
        )
      const isRenewed = now_ms() - fetched_ms > MAX_AGE_MS && (await refresh())
      if (isVerified()) return 'verified'
      const refreshed = isRenewed || (await refresh())
      if (refreshed && isVerified()) return 'verified'
      return refreshed || keys.length > 0 ? 'wrong' : 'unknown'
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
