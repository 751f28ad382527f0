/** A priority queue of jobs by due time: a binary heap, so that a hundred thousand pending heartbeats stay cheap. */
export class DueQueue<T> {
  readonly #at: number[] = []
  readonly #items: T[] = []

  get size(): number {
    return this.#items.length
  }

  /** When the first job is due; undefined if the queue is empty. */
  get next(): number | undefined {
    return this.#at[0]
  }

  add(at: number, item: T): void {
    let place = this.#items.length
    while (place > 0) {
      const above = (place - 1) >> 1
      if (this.#at[above]! <= at) break
      this.#put(place, this.#at[above]!, this.#items[above]!)
      place = above
    }
    this.#put(place, at, item)
  }

  /** Removes and returns the first job if it is due. */
  take(now: number): { readonly at: number; readonly item: T } | undefined {
    const first = this.#at[0]
    if (first === undefined || first > now) return undefined
    const taken = { at: first, item: this.#items[0]! }
    const [at, item] = [this.#at.pop()!, this.#items.pop()!]
    if (this.#items.length > 0) this.#sink(at, item)
    return taken
  }

  #sink(at: number, item: T): void {
    let place = 0
    for (;;) {
      const [left, right] = [2 * place + 1, 2 * place + 2]
      const below = right < this.#at.length && this.#at[right]! < this.#at[left]! ? right : left
      if (below >= this.#at.length || this.#at[below]! >= at) break
      this.#put(place, this.#at[below]!, this.#items[below]!)
      place = below
    }
    this.#put(place, at, item)
  }

  #put(place: number, at: number, item: T): void {
    this.#at[place] = at
    this.#items[place] = item
  }
}
