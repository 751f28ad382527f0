import { alignColumns } from '../src/terminal/text.ts'
import { DOCUMENTS } from './languages.ts'
import type { Row } from './prove.ts'

const HEAD = [
  'LANGUAGE',
  'GENERATOR',
  'DOCUMENT',
  'GENERATE',
  'COMPILE',
  'STEPS',
  'OPERATIONS',
  'SECONDS',
  'RESULT',
]
const PHASES = ['generate', 'compile', 'steps'] as const

/** Returns the results of the first phases; those after a failure are empty. */
function phases({ verdict }: Row): readonly string[] {
  if (verdict.kind === 'skipped') return ['', '']
  const failed = verdict.kind === 'failed' ? PHASES.indexOf(verdict.at) : PHASES.length
  return [0, 1].map((phase) => (phase < failed ? 'ok' : phase === failed ? 'failed' : ''))
}

function cells(row: Row): readonly string[] {
  const {
    language: { title, generator, document },
    verdict,
    steps,
    operations,
    seconds,
  } = row
  const result = verdict.kind === 'skipped' ? `skipped: ${verdict.reason}` : verdict.kind
  const done = verdict.kind === 'skipped' ? '' : `${steps}/${DOCUMENTS[document].steps.length}`
  return [
    title,
    generator,
    document,
    ...phases(row),
    done,
    verdict.kind === 'skipped' ? '' : String(operations),
    String(seconds),
    result,
  ]
}

/** Formats the table for a terminal. */
export const textTable = (rows: readonly Row[]): string => alignColumns([HEAD, ...rows.map(cells)])

/** Formats the table for the manual, without the columns that change with every run. */
export function matrix(rows: readonly Row[]): string {
  const lines = [HEAD, HEAD.map(() => '---'), ...rows.map(cells)].map((line) =>
    line.filter((_, column) => HEAD[column] !== 'SECONDS'),
  )
  return lines
    .map(
      (line, index) =>
        `| ${line.map((cell) => (index === 0 ? cell.toLowerCase() : cell)).join(' | ')} |`,
    )
    .join('\n')
}
