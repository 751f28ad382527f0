import { publicJwk, type PublicJwk } from '../crypto/ed25519.ts'
import { ms, SECOND_MS, type Timestamp } from '../time.ts'
import type { OpenedKey } from './signing-keys.ts'

/** A published key with its dates in seconds since 1970, with the meaning of the JWT claims of these names (RFC 7519). */
export interface PublishedKey extends PublicJwk {
  /** When it was made. */
  readonly iat: number
  /** When it begins to sign. */
  readonly nbf: number
  /** When it stops signing; absent if no retirement is planned. */
  readonly exp?: number
}

/** Limits the published keys; it is the maximum that the contract declares. */
const MAX_PUBLISHED = 100

const seconds = (moment: Timestamp): number => Math.floor(ms(moment) / SECOND_MS)

/** Returns the keys with which others may verify signatures, newest first, as listed in a JWKS. */
export const publishedKeys = (keys: readonly OpenedKey[]): readonly PublishedKey[] =>
  keys
    .filter(({ use, compromised_at }) => use === 'statements' && compromised_at === null)
    .map(({ public_key, created_at, active_at, retired_at }) => ({
      ...publicJwk(public_key),
      iat: seconds(created_at),
      nbf: seconds(active_at),
      ...(retired_at !== null && { exp: seconds(retired_at) }),
    }))
    .toReversed()
    .slice(0, MAX_PUBLISHED)
