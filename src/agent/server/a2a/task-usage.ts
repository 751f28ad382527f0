/** The properties of a task that determine the usage of its owner. */
interface TaskUsageInput {
  readonly id: string
  readonly owner: string
  readonly bytes: number
  readonly has_ended: boolean
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
 * The memory that the tasks of each owner take. The sums are updated incrementally, because adding up a thousand tasks for each new one
 * would be too slow.
 */
export interface TaskUsage {
  readonly running_bytes: number
  readonly bytes: number
  runningBytesOf(owner: string): number
  add(task: TaskUsageInput): void
  remove(task: TaskUsageInput): void
  /** Returns the oldest ended task of the owner whose ended tasks take the most memory. */
  evictionCandidate(): string | undefined
}

/** Creates the usage of a store that has no tasks. */
export function createTaskUsage(): TaskUsage {
  const usages = new Map<string, OwnerUsage>()
  let running_bytes = 0
  let ended_bytes = 0

  function usageOf(owner: string): OwnerUsage {
    const known = usages.get(owner)
    if (known) return known
    const usage = { running_bytes: 0, ended_bytes: 0, ended: new Set<string>() }
    usages.set(owner, usage)
    return usage
  }

  function change({ owner, bytes, has_ended }: TaskUsageInput, sign: 1 | -1): OwnerUsage {
    const usage = usageOf(owner)
    if (has_ended) {
      ended_bytes += sign * bytes
      usage.ended_bytes += sign * Math.max(bytes, MIN_BYTES)
    } else {
      running_bytes += sign * bytes
      usage.running_bytes += sign * bytes
    }
    return usage
  }

  return {
    get running_bytes() {
      return running_bytes
    },
    get bytes() {
      return running_bytes + ended_bytes
    },
    runningBytesOf: (owner) => usages.get(owner)?.running_bytes ?? 0,
    add(task) {
      const usage = change(task, 1)
      if (task.has_ended) usage.ended.add(task.id)
    },
    remove(task) {
      const usage = change(task, -1)
      usage.ended.delete(task.id)
      if (usage.running_bytes === 0 && usage.ended.size === 0) usages.delete(task.owner)
    },
    evictionCandidate() {
      const largest = [...usages.values()].reduce<OwnerUsage | undefined>(
        (found, next) => (found && found.ended_bytes >= next.ended_bytes ? found : next),
        undefined,
      )
      return largest?.ended.values().next().value
    },
  }
}
