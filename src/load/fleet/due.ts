/** A priority queue of jobs by due time. It is a binary heap, so that a hundred thousand pending heartbeats are cheap. */
export class DueQueue<T> {
  readonly #at: number[] = []
  readonly #items: T[] = []

  get size(): number {
    return this.#items.length
  }

  /** The due time of the first job; undefined if the queue is empty. */
  get next(): number | undefined {
    return this.#at[0]
  }

  add(at: number, item: T): void {
    let position = this.#items.length
    while (position > 0) {
      const parent = (position - 1) >> 1
      if (this.#at[parent]! <= at) break
      this.#put(position, this.#at[parent]!, this.#items[parent]!)
      position = parent
    }
    this.#put(position, at, item)
  }

  /** Removes and returns the first job if it is due. */
  take(now: number): { readonly at: number; readonly item: T } | undefined {
    const first = this.#at[0]
    if (first === undefined || first > now) return undefined
    const first_job = { at: first, item: this.#items[0]! }
    const [at, item] = [this.#at.pop()!, this.#items.pop()!]
    if (this.#items.length > 0) this.#sink(at, item)
    return first_job
  }

  #sink(at: number, item: T): void {
    let position = 0
    for (;;) {
      const [left, right] = [2 * position + 1, 2 * position + 2]
      const child = right < this.#at.length && this.#at[right]! < this.#at[left]! ? right : left
      if (child >= this.#at.length || this.#at[child]! >= at) break
      this.#put(position, this.#at[child]!, this.#items[child]!)
      position = child
    }
    this.#put(position, at, item)
  }

  #put(position: number, at: number, item: T): void {
    this.#at[position] = at
    this.#items[position] = item
  }
}

const MAX_WAIT_MS = 50

/**
 * Runs each job when it is due, without waiting for earlier ones, which makes the load open-loop. If this process was delayed,
 * all overdue jobs run at once, each with its original due time. Returns a function that stops the driver.
 */
export function drive<T>(queue: DueQueue<T>, run: (item: T, due: number) => void): () => void {
  const tick = () => {
    const now = performance.now()
    for (let due = queue.take(now); due; due = queue.take(now)) run(due.item, due.at)
    const wait = (queue.next ?? Infinity) - performance.now()
    timer = setTimeout(tick, Math.min(MAX_WAIT_MS, Math.max(1, wait)))
  }
  let timer = setTimeout(tick, 0)
  return () => clearTimeout(timer)
}
