import { setTimeout as pause } from 'node:timers/promises'
import { runInNewContext } from 'node:vm'

/** How long a test waits for what must happen at all. It says nothing of speed, so no load of the machine reaches it. */
export const LIVENESS_MS = 30_000

/** Waits until `look` throws nothing, and returns what it returned; after half a minute it fails with what `look` threw last. */
export async function eventually<T>(look: () => T | Promise<T>): Promise<Awaited<T>> {
  const begun = performance.now()
  for (;;) {
    try {
      return await look()
    } catch (error) {
      if (performance.now() - begun > LIVENESS_MS) throw error
    }
    await pause(20)
  }
}

/** Waits until something holds; after half a minute it fails with the sentence. */
export const until = (holds: () => boolean | Promise<boolean>, sentence: string): Promise<void> =>
  eventually(async () => {
    if (!(await holds())) throw new Error(sentence)
  })

/** Counts from zero as often as a loop may run; a loop that is not over by then fails with the sentence. */
export function* atMost(count: number, sentence: string): Generator<number> {
  for (let turn = 0; turn < count; turn += 1) yield turn
  throw new Error(sentence)
}

/** Runs what must end by itself and interrupts it after half a minute: input is so long that quadratic work takes hours. */
export const mustEnd = (work: () => unknown): void => {
  runInNewContext('work()', { work }, { timeout: LIVENESS_MS })
}

/** Repeats a step until it returns zero, as a sweep does that has nothing left; after 1000 times it fails with the sentence. */
export async function drained(step: () => Promise<number>, sentence: string): Promise<void> {
  for (const _ of atMost(1000, sentence)) if ((await step()) === 0) return
}
