import { sha256Hex } from './crypto/hash.ts'

/** The prefix of each kind of credential (docs/specification/http.md#credentials). */
export const API_KEY_PREFIX = 'sk_live_'
export const INSTALL_TOKEN_PREFIX = 'skt_'
export const RUNTIME_TOKEN_PREFIX = 'srt_'
export const REFRESH_TOKEN_PREFIX = 'srf_'
export const ADMIN_SESSION_PREFIX = 'adm_'

export const TOKEN_PREFIXES = [
  API_KEY_PREFIX,
  INSTALL_TOKEN_PREFIX,
  RUNTIME_TOKEN_PREFIX,
  REFRESH_TOKEN_PREFIX,
  ADMIN_SESSION_PREFIX,
] as const
export type TokenPrefix = (typeof TOKEN_PREFIXES)[number]

const SECRET = new RegExp(`(${TOKEN_PREFIXES.join('|')})([A-Za-z0-9_-]+)`, 'g')
const REDACTED = '[redacted]'

/**
 * Replaces everything that looks like a credential. The prefix remains, so that a reader knows which kind of credential it was. The text
 * never becomes longer, because its length has already been checked: what is shorter than `[redacted]` is replaced by one asterisk for each
 * character.
 */
export const redact = (text: string): string =>
  text.replace(
    SECRET,
    (_, prefix: string, secret: string) =>
      prefix + (secret.length < REDACTED.length ? '*'.repeat(secret.length) : REDACTED),
  )

const SECRET_BYTES = 32

/** A new secret: `token` is given only to its owner, and only `hash` is stored. */
export interface MintedToken {
  token: string
  hash: string
}

/**
 * Creates a secret of 256 random bits: the prefix and 43 base64url characters (docs/specification/http.md#credentials).
 * @throws RangeError unless given exactly 32 random bytes
 */
export function mint(prefix: TokenPrefix, random: Uint8Array): MintedToken {
  if (random.length !== SECRET_BYTES)
    throw new RangeError(`token: expected ${SECRET_BYTES} random bytes, got ${random.length}`)
  const token = prefix + Buffer.from(random).toString('base64url')
  return { token, hash: sha256Hex(token) }
}

/**
 * `hashToken` returns the hash by which a token is stored and looked up: hex SHA-256 of its text, prefix included. `sameHash` compares two
 * hashes in constant time.
 */
export { sameText as sameHash, sha256Hex as hashToken } from './crypto/hash.ts'

/** Returns the log fields of an error (type, message, stack and causes) with credentials redacted. */
export function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return redact(String(error))
  return {
    type: error.name,
    message: redact(error.message),
    stack: redact(error.stack ?? ''),
    ...(error.cause !== undefined && { cause: serializeError(error.cause) as object }),
  }
}
