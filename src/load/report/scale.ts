/** Maps values to positions on an axis. */
export interface Scale {
  readonly at: (value: number) => number
  readonly ticks: readonly number[]
}
interface Range {
  readonly from: number
  readonly to: number
}

/** Returns a linear scale from zero to a round number above the maximum, in about this many steps. */
export function linear(max: number, { from, to }: Range, steps = 4): Scale {
  const step = roundStep(Math.max(max, Number.MIN_VALUE) / steps)
  const top = Math.ceil(max / step - 1e-9) * step || step
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step)
  return { at: (value) => from + (value / top) * (to - from), ticks }
}

/** Rounds a step up to 1, 2 or 5 times a power of ten, with a tolerance for floating-point error. */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step))
  return [1, 2, 5, 10].find((factor) => factor * power >= step * 0.999)! * power
}

/** Returns a logarithmic scale from a power of ten below the minimum to one above the maximum, so that small values stay visible. */
export function logarithmic(min: number, max: number, { from, to }: Range): Scale {
  const low = Math.floor(Math.log10(Math.max(min, 0.01)))
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(max, 0.01))))
  const at = (value: number) =>
    from + ((Math.log10(Math.max(value, 10 ** low)) - low) / (high - low)) * (to - from)
  return { at, ticks: Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index)) }
}

/** Returns a scale of seconds, with ticks at whole seconds, minutes or hours. */
export function time(seconds: number, { from, to }: Range, steps = 6): Scale {
  const step =
    [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800, 86_400].find(
      (one) => seconds / one <= steps,
    ) ?? 172_800
  const ticks = Array.from({ length: Math.floor(seconds / step) + 1 }, (_, index) => index * step)
  return { at: (value) => from + (value / Math.max(seconds, 1)) * (to - from), ticks }
}
