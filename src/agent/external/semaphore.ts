import { SkillBusyError } from '../tasks/skill-errors.ts'

/** A semaphore with a bounded queue: limits how many tasks run at the same time. */
export interface Semaphore {
  /**
   * Resolves with a function that frees the slot; calling it again has no effect. Slots are granted in the order of requests.
   * @throws SkillBusyError if too many tasks are already waiting; the signal's reason if it is aborted first
   */
  acquire(signal: AbortSignal): Promise<() => void>
}

export interface SlotLimits {
  readonly max_concurrent: number
  readonly max_waiting: number
}

/** Creates a semaphore whose slots are all free. */
export function createSemaphore({ max_concurrent, max_waiting }: SlotLimits): Semaphore {
  const waiting = new Set<() => void>()
  let used = 0

  const take = (): (() => void) => {
    used += 1
    let isFree = false
    return () => {
      if (isFree) return
      isFree = true
      used -= 1
      const [next] = waiting
      next?.()
    }
  }

  return {
    async acquire(signal) {
      signal.throwIfAborted()
      if (used < max_concurrent) return take()
      if (waiting.size >= max_waiting)
        throw new SkillBusyError(
          `the skill has reached its limits: max_concurrent ${max_concurrent}, max_waiting ${max_waiting}`,
        )
      return new Promise((resolve, reject) => {
        const onFree = (): void => {
          leave()
          resolve(take())
        }
        const onAbort = (): void => {
          leave()
          reject(signal.reason as Error)
        }
        const leave = (): void => {
          waiting.delete(onFree)
          signal.removeEventListener('abort', onAbort)
        }
        waiting.add(onFree)
        signal.addEventListener('abort', onAbort)
      })
    },
  }
}
