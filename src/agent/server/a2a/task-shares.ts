/** What counts of a task: whose it is, and whether it runs. */
interface Counted {
  readonly id: string
  readonly owner: string
  readonly bytes: number
  readonly has_ended: boolean
}

interface Share {
  running_bytes: number
  /** Bytes of the ended tasks, of which each takes at least `MIN_BYTES`. */
  ended_bytes: number
  /** The identifiers of the ended tasks, the oldest first. */
  readonly ended: Set<string>
}

/** An ended task takes at least this many bytes, so that many small ones count as well. */
const MIN_BYTES = 1024

/** What the tasks of all owners take. The sums are kept up to date, because adding up a thousand tasks for each new one costs more than it. */
export interface TaskShares {
  readonly running_bytes: number
  readonly bytes: number
  runningBytesOf(owner: string): number
  add(task: Counted): void
  remove(task: Counted): void
  /** Returns the oldest ended task of the owner whose ended tasks take most. */
  oldestOfLargest(): string | undefined
}

/** Creates the sums of a store without tasks. */
export function createTaskShares(): TaskShares {
  const shares = new Map<string, Share>()
  let running_bytes = 0
  let ended_bytes = 0

  function shareOf(owner: string): Share {
    const known = shares.get(owner)
    if (known) return known
    const share = { running_bytes: 0, ended_bytes: 0, ended: new Set<string>() }
    shares.set(owner, share)
    return share
  }

  function change({ owner, bytes, has_ended }: Counted, sign: 1 | -1): Share {
    const share = shareOf(owner)
    if (has_ended) {
      ended_bytes += sign * bytes
      share.ended_bytes += sign * Math.max(bytes, MIN_BYTES)
    } else {
      running_bytes += sign * bytes
      share.running_bytes += sign * bytes
    }
    return share
  }

  return {
    get running_bytes() {
      return running_bytes
    },
    get bytes() {
      return running_bytes + ended_bytes
    },
    runningBytesOf: (owner) => shares.get(owner)?.running_bytes ?? 0,
    add(task) {
      const share = change(task, 1)
      if (task.has_ended) share.ended.add(task.id)
    },
    remove(task) {
      const share = change(task, -1)
      share.ended.delete(task.id)
      if (share.running_bytes === 0 && share.ended.size === 0) shares.delete(task.owner)
    },
    oldestOfLargest() {
      const largest = [...shares.values()].reduce<Share | undefined>(
        (found, next) => (found && found.ended_bytes >= next.ended_bytes ? found : next),
        undefined,
      )
      return largest?.ended.values().next().value
    },
  }
}
