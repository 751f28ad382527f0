import { sum, type Count } from './histogram/request-statistics.ts'
import type { Slice } from './histogram/timeline.ts'
import { count, duration, figure, LABELS, timeSpan, whole } from './report/format.ts'
import type { Progress } from './run.ts'

const PHASES = { ramp: 'growing', steady: 'measuring', cleanup: 'cleaning up' } as const
const SPARKLINE_WIDTH = 40
const MAX_ERRORS = 5

/** Returns the figures of the last complete slices, which vary less than those of a single one. */
function recentFigures({ statistics, now_ms }: Pick<Progress, 'statistics' | 'now_ms'>): {
  readonly rate: number
  readonly p50: number
  readonly p99: number
  readonly slices: readonly Slice[]
} {
  const { slices, width_ms } = statistics.timeline
  const complete = slices.filter(({ from }) => from + width_ms <= now_ms)
  const last = complete.slice(-5)
  const sumOf = (value: (slice: Slice) => number) =>
    last.reduce((total, slice) => total + value(slice), 0)
  const requests = sumOf(({ succeeded, failed }) => succeeded + failed)
  return {
    slices: complete,
    rate: requests / Math.max(1, (last.length * width_ms) / 1000),
    p50:
      sumOf(({ durations }) => durations.percentile(50) * durations.count) / Math.max(1, requests),
    p99: Math.max(0, ...last.map(({ durations }) => durations.percentile(99))),
  }
}

/** Returns the screen of a run, line by line; no line is wider than `columns`. */
export function screenOf(progress: Progress, url: string, columns: number): readonly string[] {
  const { phase, elapsed_s, of_s, simulation, statistics, connections, prepared } = progress
  const { rate, p50, p99, slices } = recentFigures(progress)
  const bad = statistics.counts.filter(({ judgement }) => judgement === 'bad')
  const width = Math.max(8, Math.min(SPARKLINE_WIDTH, columns - 36))
  const row = (name: string, value: string, values?: readonly number[]) =>
    `  ${name.padEnd(14)}${value.padEnd(14)}${values ? spark(values, width) : ''}`.trimEnd()
  const lines = [
    '',
    `  ${PHASES[phase]} ${timeSpan(elapsed_s)}${of_s > 0 ? ` of ${timeSpan(of_s)}` : ''}, ${url}`,
    '',
    ...(prepared.own ? [row('workspace', prepared.own.workspace_id)] : []),
    row(
      'installations',
      whole(simulation.fleet.size),
      slices.map(({ live }) => live),
    ),
    row(
      'requests',
      `${figure(rate)}/s`,
      slices.map(({ succeeded, failed }) => succeeded + failed),
    ),
    row(
      'p50',
      duration(p50),
      slices.map(({ durations }) => durations.percentile(50)),
    ),
    row(
      'p99',
      duration(p99),
      slices.map(({ durations }) => durations.percentile(99)),
    ),
    row(
      'in progress',
      `${whole(connections.open)}${connections.waiting > 0 ? `, ${whole(connections.waiting)} waiting` : ''}`,
    ),
    row(
      'errors',
      whole(sum(bad, () => true)),
      slices.map(({ failed }) => failed),
    ),
    ...errorsOf(bad).map((line) => `    ${line}`),
    '',
    '  Ctrl-C ends the run; it is still reported and cleaned up.',
    '',
  ]
  return lines.map((line) => (line.length > columns ? `${line.slice(0, columns - 1)}…` : line))
}

/** Returns the most frequent errors, each with its operation. */
function errorsOf(bad: readonly Count[]): readonly string[] {
  const kinds = new Map<string, number>()
  for (const { outcome, operation, count: times } of bad) {
    const kind = `${outcome} (${LABELS[operation]})`
    kinds.set(kind, (kinds.get(kind) ?? 0) + times)
  }
  return [...kinds]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MAX_ERRORS)
    .map(([kind, times]) => `${whole(times)} ${kind}`)
}

/** Returns the progress as one line, for output that is not a terminal. */
export function lineOf(progress: Progress): string {
  const { phase, elapsed_s, of_s, simulation, statistics } = progress
  const { rate, p50, p99 } = recentFigures(progress)
  const bad = statistics.counts.filter(({ judgement }) => judgement === 'bad')
  const errors = sum(bad, () => true)
  return [
    `${PHASES[phase]} ${timeSpan(elapsed_s)}${of_s > 0 ? ` of ${timeSpan(of_s)}` : ''}`,
    count(simulation.fleet.size, 'installation'),
    `${figure(rate)} requests/s`,
    `p50 ${duration(p50)}`,
    `p99 ${duration(p99)}`,
    errors === 0 ? '0 errors' : `${count(errors, 'error')}: ${errorsOf(bad).join(', ')}`,
  ].join('; ')
}

const BARS = '▁▂▃▄▅▆▇█'

/** Returns the latest values as a sparkline, from zero to the maximum. */
export function spark(values: readonly number[], width: number): string {
  const shown = values.slice(-width)
  const max = Math.max(...shown, 0)
  return shown
    .map(
      (value) =>
        BARS[max === 0 ? 0 : Math.min(BARS.length - 1, Math.floor((value / max) * BARS.length))],
    )
    .join('')
}

/** The output for progress. */
export interface ProgressOutput {
  /** Prints text and ends the line. */
  print(text: string): void
  /** Width of the terminal; undefined if the output is not a terminal, in which case single lines are printed at intervals. */
  readonly columns: (() => number) | undefined
}

const LINE_INTERVAL_S = 10
const ESCAPE = '\u001b['
const CLEAR_BELOW = '\u001b[J'

/** Returns a function that prints the progress: one screen that is redrawn, or plain lines. */
export function progressPrinter(
  url: string,
  { print, columns }: ProgressOutput,
): (progress: Progress) => void {
  if (columns) {
    let drawn = 0
    return (progress) => {
      const lines = screenOf(progress, url, columns())
      print(`${drawn > 0 ? `${ESCAPE}${drawn}A\r${CLEAR_BELOW}` : ''}${lines.join('\n')}`)
      drawn = lines.length
    }
  }
  let [phase, printed_s] = ['', 0]
  return (progress) => {
    if (progress.phase === phase && progress.elapsed_s - printed_s < LINE_INTERVAL_S - 0.5) return
    phase = progress.phase
    printed_s = progress.elapsed_s
    print(lineOf(progress))
  }
}
