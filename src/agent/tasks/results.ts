import { isJsonObject, type Json, type JsonObject } from '../../domain/crypto/jcs.ts'
import type { Check } from './skills.ts'

/** The limits of the contract, so that every client can read an answer, which contains the result twice. */
const MAX_CHARACTERS = 4 * 1024 * 1024
const MAX_MEMBERS = 4096

/**
 * Returns what a skill returned as a JSON object: an object as it is, a text as `{ text }`, nothing as `{}`, anything else as `{ value }`.
 * The output_schema may describe either form (docs/specification/agent-protocol.md#skill-result).
 * @returns the result, or what is wrong with it, for the log
 */
export function resultOf(
  returned: unknown,
  outputFault: Check,
): { readonly result: JsonObject } | { readonly fault: string } {
  const json = asJson(returned)
  if ('fault' in json) return json
  const result = wrap(json.value)
  const fault = outputFault(result)
  if (fault !== undefined && outputFault(json.value) !== undefined)
    return { fault: `it does not fit its output_schema: ${fault}` }
  if (Object.keys(result).length > MAX_MEMBERS)
    return { fault: `it has more than ${MAX_MEMBERS} members` }
  return { result }
}

/** Copies a value as JSON: dates become texts, functions are dropped, and the skill cannot change the copy. */
function asJson(returned: unknown): { readonly value: unknown } | { readonly fault: string } {
  try {
    const text = JSON.stringify(returned) as string | undefined
    if (text === undefined) return { value: undefined }
    if (text.length > MAX_CHARACTERS)
      return { fault: `it is longer than ${MAX_CHARACTERS} characters as JSON` }
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    return { fault: `it is not JSON: ${(error as Error).message}` }
  }
}

function wrap(value: unknown): JsonObject {
  if (isJsonObject(value)) return value
  if (value === undefined || value === null) return {}
  return typeof value === 'string' ? { text: value } : { value: value as Json }
}

/** Returns a result as text: its member `text` if that is a string, else all of it as compact JSON (docs/specification/agent-protocol.md#json-rpc-results). */
export const textOfResult = (result: JsonObject): string =>
  typeof result['text'] === 'string' ? result['text'] : JSON.stringify(result)
