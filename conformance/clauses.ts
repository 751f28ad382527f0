// Compares the interface document, which is not part of this repository, with the version that the rules quote:
// `node conformance/clauses.ts FILE` reports every changed line and exits with code 1 if there is one.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rulesOf } from './src/engine/select.ts'
import type { Rule } from './src/engine/types.ts'
import { SUITE } from './src/identity.ts'
import { SUITES } from './src/suites.ts'

/** Contains the beginning of the SHA-256 of each line. */
const FILE = join(import.meta.dirname, 'interface-lines.json')
const DIGITS = 12

const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex')
export const digestsOf = (document: string): readonly string[] =>
  document.split('\n').map((line) => sha256(line).slice(0, DIGITS))
export const readDigests = (): readonly string[] =>
  JSON.parse(readFileSync(FILE, 'utf8')) as string[]

/** Returns the numbers of the lines that were changed, added or removed. */
export function changedLines(document: string, before: readonly string[]): readonly number[] {
  const after = digestsOf(document)
  return Array.from({ length: Math.max(after.length, before.length) }, (_, i) => i)
    .filter((i) => after[i] !== before[i])
    .map((i) => i + 1)
}

/** Returns the rules whose quotation does not appear verbatim on the line that the rule names. */
export function misquotedRules(
  document: string,
  rules: readonly Pick<Rule, 'id' | 'clause'>[],
): readonly string[] {
  const lines = document.split('\n')
  return rules
    .filter(
      ({ clause }) => 'line' in clause && !(lines[clause.line - 1] ?? '').includes(clause.quote),
    )
    .map(({ id }) => id)
}

/** Returns the differences between a document and the one that the rules quote, as sentences. */
export function differences(
  document: Buffer,
  before = readDigests(),
  expected: string = SUITE.interface_sha256,
): readonly string[] {
  const text = document.toString('utf8')
  const rules = Object.values(SUITES).flatMap(rulesOf)
  return [
    ...changedLines(text, before).map((line) => `Line ${line} has changed.`),
    ...misquotedRules(text, rules).map(
      (id) =>
        `The text that rule ${id} quotes is not on the line that the rule names; correct its line or its quotation.`,
    ),
    ...(sha256(document) === expected
      ? []
      : [`The SHA-256 of the document is ${sha256(document)}, not ${expected}.`]),
  ]
}

if (process.argv[1] === import.meta.filename) {
  const [file, ...flags] = process.argv.slice(2)
  if (file === undefined)
    throw new Error(
      'The name of the interface document is missing; for example `node conformance/clauses.ts interface.md`.',
    )
  const document = readFileSync(file)
  if (flags.includes('--write'))
    writeFileSync(FILE, `${JSON.stringify(digestsOf(document.toString('utf8')), null, 1)}\n`)
  const found = differences(document)
  for (const difference of found) console.error(difference)
  process.exitCode = found.length === 0 ? 0 : 1
}
