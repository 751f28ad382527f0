import type { LoadReport } from './data.ts'
import { duration, figure, LABELS, whole } from './format.ts'

type Table = (head: readonly string[], rows: readonly (readonly unknown[])[]) => string

/** A report as a person reads it on a terminal. `aligned` draws tables. */
export function textOf({ verdict, operations, endings }: LoadReport, aligned: Table): string {
  const bad = endings.filter(({ judgement }) => judgement === 'bad')
  return [
    verdict.sentence,
    operations.length > 0 && aligned(['OPERATION', 'DUE', 'A SECOND', 'P50', 'P99', 'P99.9', 'SLOWEST', 'ERRORS'], operations.map(({ operation, due, per_second, bad: errors, latency_ms: { p50, p99, p99_9, max } }) =>
      [LABELS[operation], whole(due), figure(per_second), duration(p50), duration(p99), duration(p99_9), duration(max), whole(errors)])),
    bad.length > 0 && aligned(['ERROR', 'OPERATION', 'PHASE', 'REQUESTS'], bad.map(({ outcome, operation, phase, count }) => [outcome, LABELS[operation], phase, whole(count)])),
    verdict.notes.map((note) => `- ${note}`).join('\n'),
    `Next\n${verdict.next.map((sentence) => `- ${sentence}`).join('\n')}`,
  ].filter(Boolean).join('\n\n')
}
