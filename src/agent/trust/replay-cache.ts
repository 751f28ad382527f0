/** Remembers the tasks that were taken, for as long as their statements could be presented again. */
export interface ReplayCache {
  /** Adds a task. `replayed` if it was added before; `full` if no more can be remembered, and then the task must not be executed. */
  add(task_id: string, until_ms: number, now_ms: number): 'fresh' | 'replayed' | 'full'
}

/** Only tasks with a valid signature of the platform are added: this is enough for 800 a second for as long as they are valid. */
const MAX_TASKS = 100_000

/**
 * Creates a replay cache in memory. No task is forgotten early, because its statement could then be used to run it again; a full cache
 * refuses new tasks instead.
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

/** Tasks are valid for about equally long, so the oldest come first. One that is valid longer delays only the removal of later ones. */
function forgetExpired(tasks: Map<string, number>, now: number): void {
  for (const [task_id, until] of tasks) {
    if (until > now) return
    tasks.delete(task_id)
  }
}
