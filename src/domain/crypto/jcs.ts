import jcs from 'canonicalize'

/** A JSON value. */
export type Json =
  null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json }
export type JsonObject = { readonly [member: string]: Json }

/** Whether a value is an object, rather than an array, null or a primitive. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns the canonical text of a JSON value (RFC 8785, JCS): members sorted by UTF-16 code units, ECMAScript numbers, no white space.
 * Members that are `undefined` are omitted, as JSON.stringify does.
 * @throws for values without a canonical form: NaN, infinities, BigInt, lone surrogates, cycles, and `undefined` itself
 */
export function canonicalize(value: unknown): string {
  const text = jcs(value)
  if (text === undefined) throw new TypeError('JCS: the value has no JSON form')
  return text
}
