import { isUtf8 } from 'node:buffer'
import { depthOf } from './vocabulary.ts'

/** Deeper JSON than this is refused before anything walks it recursively. */
export const MAX_JSON_DEPTH = 64

/**
 * JSON as this service takes it: UTF-8 (RFC 8259, 8.1) without a byte order mark, at most 64 levels deep, and without
 * halves of surrogate pairs (RFC 7493, 2.1), which cannot be stored, hashed or put into a URL.
 */
export function parseJson(bytes: Buffer): { readonly value: unknown } | { readonly fault: string } {
  if (!isUtf8(bytes)) return { fault: 'The body is not UTF-8.' }
  const text = bytes.toString('utf8')
  const value = jsonOf(text)
  if (value === undefined) return { fault: 'The body is not JSON.' }
  const tooDeep = text.length > MAX_JSON_DEPTH && depthOf(value, MAX_JSON_DEPTH) > MAX_JSON_DEPTH
  if (tooDeep) return { fault: `The body is nested deeper than ${MAX_JSON_DEPTH} levels.` }
  if (ESCAPED_SURROGATE.test(text) && !isWellFormed(value)) return { fault: 'The body holds half of a surrogate pair.' }
  return { value }
}

/** Undefined when it is not JSON; JSON itself has no undefined. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** In UTF-8, only an escape can smuggle half a pair in. */
const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/
function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, member]) => name.isWellFormed() && isWellFormed(member))
}
