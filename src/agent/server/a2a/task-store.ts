import { HOUR_MS } from '../../../domain/time.ts'
import type { A2aTask } from './task.ts'

const MEBIBYTE = 1024 * 1024

/** What the store keeps at most (docs/specification/a2a.md#kept-tasks). */
interface TaskStoreLimits {
  /** Tasks that have ended. */
  readonly ended: number
  /** Bytes of the inputs of running tasks and of the results of ended ones. */
  readonly bytes: number
  /** Milliseconds for which an ended task is kept. */
  readonly lifetime_ms: number
}
const DEFAULT_LIMITS: TaskStoreLimits = {
  ended: 1000,
  bytes: 32 * MEBIBYTE,
  lifetime_ms: HOUR_MS,
}

interface Entry {
  readonly task: A2aTask
  bytes: number
  /** Milliseconds since 1970; undefined while the task runs. */
  ended_at_ms: number | undefined
}

/** The tasks of A2A, in memory. No owner takes more than half of the space with running tasks, or the place of another's ended task. */
export interface TaskStore {
  /** Adds a task that starts, with the bytes of its input. Returns false if its owner has no room for them. */
  add(task: A2aTask, bytes: number): boolean
  /** Returns a task of this owner. */
  find(id: string, owner: string): A2aTask | undefined
  /** Keeps a task that has ended, with the bytes of its result, as long as there is room. */
  keep(task: A2aTask, bytes: number): void
}

/** Creates a store of tasks. Running tasks are never removed. */
export function createTaskStore(now_ms: () => number, limits = DEFAULT_LIMITS): TaskStore {
  /** Running tasks, and ended ones in the order of their end. */
  const entries = new Map<string, Entry>()
  const ended = (): Entry[] =>
    [...entries.values()].filter(({ ended_at_ms }) => ended_at_ms !== undefined)
  const bytesOf = (of: Iterable<Entry>): number =>
    [...of].reduce((sum, { bytes }) => sum + bytes, 0)

  function forgetExpired(): void {
    const earliest = now_ms() - limits.lifetime_ms
    for (const { task, ended_at_ms } of ended())
      if (ended_at_ms! <= earliest) entries.delete(task.identity.id)
  }

  /** Removes ended tasks until the limits hold, each time the oldest one of the owner whose ended tasks take most. */
  function makeRoom(): void {
    let kept = ended()
    while (
      kept.length > 0 &&
      (kept.length > limits.ended || bytesOf(entries.values()) > limits.bytes)
    ) {
      const owner = largestOwner(kept)
      const { id } = kept.find(({ task }) => task.identity.owner === owner)!.task.identity
      entries.delete(id)
      kept = kept.filter(({ task }) => task.identity.id !== id)
    }
  }

  return {
    add(task, bytes) {
      forgetExpired()
      const { id, owner } = task.identity
      const running = [...entries.values()].filter(({ ended_at_ms }) => ended_at_ms === undefined)
      const own = running.filter(({ task: { identity } }) => identity.owner === owner)
      if (bytesOf(own) + bytes > limits.bytes / 2) return false
      if (bytesOf(running) + bytes > limits.bytes) return false
      entries.set(id, { task, bytes, ended_at_ms: undefined })
      makeRoom()
      return true
    },
    find(id, owner) {
      forgetExpired()
      const task = entries.get(id)?.task
      return task?.identity.owner === owner ? task : undefined
    },
    keep(task, bytes) {
      const { id } = task.identity
      entries.delete(id)
      entries.set(id, { task, bytes, ended_at_ms: now_ms() })
      makeRoom()
    },
  }
}

/** An ended task takes at least this many bytes, so that many small ones count as well. */
const MIN_BYTES = 1024

function largestOwner(entries: readonly Entry[]): string {
  const sizes = new Map<string, number>()
  for (const { task, bytes } of entries) {
    const { owner } = task.identity
    sizes.set(owner, (sizes.get(owner) ?? 0) + Math.max(bytes, MIN_BYTES))
  }
  return [...sizes].reduce((largest, next) => (next[1] > largest[1] ? next : largest))[0]
}
