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
