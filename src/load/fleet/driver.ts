import type { DueQueue } from './due.ts'

const LONGEST_NAP_MS = 50

/**
 * Has everything done when it is due, whatever became of what was done before: the load is open, as that of real agents is. When
 * this process was held up, all that became due meanwhile is done at once, and each knows when it was due.
 */
export function drive<T>(queue: DueQueue<T>, fire: (item: T, due: number) => void): () => void {
  const turn = () => {
    const now = performance.now()
    for (let due = queue.take(now); due; due = queue.take(now)) fire(due.item, due.at)
    const wait = (queue.next ?? Infinity) - performance.now()
    timer = setTimeout(turn, Math.min(LONGEST_NAP_MS, Math.max(1, wait)))
  }
  let timer = setTimeout(turn, 0)
  return () => clearTimeout(timer)
}
