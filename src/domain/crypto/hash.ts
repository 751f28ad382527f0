// Node 18 has no `hash`. A named import would fail there with a syntax error before svc-agent can report which version of Node it needs.
import crypto, { timingSafeEqual } from 'node:crypto'
import jcs from 'canonicalize'

/** Returns the SHA-256 as 64 lower-case hex digits; text is hashed as UTF-8. */
export function sha256Hex(data: string | Uint8Array): string {
  return crypto.hash('sha256', data, 'hex')
}

/** Returns the SHA-256 of a string as base64url without padding. */
export function sha256Base64Url(text: string): string {
  return crypto.hash('sha256', text, 'base64url')
}

/** Compares two strings in time that depends only on their lengths, so that a secret cannot be guessed prefix by prefix. */
export function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a, 'utf8')
  const right = Buffer.from(b, 'utf8')
  return left.length === right.length && timingSafeEqual(left, right)
}

/**
 * Returns the canonical text of a JSON value (RFC 8785, JCS), which is what is hashed and signed: members sorted by UTF-16 code units,
 * ECMAScript numbers, no white space. Members that are `undefined` are omitted, as JSON.stringify does.
 * @throws for values without a canonical form: NaN, infinities, BigInt, lone surrogates, cycles, and `undefined` itself
 */
export function canonicalize(value: unknown): string {
  const text = jcs(value)
  if (text === undefined) throw new TypeError('JCS: the value has no JSON form')
  return text
}
