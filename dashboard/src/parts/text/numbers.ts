const NUMBERS = new Intl.NumberFormat()

const UNITS = ['B', 'KiB', 'MiB', 'GiB'] as const

/** An amount of bytes in the largest unit of which there is one: `4.2 MiB`. */
export function formatBytes(amount: number): string {
  const at = Math.min(
    UNITS.length - 1,
    Math.max(0, Math.floor(Math.log2(Math.max(amount, 1)) / 10)),
  )
  return `${formatNumber(Math.round((amount / 1024 ** at) * 10) / 10)} ${UNITS[at]}`
}

/** A number in the viewer's language: `1,234`. */
export const formatNumber = (value: number): string => NUMBERS.format(value)
