import { verifySignature, type PublicJwk } from '../../domain/crypto/ed25519.ts'
import { decodeBase64, decodeSignature } from '../../domain/crypto/encoding.ts'
import { PUBLIC_KEY_BYTES } from '../../domain/crypto/public-key.ts'
import { signedText, type Claims, type Purpose } from '../../domain/signatures/signature.ts'
import type { Statement } from '../../domain/signatures/statement.ts'

/** Whether the platform signed something; `unknown` when its keys cannot be had. */
export type PlatformFinding = 'verified' | 'wrong' | 'unknown'

export interface PlatformKeys {
  /** Verifies a statement with the keys that the platform publishes. */
  verify<P extends Purpose>(purpose: P, statement: Statement<P>): Promise<PlatformFinding>
}

/** A signature under a key that is not known yet makes us ask for new keys, but not more often than this, whoever sends what. */
const ASK_AGAIN_MS = 30_000
const ASK_AFTER_FAILURE_MS = 5_000
/** A key that the platform no longer publishes is believed for this long at most, while the platform can be asked. */
const KEPT_MS = 300_000

/** The platform's published keys: fetched when first needed, when a signature fits none of them, and when they have grown old. */
export function createPlatformKeys(
  fetchKeys: () => Promise<readonly PublicJwk[]>,
  now_ms: () => number,
): PlatformKeys {
  let keys: readonly Uint8Array[] = []
  let fetched_ms = -Infinity
  let ask_from_ms = -Infinity
  let asking: Promise<boolean> | undefined

  async function ask(): Promise<boolean> {
    try {
      keys = (await fetchKeys()).map(rawKey).filter((key) => key !== undefined)
      fetched_ms = now_ms()
      ask_from_ms = fetched_ms + ASK_AGAIN_MS
      return true
    } catch {
      ask_from_ms = now_ms() + ASK_AFTER_FAILURE_MS
      return false
    } finally {
      asking = undefined
    }
  }
  /** False when nobody may ask yet, or the platform gave no keys. */
  async function refreshed(): Promise<boolean> {
    const mayAsk = asking !== undefined || now_ms() >= ask_from_ms
    return mayAsk && (asking ??= ask())
  }

  return {
    async verify(purpose, { claims, signature }) {
      const message = textOf(purpose, claims)
      const bytes = decodeSignature(signature)
      if (!message || !bytes) return 'wrong'
      const fits = (): boolean => keys.some((key) => verifySignature(key, message, bytes))
      const heard = now_ms() - fetched_ms > KEPT_MS && (await refreshed())
      if (fits()) return 'verified'
      const again = heard || (await refreshed())
      if (again && fits()) return 'verified'
      return again || keys.length > 0 ? 'wrong' : 'unknown'
    },
  }
}

/** Undefined for claims that nobody can have signed. */
function textOf<P extends Purpose>(purpose: P, claims: Claims[P]): Uint8Array | undefined {
  try {
    return signedText(purpose, claims)
  } catch {
    return undefined
  }
}

/** The raw key of a JWK (RFC 8037); undefined for keys of another kind. */
function rawKey({ kty, crv, x }: PublicJwk): Uint8Array | undefined {
  return kty === 'OKP' && crv === 'Ed25519' ? decodeBase64(x, PUBLIC_KEY_BYTES) : undefined
}
