import type { PublicJwk } from '../../domain/crypto/ed25519.ts'
import { decodeBase64 } from '../../domain/crypto/encoding.ts'
import { judgeSignature } from '../../domain/crypto/messages.ts'
import { PUBLIC_KEY_BYTES } from '../../domain/crypto/public-key.ts'

/** Whether the platform signed something; `unknown` when its keys cannot be had. */
export type PlatformFinding = 'verified' | 'wrong' | 'unknown'

export interface PlatformKeys {
  /** @param build makes the signed text; when it throws, there is none that anybody could have signed */
  verify(build: () => Uint8Array, signature: string): Promise<PlatformFinding>
}

/** A signature under a key that is not known yet makes us ask for new keys, but not more often than this, whoever sends what. */
const ASK_AGAIN_MS = 30_000
const ASK_AFTER_FAILURE_MS = 5_000

/** The platform's published keys, fetched when first needed and again when a signature fits none of them. */
export function createPlatformKeys(fetchKeys: () => Promise<readonly PublicJwk[]>, now_ms: () => number): PlatformKeys {
  let keys: readonly Uint8Array[] = []
  let ask_from_ms = -Infinity
  let asking: Promise<boolean> | undefined

  const fits = (build: () => Uint8Array, signature: string): boolean => keys.some((key) => judgeSignature(key, build, signature) === 'verified')

  async function ask(): Promise<boolean> {
    try {
      keys = (await fetchKeys()).map(rawKey).filter((key) => key !== undefined)
      ask_from_ms = now_ms() + ASK_AGAIN_MS
      return true
    } catch {
      ask_from_ms = now_ms() + ASK_AFTER_FAILURE_MS
      return false
    } finally {
      asking = undefined
    }
  }

  return {
    async verify(build, signature) {
      if (fits(build, signature)) return 'verified'
      const mayAsk = asking !== undefined || now_ms() >= ask_from_ms
      const heard = mayAsk && (await (asking ??= ask()))
      if (heard && fits(build, signature)) return 'verified'
      return heard || keys.length > 0 ? 'wrong' : 'unknown'
    },
  }
}

/** The raw key of a JWK (RFC 8037); undefined for keys of another kind. */
function rawKey({ kty, crv, x }: PublicJwk): Uint8Array | undefined {
  return kty === 'OKP' && crv === 'Ed25519' ? decodeBase64(x, PUBLIC_KEY_BYTES) : undefined
}
