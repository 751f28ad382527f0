import { stripVTControlCharacters } from 'node:util'
import { DOCUMENTS, type Document } from './languages.ts'
import { IMAGE_REF, RESERVED } from './steps.ts'
import type { Answered } from './wire.ts'

const SAID = /^ok (\d+) (.*)$/

/** The steps that a program says it has done, in the one order that counts; it stops at the first that is another. */
export function stepsDone(document: Document, output: string): number {
  // Maven colours what is not its own.
  const said = stripVTControlCharacters(output)
    .split(/\r?\n/)
    .flatMap((line) => SAID.exec(line)?.slice(1).join(' ') ?? [])
  const wanted = DOCUMENTS[document].steps.map(({ name }, index) => `${index + 1} ${name}`)
  const wrong = wanted.findIndex((line, index) => said[index] !== line)
  if (wrong !== -1) return wrong
  return said.length === wanted.length ? wanted.length : 0
}

/** What the wire did not see although the steps were said to be done: a program cannot leave out a call and print its line. */
export function unseen(document: Document, answers: readonly Answered[]): string[] {
  const seen = new Map<string, number>()
  for (const { operation, status } of answers)
    seen.set(`${operation} ${status}`, (seen.get(`${operation} ${status}`) ?? 0) + 1)
  const wanted = new Map<string, number>()
  for (const answer of DOCUMENTS[document].steps.flatMap((step) => step.answers))
    wanted.set(answer, (wanted.get(answer) ?? 0) + 1)
  return [...wanted]
    .filter(([answer, times]) => (seen.get(answer) ?? 0) < times)
    .map(([answer]) => answer)
}

/** Whether the image's reference travelled as one segment. */
export const encoded = (answers: readonly Answered[]): boolean =>
  answers.some(
    ({ operation, path }) =>
      operation === 'scanImage' && path.includes(encodeURIComponent(IMAGE_REF).split('%3A')[0]!),
  )

/** The reserved words that did not arrive at the destinations of the exports. */
export function lost(bodies: readonly string[]): string[] {
  const arrived = bodies.join('\n')
  return Object.entries(RESERVED)
    .filter(([name, value]) => !arrived.includes(`"${name}":"${value}"`))
    .map(([name]) => name)
}

export const operationsCalled = (answers: readonly Answered[]): number =>
  new Set(answers.map(({ operation }) => operation)).size
