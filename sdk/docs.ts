import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Row } from './prove.ts'
import { matrix } from './table.ts'

const MANUAL = join(import.meta.dirname, '..', 'docs', 'sdks.md')
const BEGIN = '<!-- matrix: written by `npm run sdk:proof` -->'
const END = '<!-- end of matrix -->'
const MATRIX = new RegExp(`${BEGIN}\\n[^]*${END}`)

/** Writes the table of a complete run into the manual. */
export function writeMatrix(rows: readonly Row[]): void {
  const text = readFileSync(MANUAL, 'utf8')
  if (!MATRIX.test(text)) throw new Error(`${MANUAL} has no place for the matrix`)
  writeFileSync(
    MANUAL,
    text.replace(MATRIX, () => `${BEGIN}\n\n${matrix(rows)}\n\n${END}`),
  )
}
