/**
 * One result line of a benchmark. `ratio` is our speed over that of the peer, or one time over another where the benchmark says so; further
 * members are benchmark-specific.
 */
export interface Line {
  readonly bench: string
  readonly ratio: number
  /** What `ratio` should reach, or stay below if it is a cost; both are absent if it is informational only. */
  readonly target?: number
  readonly at_most?: number
  /** The peer, in a few words. */
  readonly against?: string
  readonly p50_ms?: number
  readonly p99_ms?: number
  readonly rss_mb?: number
  readonly [figure: string]: unknown
}

/** Prints the line that `bench/run.ts` reads. */
export const report = (line: Line): void => console.log(JSON.stringify(line))

/** Whether to run short measurements, as `npm run bench` does by default. */
export const SHORT = process.env['BENCH_SHORT'] !== undefined

export const round = (value: number, digits = 2): number => Number(value.toFixed(digits))

export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!
}
export const median = (values: readonly number[]): number => quantile(values, 0.5)

export const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024)
