import type { DueQueue } from './due.ts'

const MAX_WAIT_MS = 50

/**
 * Runs each job when it is due, without waiting for earlier ones: like real agents, this is an open-loop load. If this process was delayed,
 * all overdue jobs run at once, each with its original due time. Returns a function that stops the driver.
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
