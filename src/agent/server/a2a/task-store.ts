import { HOUR_MS } from '../../../domain/time.ts'
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

/** The memory that tasks take, with the tasks of each owner. */
interface Usage {
  bytes: number
  running_bytes: number
  readonly owners: Map<string, OwnerUsage>
}
interface OwnerUsage {
  running_bytes: number
  /** Bytes of the ended tasks, each of which counts as at least `MIN_BYTES`. */
  ended_bytes: number
  /** The identifiers of the ended tasks, the oldest first. */
  readonly ended: Set<string>
}

/** An ended task counts as at least this many bytes when owners are compared, so that many small tasks count as well. */
const MIN_BYTES = 1024

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
  const usage: Usage = { bytes: 0, running_bytes: 0, owners: new Map() }

  function put(entries: Map<string, Entry>, entry: Entry): void {
    entries.set(entry.task.identity.id, entry)
    count(usage, entry, 1)
  }
  function remove(entries: Map<string, Entry>, id: string): void {
    const entry = entries.get(id)
    if (!entry) return
    entries.delete(id)
    count(usage, entry, -1)
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
    while (ended.size > 0 && (ended.size > limits.ended || usage.bytes > limits.bytes)) {
      const largest = [...usage.owners.values()].reduce((found, next) =>
        found.ended_bytes >= next.ended_bytes ? found : next,
      )
      remove(ended, largest.ended.values().next().value!)
    }
  }

  return {
    add(task, bytes) {
      forgetExpired()
      const owner = usage.owners.get(task.identity.owner)
      if ((owner?.running_bytes ?? 0) + bytes > limits.bytes / 2) return false
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

/** Adds a task to the usage, or removes it. The sums are kept, because adding up a thousand tasks for each new one would be too slow. */
function count(usage: Usage, { task, bytes, ended_at_ms }: Entry, sign: 1 | -1): void {
  const { id, owner: name } = task.identity
  const owner = usage.owners.get(name) ?? { running_bytes: 0, ended_bytes: 0, ended: new Set() }
  usage.bytes += sign * bytes
  if (ended_at_ms === undefined) {
    usage.running_bytes += sign * bytes
    owner.running_bytes += sign * bytes
  } else {
    owner.ended_bytes += sign * Math.max(bytes, MIN_BYTES)
    if (sign === 1) owner.ended.add(id)
    else owner.ended.delete(id)
  }
  if (owner.running_bytes === 0 && owner.ended.size === 0) usage.owners.delete(name)
  else usage.owners.set(name, owner)
}
