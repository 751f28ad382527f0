/** From values to places on an axis. */
export interface Scale {
  readonly at: (value: number) => number
  readonly ticks: readonly number[]
}
interface Range {
  readonly from: number
  readonly to: number
}

/** From nought to a round number above the most, in about so many steps. */
export function linear(most: number, { from, to }: Range, steps = 4): Scale {
  const step = roundStep(Math.max(most, Number.MIN_VALUE) / steps)
  const top = Math.ceil(most / step - 1e-9) * step || step
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step)
  return { at: (value) => from + (value / top) * (to - from), ticks }
}

/** Steps that people count in: 1, 2, 5 and their tens. */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step))
  return [1, 2, 5, 10].find((factor) => factor * power >= step * 0.999)! * power
}

/** From a power of ten below the least to one above the most: what is small stays visible beside what is large. */
export function logarithmic(least: number, most: number, { from, to }: Range): Scale {
  const low = Math.floor(Math.log10(Math.max(least, 0.01)))
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(most, 0.01))))
  const at = (value: number) =>
    from + ((Math.log10(Math.max(value, 10 ** low)) - low) / (high - low)) * (to - from)
  return { at, ticks: Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index)) }
}

/** Seconds of a run, in steps of minutes or hours as fits. */
export function time(seconds: number, { from, to }: Range, steps = 6): Scale {
  const step =
    [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800, 86_400].find(
      (one) => seconds / one <= steps,
    ) ?? 172_800
  const ticks = Array.from({ length: Math.floor(seconds / step) + 1 }, (_, index) => index * step)
  return { at: (value) => from + (value / Math.max(seconds, 1)) * (to - from), ticks }
}
