import type { DueQueue } from './due.ts'

const MAX_WAIT_MS = 50

/**
 * Runs each job when it is due, without waiting for earlier ones: the load is open, like that of real agents. When this process was
 * delayed, all overdue jobs run at once, each with the time it was due. Returns a function that stops it.
 */
export function drive<T>(queue: DueQueue<T>, run: (item: T, due: number) => void): () => void {
  const turn = () => {
    const now = performance.now()
    for (let due = queue.take(now); due; due = queue.take(now)) run(due.item, due.at)
    const wait = (queue.next ?? Infinity) - performance.now()
    timer = setTimeout(turn, Math.min(MAX_WAIT_MS, Math.max(1, wait)))
  }
  let timer = setTimeout(turn, 0)
  return () => clearTimeout(timer)
}
