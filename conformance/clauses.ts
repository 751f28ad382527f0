// Compares the interface document, which is no part of this repository, with what the rules quote of it:
// `node conformance/clauses.ts FILE` ends with 1 and names every line that is not as it was.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Rule } from './src/engine/types.ts'
import { SUITE } from './src/identity.ts'
import { SUITES } from './src/suites.ts'

/** Of every line as much of its SHA-256 as tells whether it is the same. */
const FILE = join(import.meta.dirname, 'interface-lines.json')
const DIGITS = 12

const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex')
export const digestsOf = (document: string): readonly string[] =>
  document.split('\n').map((line) => sha256(line).slice(0, DIGITS))
export const readDigests = (): readonly string[] =>
  JSON.parse(readFileSync(FILE, 'utf8')) as string[]

/** Numbers of the lines that are not as they were; those that are missing or too many count too. */
export function changedLines(document: string, before: readonly string[]): readonly number[] {
  const after = digestsOf(document)
  return Array.from({ length: Math.max(after.length, before.length) }, (_, i) => i)
    .filter((i) => after[i] !== before[i])
    .map((i) => i + 1)
}

/** Rules whose quotation does not stand in its line, word for word. */
export function misquoting(
  document: string,
  rules: readonly Pick<Rule, 'id' | 'clause'>[],
): readonly string[] {
  const lines = document.split('\n')
  return rules
    .filter(({ clause }) => !(lines[clause.line - 1] ?? '').includes(clause.quote))
    .map(({ id }) => id)
}

/** What is wrong with a document, as sentences; none when it is the one that the rules quote. */
export function faults(
  document: Buffer,
  before = readDigests(),
  wanted: string = SUITE.interface_sha256,
): readonly string[] {
  const text = document.toString('utf8')
  const rules = Object.values(SUITES).flatMap(({ sections }) =>
    sections.flatMap((section) => section.rules),
  )
  return [
    ...changedLines(text, before).map((line) => `Line ${line} is not as it was.`),
    ...misquoting(text, rules).map((id) => `${id} quotes what is not there.`),
    ...(sha256(document) === wanted
      ? []
      : [`The SHA-256 of the document is ${sha256(document)}, not ${wanted}.`]),
  ]
}

if (process.argv[1] === import.meta.filename) {
  const [file = '', ...flags] = process.argv.slice(2)
  const document = readFileSync(file)
  if (flags.includes('--write'))
    writeFileSync(FILE, `${JSON.stringify(digestsOf(document.toString('utf8')), null, 1)}\n`)
  const found = faults(document)
  for (const fault of found) console.error(fault)
  process.exitCode = found.length === 0 ? 0 : 1
}
