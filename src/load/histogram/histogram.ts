import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'

/** The maximum duration in microseconds; longer ones are recorded as this value. */
const MAX_US = 600_000_000

/**
 * A distribution of durations in milliseconds, stored in Node's built-in HDR histogram: each value has a fixed number of significant
 * figures, memory usage is constant, and histograms can be added without loss.
 */
export class Durations {
  readonly #histogram: RecordableHistogram

  /** @param figures 2 for within 1 % (25 kB), 3 for within 0.1 % (170 kB) */
  constructor(figures: 2 | 3) {
    this.#histogram = createHistogram({ lowest: 1, highest: MAX_US, figures })
  }

  record(milliseconds: number): void {
    this.#histogram.record(Math.min(MAX_US, Math.max(1, Math.round(milliseconds * 1000))))
  }

  get count(): number {
    return this.#histogram.count
  }

  /**
   * Returns a percentile in milliseconds, or 0 if nothing was recorded.
   * @param percent in (0, 100]
   */
  percentile(percent: number): number {
    return this.count === 0 ? 0 : this.#histogram.percentile(percent) / 1000
  }

  get max(): number {
    return this.count === 0 ? 0 : this.#histogram.max / 1000
  }

  get mean(): number {
    return this.count === 0 ? 0 : this.#histogram.mean / 1000
  }

  /** Percentiles from 0 to 100, denser towards the end, with their milliseconds. */
  get curve(): readonly (readonly [percent: number, milliseconds: number])[] {
    return this.count === 0
      ? []
      : [...this.#histogram.percentiles].map(([percent, microseconds]) => [
          percent,
          microseconds / 1000,
        ])
  }

  add(other: Durations): void {
    this.#histogram.add(other.#histogram)
  }
}
