import { setTimeout as wait } from 'node:timers/promises'

/** The time by which a run measures and waits. Tests pass a virtual one. */
export interface Clock {
  readonly now_ms: () => number
  readonly wait: (ms: number) => Promise<void>
}

export const realClock: Clock = { now_ms: () => performance.now(), wait: (ms) => wait(ms) }
