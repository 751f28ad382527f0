import { Durations } from './histogram.ts'

/** What was due in one stretch of time, and how it went. */
export interface Slice {
  /** Milliseconds since the beginning. */
  readonly from: number
  readonly durations: Durations
  answered: number
  failed: number
  /** Installations that lived when it was last touched. */
  live: number
}

const FIRST_WIDTH_MS = 1000

/**
 * A run over time, in slices by when a request was due. There are never more than `most` of them: when there would be, neighbours
 * become one. Their histograms add up exactly, so a long run is coarser in time and as right in value.
 */
export class Timeline {
  readonly #most: number
  #width = FIRST_WIDTH_MS
  #slices: Slice[] = []

  constructor(most = 240) {
    this.#most = most
  }

  get width_ms(): number {
    return this.#width
  }

  get slices(): readonly Slice[] {
    return this.#slices
  }

  record(due: number, milliseconds: number, ok: boolean, live: number): void {
    const slice = this.#at(due)
    slice.durations.record(milliseconds)
    slice.live = live
    if (ok) slice.answered += 1
    else slice.failed += 1
  }

  #at(due: number): Slice {
    while (Math.floor(due / this.#width) >= this.#most) this.#halve()
    const index = Math.max(0, Math.floor(due / this.#width))
    while (this.#slices.length <= index) {
      this.#slices.push({
        from: this.#slices.length * this.#width,
        durations: new Durations(2),
        answered: 0,
        failed: 0,
        live: 0,
      })
    }
    return this.#slices[index]!
  }

  #halve(): void {
    this.#slices = this.#slices.flatMap((slice, index) =>
      index % 2 === 0 ? [joined(slice, this.#slices[index + 1])] : [],
    )
    this.#width *= 2
  }
}

function joined(first: Slice, second: Slice | undefined): Slice {
  if (!second) return first
  first.durations.add(second.durations)
  return {
    ...first,
    answered: first.answered + second.answered,
    failed: first.failed + second.failed,
    live: second.live || first.live,
  }
}
