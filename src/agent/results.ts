import type { Json, JsonObject } from '../domain/crypto/jcs.ts'
import type { Check } from './skills.ts'

/** Bounds of the contract: an answer that carries the result twice must stay readable for every client. */
const MOST_CHARACTERS = 4 * 1024 * 1024
const MOST_MEMBERS = 4096

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * What a skill returned, as the JSON object that travels: an object as it is, a text as `{ text }`, nothing as `{}`, anything else as
 * `{ value }`. Its output_schema may describe either form.
 * @returns the result, or what is wrong with it, for the log
 */
export function resultOf(
  returned: unknown,
  outputFault: Check,
): { readonly result: JsonObject } | { readonly fault: string } {
  const json = asJson(returned)
  if ('fault' in json) return json
  const result = wrapped(json.value)
  const fault = outputFault(result)
  if (fault !== undefined && outputFault(json.value) !== undefined)
    return { fault: `it does not fit its output_schema: ${fault}` }
  if (Object.keys(result).length > MOST_MEMBERS)
    return { fault: `it has more than ${MOST_MEMBERS} members` }
  return { result }
}

/** A copy that nobody else holds and that is JSON through and through: dates are texts, functions are gone. */
function asJson(returned: unknown): { readonly value: unknown } | { readonly fault: string } {
  try {
    const text = JSON.stringify(returned) as string | undefined
    if (text === undefined) return { value: undefined }
    if (text.length > MOST_CHARACTERS)
      return { fault: `it is longer than ${MOST_CHARACTERS} characters as JSON` }
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    return { fault: `it is not JSON: ${(error as Error).message}` }
  }
}

function wrapped(value: unknown): JsonObject {
  if (isObject(value)) return value
  if (value === undefined || value === null) return {}
  return typeof value === 'string' ? { text: value } : { value: value as Json }
}

/** A result as text: its member `text` when that is a string, otherwise all of it as compact JSON (contract, ArtifactPart). */
export const textOfResult = (result: JsonObject): string =>
  typeof result['text'] === 'string' ? result['text'] : JSON.stringify(result)
