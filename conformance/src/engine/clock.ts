import { setTimeout as wait } from 'node:timers/promises'

/** The clock with which a run measures time and waits. Tests pass a virtual one. */
export interface Clock {
  readonly now_ms: () => number
  readonly wait: (ms: number) => Promise<void>
}

export const realClock: Clock = { now_ms: () => performance.now(), wait: (ms) => wait(ms) }
