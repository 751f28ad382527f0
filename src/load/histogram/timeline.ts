import { Durations } from './histogram.ts'

/** The requests that were due in one time slice, and their results. */
export interface Slice {
  /** Milliseconds since the run began. */
  readonly from: number
  readonly durations: Durations
  succeeded: number
  failed: number
  /** Live installations at the last request of this slice. */
  live: number
}

const FIRST_WIDTH_MS = 1000

/**
 * A run over time, in slices by due time. There are never more than `max` slices: beyond that, neighbouring slices are merged. Histograms
 * can be added without loss, so a long run has a lower resolution in time but the same precision of values.
 */
export class Timeline {
  readonly #max: number
  #width = FIRST_WIDTH_MS
  #slices: Slice[] = []

  constructor(max = 240) {
    this.#max = max
  }

  get width_ms(): number {
    return this.#width
  }

  get slices(): readonly Slice[] {
    return this.#slices
  }

  record(due: number, milliseconds: number, isSuccess: boolean, live: number): void {
    const slice = this.#at(due)
    slice.durations.record(milliseconds)
    slice.live = live
    if (isSuccess) slice.succeeded += 1
    else slice.failed += 1
  }

  #at(due: number): Slice {
    while (Math.floor(due / this.#width) >= this.#max) this.#halve()
    const index = Math.max(0, Math.floor(due / this.#width))
    while (this.#slices.length <= index) {
      this.#slices.push({
        from: this.#slices.length * this.#width,
        durations: new Durations(2),
        succeeded: 0,
        failed: 0,
        live: 0,
      })
    }
    return this.#slices[index]!
  }

  #halve(): void {
    this.#slices = this.#slices.flatMap((slice, index) =>
      index % 2 === 0 ? [merge(slice, this.#slices[index + 1])] : [],
    )
    this.#width *= 2
  }
}

function merge(first: Slice, second: Slice | undefined): Slice {
  if (!second) return first
  first.durations.add(second.durations)
  return {
    ...first,
    succeeded: first.succeeded + second.succeeded,
    failed: first.failed + second.failed,
    live: second.live || first.live,
  }
}
