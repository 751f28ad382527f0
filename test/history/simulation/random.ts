import { createHash } from 'node:crypto'

/** Creates a source of random choices that is determined by its seed (mulberry32). */
export function choices(seed: number) {
  let state = seed >>> 0
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(fraction() * limit)
  return {
    fraction,
    below,
    chance: (probability: number): boolean => fraction() < probability,
    of: <Item>(items: readonly Item[]): Item => items[below(items.length)]!,
    /** Chooses an item with a probability proportional to its weight. */
    weighted<Item extends { readonly weight: number }>(items: readonly Item[]): Item {
      let left = fraction() * items.reduce((sum, { weight }) => sum + weight, 0)
      for (const item of items) if ((left -= item.weight) < 0) return item
      return items.at(-1)!
    },
  }
}
export type Choices = ReturnType<typeof choices>

/** Creates a source of pseudorandom bytes that is determined by its name. */
export function bytesOf(name: string): (bytes: number) => Uint8Array {
  let drawn = 0
  return (bytes) =>
    createHash('shake256', { outputLength: bytes })
      .update(`${name}:${(drawn += 1)}`)
      .digest()
}
