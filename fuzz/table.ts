import { PHASES } from './depth.ts'
import { reachWithKey, statusCoverage, percent, type StatusCoverage } from './gates.ts'
import type { JobResult } from './run-job.ts'
import { countIssues } from './log-counts.ts'

/** Pads columns to their widest cell; numbers are right-aligned. */
function formatTable(rows: readonly (readonly (string | number)[])[]): string {
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

/** Formats one line per run: its requests, its issues and its depth. */
export function summaryTable(outcomes: readonly JobResult[]): string {
  const rows = outcomes.map((outcome) => {
    const {
      job,
      seed,
      rounds,
      depth: { requests, checks, operations: all, links, chain, p99_ms },
      problems,
    } = outcome
    const { failures, errors, warnings } = countIssues(rounds)
    const { seen, documented } = statusCoverage([outcome.depth])
    return [
      job.name,
      seed,
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
  return formatTable([
    [
      'RUN',
      'SEED',
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
      'RESPONSES',
      'P99 MS',
      'RESULT',
    ],
    ...rows,
  ])
}

/** Describes the longest chain of a run. */
export const describeChain = ({ job, depth: { chain } }: JobResult): string =>
  `Longest chain of ${job.name}, ${chain.length} steps: ${chain.join(' > ')}.`

/** Formats one line per operation: accepted requests by phase, and responses by status. */
export function operationTable({ depth }: JobResult): string {
  const rows = depth.operations.map(({ operation, accepted, rate, statuses }) => [
    operation.id,
    ...PHASES.map((phase) => accepted[phase]),
    percent(rate),
    [...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, times]) => `${status}x${times}`)
      .join(' '),
  ])
  return formatTable([
    ['OPERATION', '2XX EXAMPLES', 'COVERAGE', 'FUZZING', 'STATEFUL', 'ACCEPTED', 'RESPONSES'],
    ...rows,
  ])
}

export const describeStatusCoverage = ({ documented, seen, unseen }: StatusCoverage): string =>
  `Documented responses seen: ${seen} of ${documented} (${percent(seen / documented)})${unseen.length > 0 ? `; not seen: ${unseen.join(', ')}` : ''}.`

/** Describes what a caller without hooks has reached with a key. */
export function describeReach({ job, seed, depth }: JobResult): string {
  const { operations, links } = reachWithKey(depth)
  return `${job.name}, seed ${seed}: 2xx from ${operations.reached} of ${operations.of} operations that take a key; ${links.reached} of ${links.of} links between them followed (${depth.links.followed} of ${depth.links.declared} of all links).`
}
