import { median } from './figures.ts'

const WARM_UP_ROUNDS = 3

/**
 * Runs contenders in alternation, so that other load on the machine affects all of them equally; many short rounds are best. The first
 * rounds only warm up.
 * @returns the results of each contender in the measured rounds
 */
export async function alternate<Name extends string, T>(
  contenders: Readonly<Record<Name, () => Promise<T>>>,
  rounds: number,
): Promise<Record<Name, T[]>> {
  const names = Object.keys(contenders) as Name[]
  const results = Object.fromEntries(names.map((name) => [name, [] as T[]])) as Record<Name, T[]>
  for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
    // Every other round runs in reverse order, so that no contender always follows the same one.
    for (const name of round % 2 ? names : names.toReversed()) {
      const done = await contenders[name]()
      if (round >= 0) results[name].push(done)
    }
  }
  return results
}

/** Returns the ratio of two contenders: the median of the ratios of all rounds. */
export const ratioOf = (own: readonly number[], peer: readonly number[]): number =>
  median(own.map((value, at) => value / peer[at]!))
