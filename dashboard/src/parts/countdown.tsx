import { duration, inUtc, useNow } from './moments.ts'

/** What is left until a moment, second by second; afterwards a word. */
export function Countdown({ until, over = 'expired' }: { until: string; over?: string }) {
  const left = Date.parse(until) - useNow()
  return (
    <time class="countdown" dateTime={until} title={inUtc(until)} role="timer" aria-live="off">
      {left > 0 ? duration(left) : over}
    </time>
  )
}
