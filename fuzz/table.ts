import { PHASES } from './depth.ts'
import { pairsOf, percent, type Pairs } from './gates.ts'
import type { Outcome } from './run-job.ts'
import { tallyOf } from './tally.ts'

/** Columns as wide as their widest cell; numbers to the right. */
function aligned(rows: readonly (readonly (string | number)[])[]): string {
  const widths = rows[0]!.map((_, column) =>
    Math.max(...rows.map((row) => String(row[column]).length)),
  )
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          typeof cell === 'number'
            ? String(cell).padStart(widths[column]!)
            : cell.padEnd(widths[column]!),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** One line per run: what was sent, what went wrong, and how far it got. */
export function summary(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map((outcome) => {
    const {
      job,
      rounds,
      depth: { requests, checks, operations: all, links, chain, p99_ms },
      problems,
    } = outcome
    const { failures, errors, warnings } = tallyOf(rounds)
    const { seen, documented } = pairsOf([outcome.depth])
    return [
      job.name,
      Math.round(rounds.reduce((sum, { seconds }) => sum + seconds, 0)),
      requests,
      checks,
      failures,
      errors,
      warnings,
      ...PHASES.map(
        (phase) => `${all.filter(({ accepted }) => accepted[phase] > 0).length}/${all.length}`,
      ),
      `${links.followed}/${links.declared}`,
      chain.length,
      `${seen}/${documented}`,
      Math.ceil(p99_ms),
      problems.length === 0 ? 'clean' : `${problems.length} problem(s)`,
    ]
  })
  return aligned([
    [
      'RUN',
      'SECONDS',
      'REQUESTS',
      'CHECKS',
      'FAILURES',
      'ERRORS',
      'WARNINGS',
      '2XX EXAMPLES',
      'COVERAGE',
      'FUZZING',
      'STATEFUL',
      'LINKS',
      'CHAIN',
      'ANSWERS',
      'P99 MS',
      'RESULT',
    ],
    ...rows,
  ])
}

/** The longest chain of a run, step by step. */
export const chainOf = ({ job, depth: { chain } }: Outcome): string =>
  `Longest chain of ${job.name}, ${chain.length} steps: ${chain.join(' > ')}.`

/** One line per operation: how often it accepted, by phase, and what it answered. */
export function operations({ depth }: Outcome): string {
  const rows = depth.operations.map(({ operation, accepted, rate, statuses }) => [
    operation.id,
    ...PHASES.map((phase) => accepted[phase]),
    percent(rate),
    [...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, times]) => `${status}x${times}`)
      .join(' '),
  ])
  return aligned([
    ['OPERATION', '2XX EXAMPLES', 'COVERAGE', 'FUZZING', 'STATEFUL', 'OF POSITIVE', 'ANSWERS'],
    ...rows,
  ])
}

export const pairs = ({ documented, seen, unseen }: Pairs): string =>
  `Documented answers seen: ${seen} of ${documented} (${percent(seen / documented)})${unseen.length > 0 ? `; not seen: ${unseen.join(', ')}` : ''}.`
