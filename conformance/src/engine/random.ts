import { createHash } from 'node:crypto'

/** Generates values that depend only on the seed and a label. */
export interface Random {
  readonly hex: (length: number) => string
  readonly uuid: () => string
  /** Returns an integer from 0 up to, but not including, `limit`. */
  readonly below: (limit: number) => number
  readonly pick: <T>(from: readonly [T, ...T[]]) => T
  readonly chance: (probability: number) => boolean
}

export function createRandom(seed: string, label: string): Random {
  let block = 0
  let pool = ''
  const hex = (length: number): string => {
    while (pool.length < length) {
      pool += createHash('sha256').update(`${seed}\n${label}\n${block}`).digest('hex')
      block += 1
    }
    const digits = pool.slice(0, length)
    pool = pool.slice(length)
    return digits
  }
  const below = (limit: number): number =>
    Math.floor((Number.parseInt(hex(12), 16) / 0x1000000000000) * limit)
  return {
    hex,
    below,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`,
    pick: (from) => from[below(from.length)] ?? from[0],
    chance: (probability) => below(1_000_000) < probability * 1_000_000,
  }
}
