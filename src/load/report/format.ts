/** Formats figures for the report, the terminal and the log. */
const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

export const whole = (value: number): string => grouped.format(value)

/** Formats a number: 0.42, 4.2, 42, 420, 4,200. */
export function figure(value: number): string {
  if (value === 0) return '0'
  if (value < 10) return value.toFixed(value < 1 ? 2 : 1)
  return whole(value)
}

/** Formats a duration: 0.42 ms, 12 ms, 1.2 s. */
export const duration = (milliseconds: number): string =>
  milliseconds < 999.5 ? `${figure(milliseconds)} ms` : `${figure(milliseconds / 1000)} s`

/** Formats a tick of an axis: 0.1 ms, 10 ms, 1 s. */
export const tickLabel = (milliseconds: number): string =>
  milliseconds < 1000
    ? `${Number(milliseconds.toPrecision(3))} ms`
    : `${Number((milliseconds / 1000).toPrecision(3))} s`

/** Formats a time span: 45 s, 5 min, 1 h 30 min. */
export function timeSpan(seconds: number): string {
  const rounded = Math.round(seconds)
  if (rounded < 120) return `${rounded} s`
  const [hours, minutes, rest] = [
    Math.floor(rounded / 3600),
    Math.floor((rounded % 3600) / 60),
    rounded % 60,
  ]
  return [
    hours > 0 && `${hours} h`,
    minutes > 0 && `${minutes} min`,
    hours === 0 && rest > 0 && `${rest} s`,
  ]
    .filter(Boolean)
    .join(' ')
}

export function percent(share: number): string {
  const value = share * 100
  if (value === 0) return '0 %'
  return `${value < 0.1 ? value.toFixed(3) : value < 10 ? value.toFixed(1) : whole(value)} %`
}

/** Formats processor usage: `8 % of one core`, `1.4 cores`. */
export const cores = (value: number): string =>
  value < 1 ? `${percent(value)} of one core` : `${value.toFixed(1)} cores`

export const bytes = (value: number): string =>
  value < 1024 ** 3 ? `${whole(value / 1024 ** 2)} MiB` : `${(value / 1024 ** 3).toFixed(1)} GiB`

/** Formats a number with its noun: `1 request`, `2 requests`. */
export const count = (value: number, singular: string): string =>
  `${whole(value)} ${singular}${value === 1 ? '' : 's'}`

/** Names of operations in reports. */
export const LABELS = {
  renewLease: 'heartbeat',
  createInstallToken: 'install token',
  bootstrapInstallation: 'bootstrap',
  refreshRuntimeToken: 'refresh',
  recoverInstallation: 'recovery',
  revokeInstallation: 'revocation',
} as const
