const NUMBERS = new Intl.NumberFormat()

const UNITS = ['B', 'KiB', 'MiB', 'GiB'] as const

/** Formats a number of bytes in the largest fitting unit: `4.2 MiB`. */
export function formatBytes(amount: number): string {
  const at = Math.min(
    UNITS.length - 1,
    Math.max(0, Math.floor(Math.log2(Math.max(amount, 1)) / 10)),
  )
  return `${formatNumber(Math.round((amount / 1024 ** at) * 10) / 10)} ${UNITS[at]}`
}

/** Formats a number in the language of the user: `1,234`. */
export const formatNumber = (value: number): string => NUMBERS.format(value)
