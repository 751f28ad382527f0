import { hash, timingSafeEqual } from 'node:crypto'

/** Returns the SHA-256 as 64 lower-case hex digits; text is hashed as UTF-8. */
export function sha256Hex(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex')
}

/** Compares two texts in a time that depends only on their lengths, so that a secret cannot be guessed prefix by prefix. */
export function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a, 'utf8')
  const right = Buffer.from(b, 'utf8')
  return left.length === right.length && timingSafeEqual(left, right)
}
