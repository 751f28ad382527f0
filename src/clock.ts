import { iso, type Timestamp } from './domain/time.ts'

/** The platform's time. It never runs backwards: a system clock that is set back makes it stand still, not jump. */
export interface Clock {
  now(): Timestamp
  /** Milliseconds since 1970. */
  now_ms(): number
  /** Moves the time forward; only the sandbox calls it. */
  advance(milliseconds: number): void
}

export function createClock(source: () => number = Date.now): Clock {
  let latest = 0
  let ahead = 0
  let written = { at: 0, text: iso(0) }
  const now_ms = () => (latest = Math.max(latest, source() + ahead))
  const now = () => {
    const at = now_ms()
    // A busy millisecond is asked for many times.
    if (at !== written.at) written = { at, text: iso(at) }
    return written.text
  }
  return { now_ms, now, advance: (milliseconds) => { ahead += milliseconds } }
}
