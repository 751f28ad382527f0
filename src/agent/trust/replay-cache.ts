/** Remembers the accepted tasks for as long as their statements could be presented again. */
export interface ReplayCache {
  /**
   * Adds a task. Returns `replayed` if it was added before, and `full` if there is no space, in which case the task must not be executed.
   */
  add(task_id: string, until_ms: number, now_ms: number): 'fresh' | 'replayed' | 'full'
}

/**
 * Only tasks with a valid signature from the platform are added. This suffices for about 250 tasks per second, because each task is
 * remembered for about six minutes.
 */
const MAX_TASKS = 100_000

/**
 * Creates a replay cache in memory. A full cache refuses new tasks instead of forgetting older ones, whose statements could then be used to
 * run them again.
 */
export function createReplayCache(max = MAX_TASKS): ReplayCache {
  const tasks = new Map<string, number>()
  return {
    add(task_id, until_ms, now_ms) {
      forgetExpired(tasks, now_ms)
      if (tasks.has(task_id)) return 'replayed'
      if (tasks.size >= max) return 'full'
      tasks.set(task_id, until_ms)
      return 'fresh'
    },
  }
}

/**
 * Deletes expired tasks. Tasks have about the same lifetime, so they are nearly ordered by their expiry. A task with a longer lifetime only
 * delays the removal of later ones.
 */
function forgetExpired(tasks: Map<string, number>, now: number): void {
  for (const [task_id, until] of tasks) {
    if (until > now) return
    tasks.delete(task_id)
  }
}
