import { formatDuration, formatUtc, useServerNow } from './moments.ts'

/** What is left until a moment, second by second; afterwards a word. */
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
