import { structureOf } from '../../contract/body.ts'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { MAX_ANSWER_DEPTH } from '../../domain/limits.ts'
import type { Check } from '../schemas/compile.ts'

/** The contract's limits on the result of a task and on a reply, so that every client can read the answer. */
export const MAX_RESULT_CHARACTERS = 4 * 1024 * 1024
const MAX_MEMBERS = 4096
/** Levels of a result. The answer to a task, which contains the result, has one more. */
const MAX_DEPTH = MAX_ANSWER_DEPTH - 1

/**
 * Converts the return value of a skill to a JSON object: an object is used as it is, a string becomes `{ text }`, undefined and null become
 * `{}`, and anything else becomes `{ value }`. The output_schema may describe the value or the object
 * (docs/specification/agent-protocol.md#skill-result). Returns the fault of an invalid value, for the log.
 */
export function checkedResult(
  returned: unknown,
  outputFault: Check,
): { readonly result: JsonObject } | { readonly fault: string } {
  const json = asJson(returned)
  if ('fault' in json) return json
  const result = wrap(json.value)
  if (json.levels + (result === json.value ? 0 : 1) > MAX_DEPTH)
    return { fault: `it is nested deeper than ${MAX_DEPTH} levels` }
  const fault = outputFault(result)
  if (fault !== undefined && outputFault(json.value) !== undefined)
    return { fault: `it does not match its output_schema: ${fault}` }
  if (Object.keys(result).length > MAX_MEMBERS)
    return { fault: `it has more than ${MAX_MEMBERS} members` }
  return { result }
}

/**
 * Copies a value as JSON: dates become strings, functions are dropped, unpaired surrogates are replaced, and the skill cannot change the
 * copy.
 */
function asJson(
  returned: unknown,
): { readonly value: unknown; readonly levels: number } | { readonly fault: string } {
  try {
    const text = JSON.stringify(returned) as string | undefined
    if (text === undefined) return { value: undefined, levels: 0 }
    if (text.length > MAX_RESULT_CHARACTERS)
      return { fault: `it is longer than ${MAX_RESULT_CHARACTERS} characters as JSON` }
    const { levels } = structureOf(Buffer.from(text))
    return { value: JSON.parse(withoutSurrogates(text)) as unknown, levels }
  } catch (error) {
    return { fault: `it is not JSON: ${(error as Error).message}` }
  }
}

/** An escape sequence of JSON. `JSON.stringify` escapes only surrogates that are unpaired. */
const ESCAPE = /\\(?:ud[89a-f][0-9a-f]{2}|[^])/g

/** Replaces the unpaired surrogates in the output of `JSON.stringify` with U+FFFD, in strings and in the names of members. */
const withoutSurrogates = (text: string): string =>
  text.replace(ESCAPE, (escape) => (escape.startsWith('\\ud') ? '\ufffd' : escape))

function wrap(value: unknown): JsonObject {
  if (isJsonObject(value)) return value
  if (value === undefined || value === null) return {}
  return typeof value === 'string' ? { text: value } : { value: value as Json }
}

/**
 * Returns a result as text: its member `text` if that is a string, else all of it as compact JSON
 * (docs/specification/agent-protocol.md#json-rpc-results).
 */
export const textOfResult = (result: JsonObject): string =>
  typeof result['text'] === 'string' ? result['text'] : JSON.stringify(result)
