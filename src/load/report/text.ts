import type { LoadReport } from './data.ts'
import { duration, figure, LABELS, whole } from './format.ts'

/** Formats tables and paragraphs for a terminal. */
export interface Layout {
  formatTable(head: readonly string[], rows: readonly (readonly unknown[])[]): string
  wrap(text: string, width: number): readonly string[]
}

const WIDTH = 96

/** Formats a report for a terminal. */
export function textOf(
  { verdict, operations, endings }: LoadReport,
  { formatTable, wrap }: Layout,
): string {
  const list = (sentences: readonly string[]) =>
    sentences.map((sentence) => `- ${wrap(sentence, WIDTH - 2).join('\n  ')}`).join('\n')
  const bad = endings.filter(({ judgement }) => judgement === 'bad')
  return [
    wrap(verdict.sentence, WIDTH).join('\n'),
    operations.length > 0 &&
      formatTable(
        ['OPERATION', 'DUE', 'PER SECOND', 'P50', 'P99', 'P99.9', 'SLOWEST', 'ERRORS'],
        operations.map(
          ({ operation, due, per_second, bad: errors, latency_ms: { p50, p99, p99_9, max } }) => [
            LABELS[operation],
            whole(due),
            figure(per_second),
            duration(p50),
            duration(p99),
            duration(p99_9),
            duration(max),
            whole(errors),
          ],
        ),
      ),
    bad.length > 0 &&
      formatTable(
        ['ERROR', 'OPERATION', 'PHASE', 'REQUESTS'],
        bad.map(({ outcome, operation, phase, count }) => [
          outcome,
          LABELS[operation],
          phase,
          whole(count),
        ]),
      ),
    list(verdict.notes),
    `Next\n${list(verdict.next)}`,
  ]
    .filter(Boolean)
    .join('\n\n')
}
