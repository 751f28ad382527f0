import type { Turn } from '../contract/typed.ts'
import { currentStopwatch, type Stopwatch } from '../store/stopwatch.ts'

/** The event-loop time that a request used, in milliseconds. */
export interface SpentTime {
  readonly own_ms: number
  /**
   * The request's share of the time of group commits. Unlike `own_ms`, it is charged without a surcharge for sockets and garbage
   * collection.
   */
  readonly commit_ms: number
}

/** Creates a turn from a slot, which is already taken. `take` returns a promise if the request has to wait. */
export function createTurn(
  slot: { take(): Promise<void> | undefined; release(spent: SpentTime): void; isShared(): boolean },
  now: () => number,
): Turn {
  let isHeld = true
  let [own_ms, commit_ms] = [0, 0]
  /** When the time that is being counted began. */
  let since: number | undefined
  const stopwatch: Stopwatch = {
    now,
    resume() {
      if (isHeld) since ??= now()
    },
    pause() {
      if (since !== undefined) own_ms += now() - since
      since = undefined
    },
    addCommit(milliseconds) {
      commit_ms += milliseconds
    },
    isShared: slot.isShared,
  }
  const turn: Turn = {
    run(work) {
      stopwatch.resume()
      try {
        return currentStopwatch.run(stopwatch, work)
      } finally {
        stopwatch.pause()
      }
    },
    async releaseDuring(work) {
      const done = turn.run(work)
      turn.end()
      try {
        return await done
      } finally {
        await slot.take()
        isHeld = true
      }
    },
    end() {
      if (!isHeld) return
      stopwatch.pause()
      isHeld = false
      slot.release({ own_ms, commit_ms })
      own_ms = commit_ms = 0
    },
  }
  return turn
}
