/** Tasks that were taken, for as long as their statements could be presented again. */
export interface SpentTasks {
  /** `spent` when it was taken before; `full` when no more can be remembered, and then it must not be executed. */
  spend(task_id: string, until_ms: number, now_ms: number): 'fresh' | 'spent' | 'full'
}

/** Only tasks under a good signature of the platform come here: 800 a second, as long as they live. */
const MOST_TASKS = 100_000

/**
 * Spent tasks in memory. None is forgotten before its time, because whoever kept its statement could then run it again; instead a
 * full memory takes no more tasks.
 */
export function createSpentTasks(most = MOST_TASKS): SpentTasks {
  const spent = new Map<string, number>()
  return {
    spend(task_id, until_ms, now_ms) {
      forgetExpired(spent, now_ms)
      if (spent.has(task_id)) return 'spent'
      if (spent.size >= most) return 'full'
      spent.set(task_id, until_ms)
      return 'fresh'
    },
  }
}

/** Tasks live about equally long, so the oldest come first; one that lives longer keeps those behind it a little longer too. */
function forgetExpired(spent: Map<string, number>, now: number): void {
  for (const [task_id, until] of spent) {
    if (until > now) return
    spent.delete(task_id)
  }
}
