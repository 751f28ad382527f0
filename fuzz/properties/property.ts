import fc from 'fast-check'

/** What is to hold, tried with drawn values; a failure is shrunk, and tells how to see it again. */
export interface Property {
  readonly name: string
  run(order: Order): Promise<Verdict>
}
export interface Order {
  readonly seed: number
  readonly runs: number
  readonly path?: string | undefined
}
export interface Verdict {
  readonly name: string
  readonly runs: number
  /** Undefined when the property holds. */
  readonly failure?: string
}

/** A property of fast-check; `most` bounds the runs where each is long. */
export function property<T>(
  name: string,
  drawn: fc.Arbitrary<T>,
  holds: (value: T) => Promise<void>,
  share = 1,
): Property {
  return {
    name,
    async run({ seed, runs, path }) {
      const numRuns = Math.max(1, Math.ceil(runs * share))
      const details = await fc.check(fc.asyncProperty(drawn, holds), {
        seed,
        numRuns,
        ...(path !== undefined && { path }),
        endOnFailure: false,
        interruptAfterTimeLimit: SHRINK_MS,
      })
      if (!details.failed || details.counterexample === null) return { name, runs: details.numRuns }
      return { name, runs: details.numRuns, failure: sentence(name, seed, details) }
    },
  }
}
const SHRINK_MS = 120_000
const MOST = 1500

/** Without drawn values: holds or not. */
export function fact(name: string, holds: (order: Order) => Promise<number>): Property {
  return {
    name,
    async run(order) {
      try {
        return { name, runs: await holds(order) }
      } catch (error) {
        return {
          name,
          runs: 1,
          failure: `${name}: ${messageOf(error)}\n  again: npm run fuzz:properties -- --only '${name}'`,
        }
      }
    },
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

function sentence<T>(
  name: string,
  seed: number,
  { counterexample, counterexamplePath, errorInstance, numShrinks }: fc.RunDetails<[T]>,
): string {
  return [
    `${name}: ${messageOf(errorInstance)}`,
    `  smallest after ${numShrinks} steps: ${fc.stringify(counterexample![0]).slice(0, MOST)}`,
    `  again: npm run fuzz:properties -- --only '${name}' --seed ${seed} --path ${counterexamplePath}`,
  ].join('\n')
}

/** @throws Error with all complaints; none is fine */
export function expectNone(complaints: readonly string[], about: string): void {
  if (complaints.length > 0) throw new Error(`${complaints.join('; ')} (${about.slice(0, MOST)})`)
}
