import { formatDay, formatExact, formatUtc, formatRelative, formatDuration } from './format.ts'
import { useServerNow } from '../../api/clock.ts'

/** Shows a timestamp in the time zone of the user, with UTC in the tooltip. */
export function Time({
  at,
  format = 'relative',
  missing = 'never',
}: {
  at: string | undefined | null
  format?: 'relative' | 'exact' | 'day'
  missing?: string
}) {
  if (at === undefined || at === null) return <span class="muted">{missing}</span>
  if (format === 'relative') return <Relative at={at} />
  return (
    <time dateTime={at} title={formatUtc(at)}>
      {format === 'exact' ? formatExact(at) : formatDay(at)}
    </time>
  )
}

const Relative = ({ at }: { at: string }) => (
  <time dateTime={at} title={`${formatExact(at)} · ${formatUtc(at)}`}>
    {formatRelative(at, useServerNow())}
  </time>
)

/** Counts down to a timestamp, and shows `expiredText` once it has passed. */
export function Countdown({
  until,
  expiredText = 'expired',
}: {
  until: string
  expiredText?: string
}) {
  const remaining = Date.parse(until) - useServerNow()
  return (
    <time class="countdown" dateTime={until} title={formatUtc(until)} role="timer" aria-live="off">
      {remaining > 0 ? formatDuration(remaining) : expiredText}
    </time>
  )
}
