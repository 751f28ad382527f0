import type { Exchange } from '../engine/types.ts'

export type Read = { readonly kind: 'json'; readonly value: unknown } | { readonly kind: 'none' }

const NONE: Read = { kind: 'none' }
/** What was read lately, with the length of its text: as much of it as a run of the usual size needs, and no more. */
const cache = new Map<object, { readonly read: Read; readonly length: number }>()
const MOST_CHARACTERS = 2_000_000
const MOST_ENTRIES = 5000
let cached = 0

/** The body of an answer, read once however many rules look at it. */
export function jsonOf({ outcome }: Exchange): Read {
  const known = cache.get(outcome)
  if (known) return known.read
  if (outcome.kind !== 'answer') return NONE
  const read = parse(outcome.body)
  const { length } = outcome.body
  cache.set(outcome, { read, length })
  cached += length
  for (const [oldest, { length: less }] of cache) {
    if ((cached <= MOST_CHARACTERS && cache.size <= MOST_ENTRIES) || oldest === outcome) break
    cache.delete(oldest)
    cached -= less
  }
  return read
}

function parse(text: string): Read {
  try {
    return { kind: 'json', value: JSON.parse(text) as unknown }
  } catch {
    return NONE
  }
}

/** The value of the body, or undefined when there is none. */
export function bodyOf(exchange: Exchange): unknown {
  const read = jsonOf(exchange)
  return read.kind === 'json' ? read.value : undefined
}

/** The value at a JSON pointer (RFC 6901), or undefined. */
export function at(value: unknown, pointer: string): unknown {
  if (pointer === '') return value
  return pointer
    .slice(1)
    .split('/')
    .reduce<unknown>((here, step) => {
      const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
      return typeof here === 'object' && here !== null && Object.hasOwn(here, name)
        ? (here as Record<string, unknown>)[name]
        : undefined
    }, value)
}

/** The value at a pointer in the body. */
export const member = (exchange: Exchange, pointer: string): unknown =>
  at(bodyOf(exchange), pointer)

const SHOWN = 160

/** A value as one short line for people. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}… (${text.length} characters)`
}

/** Same JSON value: the order of members does not matter, and 1 is 1.0. */
export function same(a: unknown, b: unknown): boolean {
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
        Object.hasOwn(b, name) && same(a[name as keyof typeof a], b[name as keyof typeof b]),
    )
  )
}
