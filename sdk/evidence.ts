import { stripVTControlCharacters } from 'node:util'
import { DOCUMENTS, type Document } from './languages.ts'
import { EXPORTED, IMAGE_REF } from './steps.ts'
import type { RecordedResponse } from './proxy.ts'

const STEP_LINE = /^ok (\d+) (.*)$/

/** Returns the number of steps that a program reports in the expected order. */
export function stepsDone(document: Document, output: string): number {
  // Maven adds colours to the output.
  const reported = stripVTControlCharacters(output)
    .split(/\r?\n/)
    .flatMap((line) => STEP_LINE.exec(line)?.slice(1).join(' ') ?? [])
  const expected = DOCUMENTS[document].steps.map(({ name }, index) => `${index + 1} ${name}`)
  const wrong = expected.findIndex((line, index) => reported[index] !== line)
  if (wrong !== -1) return wrong
  return reported.length === expected.length ? expected.length : 0
}

/** Returns the expected responses that the proxy did not record, so that a program cannot skip a call and print its line. */
export const missingResponses = (
  document: Document,
  responses: readonly RecordedResponse[],
): string[] =>
  unrecordedResponses(
    DOCUMENTS[document].steps.flatMap((step) => step.responses),
    responses,
  )

/** Returns those of the expected responses, `operationId status`, that the proxy recorded less often than expected. */
export function unrecordedResponses(
  expected: readonly string[],
  responses: readonly RecordedResponse[],
): string[] {
  const count = (texts: readonly string[]): ReadonlyMap<string, number> =>
    new Map(texts.map((text) => [text, texts.filter((other) => other === text).length]))
  const seen = count(responses.map(({ operation, status }) => `${operation} ${status}`))
  return [...count(expected)]
    .filter(([response, times]) => (seen.get(response) ?? 0) < times)
    .map(([response]) => response)
}

/** Returns whether the image reference was sent as one path segment. */
export const encoded = (responses: readonly RecordedResponse[]): boolean =>
  responses.some(
    ({ operation, path }) =>
      operation === 'scanImage' && path.includes(encodeURIComponent(IMAGE_REF).split('%3A')[0]!),
  )

/** Returns the members of `EXPORTED` that did not arrive at the export destinations. */
export function lost(bodies: readonly string[]): string[] {
  const arrived = bodies.join('\n')
  return Object.entries(EXPORTED)
    .filter(([name, value]) => !arrived.includes(`"${name}":"${value}"`))
    .map(([name]) => name)
}

export const operationsCalled = (responses: readonly RecordedResponse[]): number =>
  new Set(responses.map(({ operation }) => operation)).size
