import type { Exchange } from '../engine/types.ts'

export type ParsedBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'none' }

const NONE: ParsedBody = { kind: 'none' }
/** Caches parsed bodies, because many rules examine the same response. The limits suffice for a run of the usual size. */
const cache = new Map<object, { readonly body: ParsedBody; readonly length: number }>()
const MAX_CHARACTERS = 2_000_000
const MAX_ENTRIES = 5000
let characters = 0

/** Parses the body of a response. */
export function parsedBody({ outcome }: Exchange): ParsedBody {
  const known = cache.get(outcome)
  if (known) return known.body
  if (outcome.kind !== 'response') return NONE
  const value = parseJson(outcome.body)
  const body: ParsedBody = value === undefined ? NONE : { kind: 'json', value }
  const { length } = outcome.body
  cache.set(outcome, { body, length })
  characters += length
  for (const [oldest, entry] of cache) {
    if ((characters <= MAX_CHARACTERS && cache.size <= MAX_ENTRIES) || oldest === outcome) break
    cache.delete(oldest)
    characters -= entry.length
  }
  return body
}

/** Parses JSON; undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Returns the JSON value of the body; undefined if there is none. */
export function bodyOf(exchange: Exchange): unknown {
  const body = parsedBody(exchange)
  return body.kind === 'json' ? body.value : undefined
}

/** Resolves a JSON pointer (RFC 6901); undefined if there is no such value. */
export function valueAt(value: unknown, pointer: string): unknown {
  if (pointer === '') return value
  return pointer
    .slice(1)
    .split('/')
    .reduce<unknown>((parent, token) => {
      const name = token.replaceAll('~1', '/').replaceAll('~0', '~')
      return typeof parent === 'object' && parent !== null && Object.hasOwn(parent, name)
        ? (parent as Record<string, unknown>)[name]
        : undefined
    }, value)
}

/** Escapes a name as a token of a JSON pointer. */
export const pointerToken = (name: string): string =>
  name.replaceAll('~', '~0').replaceAll('/', '~1')

/** Returns the value at a pointer in the body of a response. */
export const member = (exchange: Exchange, pointer: string): unknown =>
  valueAt(bodyOf(exchange), pointer)

const MAX_SHOWN = 160

/** Returns a value as one short line. */
export function formatValue(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return text.length <= MAX_SHOWN
    ? text
    : `${text.slice(0, MAX_SHOWN)}… (${text.length} characters)`
}

/** Compares JSON values. The order of members does not matter, and 1 equals 1.0. */
export function jsonEquals(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (
    typeof a !== 'object' ||
    typeof b !== 'object' ||
    a === null ||
    b === null ||
    Array.isArray(a) !== Array.isArray(b)
  )
    return false
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every(
      (name) =>
        Object.hasOwn(b, name) && jsonEquals(a[name as keyof typeof a], b[name as keyof typeof b]),
    )
  )
}

/** Returns the index of the first item that repeats an earlier one; -1 if there is none. */
export function firstRepeated(list: readonly unknown[]): number {
  const seen = new Set<unknown>()
  return list.findIndex((item) => seen.size === seen.add(item).size)
}
