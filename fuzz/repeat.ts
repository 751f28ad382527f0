/** The settings that determine the requests of a run of `fuzz/run.ts`. */
export interface RunScope {
  /**
   * The selection of runs that `npm test` (`core`) or `npm run test:deep` (`gate`) includes, with its own phases; `core` has a single
   * round.
   */
  readonly part: 'core' | 'gate' | undefined
  /** The names of the runs; all if undefined. */
  readonly only: string | undefined
  readonly seed: number
  readonly seeds: number
  readonly factor: number
}

/** Returns the command that sends the same requests again. */
export const repeatCommand = ({ part, only, seed, seeds, factor }: RunScope): string =>
  [
    'npm run fuzz --',
    ...(part === undefined ? [] : [`--${part}`]),
    `--seed ${seed}`,
    ...(seeds === 1 ? [] : [`--seeds ${seeds}`]),
    ...(factor === 1 && part === undefined ? [] : [`--factor ${factor}`]),
    ...(part !== undefined || only === undefined ? [] : [`--only ${only}`]),
  ].join(' ')
