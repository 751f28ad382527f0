/** What is to be done when, the earliest first: a binary heap, so that a hundred thousand heartbeats to come cost no more than a few. */
export class DueQueue<T> {
  readonly #at: number[] = []
  readonly #items: T[] = []

  get size(): number {
    return this.#items.length
  }

  /** When the first is due; undefined when there is none. */
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

  /** Takes the first out if it is due by then. */
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
