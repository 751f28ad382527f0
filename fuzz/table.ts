import { PHASES } from './depth.ts'
import { percent, type Pairs } from './gates.ts'
import type { Outcome } from './run-job.ts'

/** Columns as wide as their widest cell; numbers to the right. */
function aligned(rows: readonly (readonly (string | number)[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)))
  return rows.map((row) => row.map((cell, column) => (typeof cell === 'number' ? String(cell).padStart(widths[column]!) : cell.padEnd(widths[column]!))).join('  ').trimEnd()).join('\n')
}

/** One line per run. */
export function summary(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map(({ job, rounds, depth: { requests, checks, links, chain, p99_ms }, problems }) => [
    job.name, Math.round(rounds.reduce((sum, { seconds }) => sum + seconds, 0)), requests, checks, `${links.followed}/${links.declared}`, chain.length, Math.ceil(p99_ms), problems.length === 0 ? 'clean' : `${problems.length} problem(s)`,
  ])
  return aligned([['RUN', 'SECONDS', 'REQUESTS', 'CHECKS', 'LINKS', 'CHAIN', 'P99 MS', 'RESULT'], ...rows])
}

/** One line per operation: how often it accepted, by phase, and what it answered. */
export function operations({ depth }: Outcome): string {
  const rows = depth.operations.map(({ operation, accepted, rate, statuses }) => [
    operation.id, ...PHASES.map((phase) => accepted[phase]), percent(rate), [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}x${times}`).join(' '),
  ])
  return aligned([['OPERATION', '2XX EXAMPLES', 'COVERAGE', 'FUZZING', 'STATEFUL', 'OF POSITIVE', 'ANSWERS'], ...rows])
}

export const pairs = ({ documented, seen, unseen }: Pairs): string =>
  `Documented answers seen: ${seen} of ${documented} (${percent(seen / documented)})${unseen.length > 0 ? `; not seen: ${unseen.join(', ')}` : ''}.`
