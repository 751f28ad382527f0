/** The time and random bytes of the machine. They are passed to all other code as arguments, so that tests can replace them. */
import { randomFillSync } from 'node:crypto'
import { iso, type Timestamp } from './domain/time.ts'

/** The platform's clock. It never runs backwards: if the system clock is set back, it stops until the system clock has caught up. */
export interface Clock {
  now(): Timestamp
  /** Milliseconds since 1970. */
  now_ms(): number
  /** Moves the clock forward. Only the sandbox uses this. */
  advance(milliseconds: number): void
}

/** Creates a clock from a source of the system time, in milliseconds since 1970. */
export function createClock(source: () => number = Date.now): Clock {
  let latest = 0
  let advanced = 0
  let cached = { at: 0, text: iso(0) }
  const now_ms = () => (latest = Math.max(latest, source() + advanced))
  const now = () => {
    const at = now_ms()
    // The text is cached because a busy process asks for the time many times per millisecond.
    if (at !== cached.at) cached = { at, text: iso(at) }
    return cached.text
  }
  return {
    now_ms,
    now,
    advance: (milliseconds) => {
      advanced += milliseconds
    },
  }
}

/** A clock that follows the clock of a server by occasional observations. */
export interface ServerClock extends Clock {
  /** Reports that the server's clock showed `moment_ms` at some time within the last `took_ms` milliseconds. */
  observe(moment_ms: number, took_ms: number): void
}

const started = Date.now() - performance.now()
/**
 * Returns the time according to a monotonic clock, in milliseconds since 1970. Changing the system clock while the process is running
 * does not affect it.
 */
const monotonicNow = () => Math.floor(started + performance.now())

/**
 * Creates a clock that follows the clock of a shared store's server, for use outside of transactions. Each observation yields a range that
 * contains the server's time, and the estimate moves only as far as needed to be in that range. Before the first observation the clock
 * shows the time of this machine, which is ignored afterwards.
 */
export function serverClock(source: () => number = monotonicNow): ServerClock {
  let offset = 0
  let [clock, isSynchronized] = [createClock(source), false]
  return {
    now: () => clock.now(),
    now_ms: () => clock.now_ms(),
    advance: (milliseconds) => clock.advance(milliseconds),
    observe(moment_ms, took_ms) {
      const min_offset = moment_ms - source()
      offset = Math.min(Math.max(offset, min_offset), min_offset + took_ms)
      if (!isSynchronized)
        [clock, isSynchronized] = [createClock(() => source() + Math.round(offset)), true]
    },
  }
}

const BLOCK_BYTES = 8192

/**
 * Creates a source of cryptographically secure random bytes. It reads them in blocks, because a read costs much more than the bytes that it
 * returns. No two calls return the same part of a block.
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

/** Returns a function that creates request ids: 96 random bits as base64url. */
export const requestIds =
  (random: (bytes: number) => Uint8Array): (() => string) =>
  () =>
    Buffer.from(random(12)).toString('base64url')
