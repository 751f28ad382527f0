import { isUtf8 } from 'node:buffer'

/** JSON that is nested deeper is refused before anything, including the parser, processes it recursively. */
export const MAX_JSON_DEPTH = 64

/**
 * Parses JSON that is UTF-8 (RFC 8259, 8.1) without a byte order mark, at most 64 levels deep, and without unpaired surrogates (RFC 7493,
 * 2.1), which cannot be stored, hashed or put into a URL.
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
    return { fault: 'The body contains an unpaired surrogate.' }
  return { value }
}

const [QUOTE, BACKSLASH, OBJECT, ARRAY, OBJECT_END, ARRAY_END, COMMA, COLON] = Buffer.from(
  '"\\{[}],:',
) as unknown as [number, number, number, number, number, number, number, number]

/** Properties of JSON that are known before it is parsed. */
export interface JsonStructure {
  /** Levels of objects and arrays. */
  readonly levels: number
  /** Opening brackets, commas and colons: about one for each value that parsing creates, and one for each name. */
  readonly tokens: number
}
const FLAT: JsonStructure = { levels: 0, tokens: 0 }

/** Counts levels and tokens by bytes, which is many times faster than walking a value with tens of thousands of members. */
export function structureOf(bytes: Buffer): JsonStructure {
  if (bytes.length <= MAX_JSON_DEPTH) return FLAT
  let open = 0
  let deepest = 0
  let tokens = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === QUOTE) at = endOfString(bytes, at)
    else if (byte === COMMA || byte === COLON) tokens += 1
    else if (byte === OBJECT || byte === ARRAY) {
      tokens += 1
      deepest = Math.max(deepest, (open += 1))
    } else if (byte === OBJECT_END || byte === ARRAY_END) open -= 1
  }
  return { levels: deepest, tokens }
}

function endOfString(bytes: Buffer, start: number): number {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}

/** Returns undefined if the text is not JSON, which has no undefined of its own. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** In UTF-8 only an escape can produce an unpaired surrogate. */
const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/
function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(
    ([name, member]) => name.isWellFormed() && isWellFormed(member),
  )
}
