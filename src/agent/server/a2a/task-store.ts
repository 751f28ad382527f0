import { HOUR_MS } from '../../../domain/time.ts'
import { createTaskUsage } from './task-usage.ts'
import type { A2aTask } from './task.ts'

const MEBIBYTE = 1024 * 1024

/** The limits of the store (docs/specification/a2a.md#kept-tasks). */
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
  readonly bytes: number
  /** Milliseconds since 1970; undefined while the task runs. */
  readonly ended_at_ms: number | undefined
}

/**
 * Stores A2A tasks in memory. Running tasks of one owner take at most half of the space. When space runs out, the oldest ended task of
 * the owner whose ended tasks take the most memory is evicted.
 */
export interface TaskStore {
  /** Adds a task that starts, with the bytes of its input. Returns false if there is no room for them, for its owner or in total. */
  add(task: A2aTask, bytes: number): boolean
  /** Returns a task of this owner. */
  find(id: string, owner: string): A2aTask | undefined
  /** Keeps a task that has ended, with the bytes of its result, as long as there is room. */
  keep(task: A2aTask, bytes: number): void
}

/** Creates a store of tasks. Running tasks are never removed. */
export function createTaskStore(now_ms: () => number, limits = DEFAULT_LIMITS): TaskStore {
  const running = new Map<string, Entry>()
  /** Ordered by the time at which they ended. */
  const ended = new Map<string, Entry>()
  const usage = createTaskUsage()

  function put(entries: Map<string, Entry>, entry: Entry): void {
    entries.set(entry.task.identity.id, entry)
    usage.add(countedOf(entry))
  }
  function remove(entries: Map<string, Entry>, id: string): void {
    const entry = entries.get(id)
    if (!entry) return
    entries.delete(id)
    usage.remove(countedOf(entry))
  }

  function forgetExpired(): void {
    const earliest = now_ms() - limits.lifetime_ms
    for (const [id, { ended_at_ms }] of ended) {
      if (ended_at_ms! > earliest) return
      remove(ended, id)
    }
  }

  /** Removes ended tasks until the limits hold, each time the oldest one of the owner whose ended tasks take the most memory. */
  function evict(): void {
    while (ended.size > 0 && (ended.size > limits.ended || usage.bytes > limits.bytes))
      remove(ended, usage.evictionCandidate()!)
  }

  return {
    add(task, bytes) {
      forgetExpired()
      if (usage.runningBytesOf(task.identity.owner) + bytes > limits.bytes / 2) return false
      if (usage.running_bytes + bytes > limits.bytes) return false
      put(running, { task, bytes, ended_at_ms: undefined })
      evict()
      return true
    },
    find(id, owner) {
      forgetExpired()
      const task = (running.get(id) ?? ended.get(id))?.task
      return task?.identity.owner === owner ? task : undefined
    },
    keep(task, bytes) {
      remove(running, task.identity.id)
      put(ended, { task, bytes, ended_at_ms: now_ms() })
      evict()
    },
  }
}

const countedOf = ({ task: { identity }, bytes, ended_at_ms }: Entry) => ({
  id: identity.id,
  owner: identity.owner,
  bytes,
  has_ended: ended_at_ms !== undefined,
})
