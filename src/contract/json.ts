import { isUtf8 } from 'node:buffer'

/** Deeper JSON than this is refused before anything walks it recursively, the parser included. */
export const MAX_JSON_DEPTH = 64

/**
 * JSON as this service takes it: UTF-8 (RFC 8259, 8.1) without a byte order mark, at most 64 levels deep, and without
 * halves of surrogate pairs (RFC 7493, 2.1), which cannot be stored, hashed or put into a URL.
 */
export function parseJson(
  bytes: Buffer,
  structure: JsonStructure = structureOf(bytes),
): { readonly value: unknown } | { readonly fault: string } {
  if (!isUtf8(bytes)) return { fault: 'The body is not UTF-8.' }
  if (structure.levels > MAX_JSON_DEPTH)
    return { fault: `The body is nested deeper than ${MAX_JSON_DEPTH} levels.` }
  const text = bytes.toString('utf8')
  const value = jsonOf(text)
  if (value === undefined) return { fault: 'The body is not JSON.' }
  if (ESCAPED_SURROGATE.test(text) && !isWellFormed(value))
    return { fault: 'The body holds half of a surrogate pair.' }
  return { value }
}

const [QUOTE, BACKSLASH, OBJECT, ARRAY, OBJECT_END, ARRAY_END, COMMA, COLON] = Buffer.from(
  '"\\{[}],:',
) as unknown as [number, number, number, number, number, number, number, number]

/** What can be told of JSON before it is parsed. */
export interface JsonStructure {
  /** Levels of objects and arrays. */
  readonly levels: number
  /** Brackets that open, commas and colons: about one for each value that parsing makes, and one for each name. */
  readonly marks: number
}
const FLAT: JsonStructure = { levels: 0, marks: 0 }

/** Counts levels and marks by bytes: many times faster than walking a value with ten thousands of members. */
export function structureOf(bytes: Buffer): JsonStructure {
  if (bytes.length <= MAX_JSON_DEPTH) return FLAT
  let open = 0
  let most = 0
  let marks = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === QUOTE) at = endOfString(bytes, at)
    else if (byte === COMMA || byte === COLON) marks += 1
    else if (byte === OBJECT || byte === ARRAY) {
      marks += 1
      most = Math.max(most, (open += 1))
    } else if (byte === OBJECT_END || byte === ARRAY_END) open -= 1
  }
  return { levels: most, marks }
}

function endOfString(bytes: Buffer, start: number): number {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
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
  return Object.entries(value).every(
    ([name, member]) => name.isWellFormed() && isWellFormed(member),
  )
}
