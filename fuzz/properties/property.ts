import fc from 'fast-check'

/** A property that can be tested. The description of a failure names the command that reproduces it. */
export interface Property {
  readonly name: string
  run(settings: RunSettings): Promise<PropertyResult>
}
export interface RunSettings {
  readonly seed: number
  readonly runs: number
  readonly path?: string | undefined
}
export interface PropertyResult {
  readonly name: string
  readonly runs: number
  /** The description of a counterexample; absent if there is none. */
  readonly failure?: string
}

/**
 * Creates a property of generated values, whose counterexamples are shrunk. `factor` multiplies the number of runs: less than 1 for
 * properties that are slow, more for those with many cases.
 */
export function property<T>(
  name: string,
  drawn: fc.Arbitrary<T>,
  holds: (value: T) => Promise<void>,
  factor = 1,
): Property {
  return {
    name,
    async run({ seed, runs, path }) {
      const numRuns = Math.max(1, Math.ceil(runs * factor))
      const details = await fc.check(fc.asyncProperty(drawn, holds), {
        seed,
        numRuns,
        ...(path !== undefined && { path }),
        endOnFailure: false,
        interruptAfterTimeLimit: TIME_LIMIT_MS,
      })
      if (!details.failed || details.counterexample === null) return { name, runs: details.numRuns }
      return { name, runs: details.numRuns, failure: describeFailure(name, seed, details) }
    },
  }
}
const TIME_LIMIT_MS = 120_000
const MAX_TEXT_LENGTH = 1500

/** Creates a property without generated values. `holds` resolves with the number of cases that it tried. */
export function deterministicProperty(
  name: string,
  holds: (settings: RunSettings) => Promise<number>,
): Property {
  return {
    name,
    async run(settings) {
      try {
        return { name, runs: await holds(settings) }
      } catch (error) {
        return {
          name,
          runs: 1,
          failure: `${name}: ${messageOf(error)}\n  to repeat: npm run fuzz:properties -- --only '${name}'`,
        }
      }
    },
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

function describeFailure<T>(
  name: string,
  seed: number,
  { counterexample, counterexamplePath, errorInstance, numShrinks }: fc.RunDetails<[T]>,
): string {
  return [
    `${name}: ${messageOf(errorInstance)}`,
    `  smallest after ${numShrinks} steps: ${fc.stringify(counterexample![0]).slice(0, MAX_TEXT_LENGTH)}`,
    `  to repeat: npm run fuzz:properties -- --only '${name}' --seed ${seed} --path ${counterexamplePath}`,
  ].join('\n')
}

/** @throws Error that lists all complaints, if there are any */
export function expectNone(complaints: readonly string[], about: string): void {
  if (complaints.length > 0)
    throw new Error(`${complaints.join('; ')} (${about.slice(0, MAX_TEXT_LENGTH)})`)
}
