/**
 * Generates an SDK per language from the contracts, compiles it with warnings as errors, and runs the same steps with each
 * against a sandbox. `--only go,rust` limits it; a run in which all languages pass writes the matrix of docs/sdks.md.
 */
import { constants, setPriority } from 'node:os'
import { parseArgs } from 'node:util'
import { writeMatrix } from './docs.ts'
import { LANGUAGES } from './languages.ts'
import { prove, type Row } from './prove.ts'
import { textTable } from './table.ts'

const {
  values: { only },
} = parseArgs({ options: { only: { type: 'string' } } })
const wanted = only?.split(',')
const unknown = wanted?.filter((name) => !LANGUAGES.some(({ folder }) => folder === name)) ?? []
if (unknown.length > 0)
  throw new Error(
    `Unknown language ${unknown.join(', ')}; choose from ${LANGUAGES.map(({ folder }) => folder).join(', ')}.`,
  )

setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
const rows: Row[] = []
for (const language of LANGUAGES.filter(({ folder }) => wanted?.includes(folder) ?? true)) {
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
if (!wanted && count('ok') === LANGUAGES.length) writeMatrix(rows)
process.exit(count('failed') === 0 && count('ok') > 0 ? 0 : 1)
