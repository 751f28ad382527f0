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
  return {
    now_ms,
    now,
    advance: (milliseconds) => {
      ahead += milliseconds
    },
  }
}

/** A clock that follows another one, from what that one says now and then. */
export interface ServerClock extends Clock {
  /** The other clock showed `moment_ms`, at some time within the last `took_ms` milliseconds. */
  observe(moment_ms: number, took_ms: number): void
}

const started = Date.now() - performance.now()
/** Nobody sets it while the process runs. */
const steady = () => Math.floor(started + performance.now())

/**
 * The time of a store that processes share, for what happens outside of its transactions. What it says leaves a span in which its time
 * lies; the estimate moves no further than into that span. What this machine's own clock showed before the first word counts for nothing
 * afterwards.
 */
export function serverClock(source: () => number = steady): ServerClock {
  let offset = 0
  let [clock, isLed] = [createClock(source), false]
  return {
    now: () => clock.now(),
    now_ms: () => clock.now_ms(),
    advance: (milliseconds) => clock.advance(milliseconds),
    observe(moment_ms, took_ms) {
      const least = moment_ms - source()
      offset = Math.min(Math.max(offset, least), least + took_ms)
      if (!isLed) [clock, isLed] = [createClock(() => source() + Math.round(offset)), true]
    },
  }
}
