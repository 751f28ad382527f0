import { parseJson } from '../../contract/body.ts'
import type { SkillCall } from '../definition.ts'

/** The document that a command or a service receives for a task: the members of a skill's argument that JSON can express. */
export const callDocument = ({ text, input, context }: SkillCall): object => ({
  text,
  input,
  context,
})

/** Parses what a command or a service returned. @throws Error if it is not exactly one JSON document in UTF-8 */
export function parseOutput(bytes: Buffer): unknown {
  if (bytes.every(isWhiteSpace))
    throw new Error('it returned nothing; it must return one JSON document')
  const parsed = parseJson(bytes)
  if ('value' in parsed) return parsed.value
  throw new Error(
    `what it returned cannot be read as one JSON document, because it ${reasonOf(parsed.fault)}: ${JSON.stringify(excerptOf(bytes))}`,
  )
}

/** Returns the reason that a fault of `parseJson` states about the body of a request. */
export const reasonOf = (fault: string): string => fault.replace(/^The body (.*)\.$/, '$1')

const isWhiteSpace = (byte: number): boolean =>
  byte === 32 || byte === 9 || byte === 10 || byte === 13

const EXCERPT_BYTES = 200
/** Returns the beginning of an output, for the log. */
export const excerptOf = (bytes: Buffer): string =>
  bytes.subarray(0, EXCERPT_BYTES).toString('utf8')
