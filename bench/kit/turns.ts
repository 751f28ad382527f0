import { median } from './figures.ts'

const WARM_UP_ROUNDS = 3

/**
 * Lets contenders take turns, round after round, so that noise of the machine meets all of them; short turns and many do so best. The
 * first rounds only warm up.
 * @returns what each contender did in each round that counts
 */
export async function inTurns<Name extends string, T>(
  contenders: Readonly<Record<Name, () => Promise<T>>>,
  rounds: number,
): Promise<Record<Name, T[]>> {
  const names = Object.keys(contenders) as Name[]
  const seen = Object.fromEntries(names.map((name) => [name, [] as T[]])) as Record<Name, T[]>
  for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
    // Every other round runs in reverse order, so that no contender always follows the same one.
    for (const name of round % 2 ? names : names.toReversed()) {
      const done = await contenders[name]()
      if (round >= 0) seen[name].push(done)
    }
  }
  return seen
}

/** Returns the ratio of two contenders: the median of the ratios of all rounds. */
export const ratioOf = (own: readonly number[], peer: readonly number[]): number =>
  median(own.map((value, at) => value / peer[at]!))
