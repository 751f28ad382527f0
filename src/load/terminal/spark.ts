const BARS = '▁▂▃▄▅▆▇█'

/** The latest values as a line of bars, from nought to the largest of them. */
export function spark(values: readonly number[], width: number): string {
  const shown = values.slice(-width)
  const most = Math.max(...shown, 0)
  return shown
    .map(
      (value) =>
        BARS[most === 0 ? 0 : Math.min(BARS.length - 1, Math.floor((value / most) * BARS.length))],
    )
    .join('')
}
