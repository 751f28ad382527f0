/** A JSON value. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [member: string]: Json }
export type JsonObject = { readonly [member: string]: Json }

/** Returns whether a value is an object rather than an array, null or a primitive. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns an object as it is, and an empty object for any other value, so that its members can be read. */
export const objectOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {})

/** Returns an array as it is, and an empty array for any other value. */
export const arrayOf = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? (value as Json[]) : []

/** Parses JSON, so that its members can be read; returns an empty object for text that is not a JSON object. */
export function parseObject(text: string): JsonObject {
  try {
    return objectOf(JSON.parse(text))
  } catch {
    return {}
  }
}
