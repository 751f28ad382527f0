/** What programs take from their machine: the time and random bytes. Both are handed to everything else, so that tests can replace them. */
import { randomFillSync } from 'node:crypto'
import { iso, type Timestamp } from './domain/time.ts'

/** The platform's time, which never runs backwards: if the system clock is set back, it stands still until that clock has caught up. */
export interface Clock {
  now(): Timestamp
  /** Milliseconds since 1970. */
  now_ms(): number
  /** Moves the time forward. Only the sandbox calls it. */
  advance(milliseconds: number): void
}

export function createClock(source: () => number = Date.now): Clock {
  let latest = 0
  let ahead = 0
  let written = { at: 0, text: iso(0) }
  const now_ms = () => (latest = Math.max(latest, source() + ahead))
  const now = () => {
    const at = now_ms()
    // The text is cached because a busy process asks for the same millisecond many times.
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

/** A clock that follows the clock of a server, from occasional observations. */
export interface ServerClock extends Clock {
  /** Reports that the server's clock showed `moment_ms` at some time within the last `took_ms` milliseconds. */
  observe(moment_ms: number, took_ms: number): void
}

const started = Date.now() - performance.now()
/** Returns a time that is not affected when the system clock is set while the process runs. */
const steady = () => Math.floor(started + performance.now())

/**
 * Creates a clock that follows the store which several processes share, for use outside of its transactions. Each observation gives a
 * range in which the server's time lies, and the estimate moves only as far as into that range. Times that this machine's own clock
 * showed before the first observation have no effect afterwards.
 */
export function serverClock(source: () => number = steady): ServerClock {
  let offset = 0
  let [clock, isSynchronized] = [createClock(source), false]
  return {
    now: () => clock.now(),
    now_ms: () => clock.now_ms(),
    advance: (milliseconds) => clock.advance(milliseconds),
    observe(moment_ms, took_ms) {
      const least = moment_ms - source()
      offset = Math.min(Math.max(offset, least), least + took_ms)
      if (!isSynchronized)
        [clock, isSynchronized] = [createClock(() => source() + Math.round(offset)), true]
    },
  }
}

const BLOCK_BYTES = 8192

/**
 * Creates a source of cryptographically secure random bytes. It reads them in blocks, because a read costs far more than its bytes, and
 * returns no byte twice.
 */
export function randomSource(): (bytes: number) => Uint8Array {
  let block = new Uint8Array(0)
  let used = 0
  return (bytes) => {
    if (bytes > BLOCK_BYTES) return randomFillSync(new Uint8Array(bytes))
    if (used + bytes > block.length) {
      block = randomFillSync(new Uint8Array(BLOCK_BYTES))
      used = 0
    }
    used += bytes
    return block.subarray(used - bytes, used)
  }
}

/** Returns a function that makes request ids: 96 random bits, as base64url. */
export const requestIds =
  (random: (bytes: number) => Uint8Array): (() => string) =>
  () =>
    Buffer.from(random(12)).toString('base64url')
