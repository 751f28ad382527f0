/**
 * Generates SDKs from the contracts, compiles them with warnings as errors, and runs the same steps with each against a sandbox;
 * `--generators` instead tries further generators, which have short programs or none, and `--all` does both. `--only go,orval` limits
 * either. A run in which all languages pass writes the matrix of docs/sdks.md; a run of generators writes their rows.
 */
import { constants, setPriority } from 'node:os'
import { parseArgs } from 'node:util'
import { writeGeneratorRows, writeMatrix } from './docs.ts'
import { cellsOf, KEY_CELLS } from './generator-table.ts'
import { GENERATORS, type Generator } from './generators.ts'
import { LANGUAGES, type Language } from './languages.ts'
import { prove, type Row } from './prove.ts'
import { CONTRACTS } from './contracts.ts'
import { readServed } from './served.ts'
import { survey, type GeneratorRow, type Surveyed } from './survey.ts'
import { textTable } from './table.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    all: { type: 'boolean', default: false },
    generators: { type: 'boolean', default: false },
  },
})
const only = values.only?.split(',')
const names = [...LANGUAGES.map(({ folder }) => folder), ...GENERATORS.map(({ name }) => name)]
const unknown = only?.filter((name) => !names.includes(name)) ?? []
if (unknown.length > 0) {
  console.error(`Unknown name ${unknown.join(', ')}; choose from ${names.join(', ')}.`)
  process.exit(2)
}

setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
const languages = LANGUAGES.filter(({ folder }) =>
  only ? only.includes(folder) : values.all || !values.generators,
)
const generators = GENERATORS.filter(({ name }) =>
  only ? only.includes(name) : values.all || values.generators,
)
const failures = (await proveAll(languages)) + (await surveyAll(generators))
process.exit(failures === 0 ? 0 : 1)

/** Runs the programs of these languages, and returns how many fail. */
async function proveAll(wanted: readonly Language[]): Promise<number> {
  if (wanted.length === 0) return 0
  const rows: Row[] = []
  for (const language of wanted) {
    process.stderr.write(`${language.folder} ...\n`)
    const row = await prove(language)
    if (row.verdict.kind === 'failed')
      process.stderr.write(`${language.folder} fails: ${row.verdict.detail}\n`)
    rows.push(row)
  }
  const count = (kind: Row['verdict']['kind']): number =>
    rows.filter(({ verdict }) => verdict.kind === kind).length
  console.log(
    `\n${textTable(rows)}\n\n${count('ok')} passed, ${count('failed')} failed, ${count('skipped')} skipped`,
  )
  // Without all toolchains, the matrix of the manual stays as it is.
  if (count('ok') === LANGUAGES.length) writeMatrix(rows)
  // A run that skips everything proves nothing, so it fails.
  return count('failed') + (count('ok') === 0 ? 1 : 0)
}

/** Tries these generators with both contracts, writes their rows, and returns how many fail. */
async function surveyAll(wanted: readonly Generator[]): Promise<number> {
  if (wanted.length === 0) return 0
  const served = await readServed()
  const rows: GeneratorRow[] = []
  let failed = 0
  const pairs = wanted.flatMap((generator) =>
    CONTRACTS.map((contract) => ({ generator, contract })),
  )
  for (const { generator, contract } of pairs) {
    const surveyed = await survey(generator, contract, served)
    report(`${generator.name}, ${contract}`, surveyed)
    if (surveyed.kind === 'skipped') continue
    rows.push(surveyed.row)
    if (surveyed.failures.length > 0) failed += 1
  }
  // Rows of generators that were skipped stay as they are.
  writeGeneratorRows(rows)
  console.log(`\n${rows.length} of ${pairs.length} rows written, ${failed} failed`)
  return failed + (rows.length === 0 ? 1 : 0)
}

function report(name: string, surveyed: Surveyed): void {
  if (surveyed.kind === 'skipped') return console.log(`${name}: skipped: ${surveyed.reason}`)
  console.log(`${name}: ${cellsOf(surveyed.row).slice(KEY_CELLS).join(', ')}`)
  for (const failure of surveyed.failures) process.stderr.write(`${name} fails: ${failure}\n`)
}
