import { formatDuration, formatUtc } from './format.ts'
import { useServerNow } from './server-now.ts'

/** Counts down to a timestamp, and shows `afterwards` once it has passed. */
export function Countdown({
  until,
  afterwards = 'expired',
}: {
  until: string
  afterwards?: string
}) {
  const left = Date.parse(until) - useServerNow()
  return (
    <time class="countdown" dateTime={until} title={formatUtc(until)} role="timer" aria-live="off">
      {left > 0 ? formatDuration(left) : afterwards}
    </time>
  )
}
