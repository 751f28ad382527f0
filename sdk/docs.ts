import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { keyCells, merged } from './generator-table.ts'
import { GENERATORS } from './generators.ts'
import type { Row } from './prove.ts'
import { CONTRACTS } from './contracts.ts'
import type { GeneratorRow } from './survey.ts'
import { matrix } from './table.ts'

const MANUAL = join(import.meta.dirname, '..', 'docs', 'sdks.md')
const MATRIX = {
  begin: '<!-- matrix: written by `npm run sdk:proof` -->',
  end: '<!-- end of matrix -->',
}
const GENERATOR_TABLE = {
  begin: '<!-- generators: written by `npm run sdk:proof -- --generators` -->',
  end: '<!-- end of generators -->',
}

/** Writes the table of a complete run into the manual. */
export const writeMatrix = (rows: readonly Row[]): void => replace(MATRIX, () => matrix(rows))

/** Writes the rows of these generators into the manual, whatever their results are; the others stay. */
export function writeGeneratorRows(rows: readonly GeneratorRow[]): void {
  const keys = GENERATORS.flatMap((generator) =>
    CONTRACTS.map((contract) => keyCells(generator, contract)),
  )
  replace(GENERATOR_TABLE, (table) => merged(table, rows, keys))
}

/** Replaces what is between two markers of the manual. */
function replace({ begin, end }: typeof MATRIX, change: (before: string) => string): void {
  const text = readFileSync(MANUAL, 'utf8')
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from === -1 || to < from)
    throw new Error(`${MANUAL} does not contain ${begin}, followed by ${end}`)
  const inside = from + begin.length
  const table = change(text.slice(inside, to).trim())
  writeFileSync(MANUAL, `${text.slice(0, inside)}\n\n${table}\n\n${text.slice(to)}`)
}
