import type { Generator } from './generators.ts'
import { addressOf, type Contract } from './contracts.ts'
import type { GeneratorRow } from './survey.ts'

const HEAD = [
  'generator',
  'for',
  'document',
  'generates',
  'warnings',
  'compiles',
  'files',
  'kB',
  'calls',
  'run on',
]
/** The number of cells, from the first, that identify a row. */
export const KEY_CELLS = 3

/** Returns the first cells of a row, which identify it. */
export const keyCells = (
  { title, target, use }: Generator,
  contract: Contract,
): readonly string[] => [title, target, `\`${addressOf(contract, use?.[contract])}\``]

/** Returns the cells of a row, as the manual shows them. */
export function cellsOf(row: GeneratorRow): readonly string[] {
  const generated = row.generated === 'ok'
  const compiled = row.compiled && `${row.compiled.outcome} (${row.compiled.by})`
  return [
    row.title,
    row.target,
    `\`${row.document}\``,
    row.generated,
    String(row.warnings),
    compiled ?? (generated ? 'not compiled' : ''),
    generated ? String(row.files) : '',
    generated ? String(Math.ceil(row.bytes / 1000)) : '',
    row.calls ? `${row.calls.got}/${row.calls.expected}` : '',
    row.date,
  ]
}

const lineOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
const cellsIn = (line: string): readonly string[] => line.slice(2, -2).split(' | ')
const keyOf = (cells: readonly string[]): string => cells.slice(0, KEY_CELLS).join(' | ')

/**
 * Returns the table with new rows in it. A row replaces the one of the same generator and document, so that a run of some generators leaves
 * the others as they were. Only rows whose key is in `keys` are kept, in its order: the others belong to generators or versions that no
 * longer exist.
 */
export function merged(
  table: string,
  rows: readonly GeneratorRow[],
  keys: readonly (readonly string[])[],
): string {
  const before = table
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map(cellsIn)
  const byKey = new Map([...before, ...rows.map(cellsOf)].map((cells) => [keyOf(cells), cells]))
  const kept = keys.flatMap((key) => {
    const cells = byKey.get(keyOf(key))
    return cells ? [cells] : []
  })
  return [HEAD, HEAD.map(() => '---'), ...kept].map(lineOf).join('\n')
}
