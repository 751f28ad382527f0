import { Durations } from './histogram.ts'
import { Timeline } from './timeline.ts'

/** What a fleet asks, by the names of the contract. */
export const OPERATIONS = [
  'renewLease',
  'createInstallToken',
  'bootstrapInstallation',
  'refreshRuntimeToken',
  'recoverInstallation',
  'revokeInstallation',
] as const
export type Operation = (typeof OPERATIONS)[number]

/** While the fleet grows, while it is measured, and while the run cleans up behind itself. */
export const PHASES = ['ramp', 'steady', 'cleanup'] as const
export type Phase = (typeof PHASES)[number]

/** How one request ended: `200`, `429 RATE_LIMITED`, `TIMEOUT`. */
export interface Ending {
  readonly outcome: string
  /** `good` as it should be, `explained` by something the run did itself, `bad` anything else. */
  readonly judgement: 'good' | 'explained' | 'bad'
}

/** One kind of ending and how often it came. */
export interface Count extends Ending {
  readonly phase: Phase
  readonly operation: Operation
  readonly count: number
}

/** When something was due, in milliseconds since the run began, and how long it took from then, whatever kept it. */
export interface Moment {
  readonly due: number
  readonly milliseconds: number
  /** Installations that lived. */ readonly live: number
}

/** Different endings that are told apart; a platform that invents codes must not fill the memory. */
const MOST_COUNTS = 200

/** Everything that is counted in a run. Latencies of operations are those of the steady phase. */
export class Tally {
  readonly timeline = new Timeline()
  /** Heartbeats and everything else, of the steady phase. */
  readonly durations: Readonly<Record<Operation, Durations>> = Object.fromEntries(
    OPERATIONS.map((operation) => [operation, new Durations(3)]),
  ) as Record<Operation, Durations>
  readonly #counts = new Map<string, { ending: Omit<Count, 'count'>; count: number }>()

  record(counted: Omit<Count, 'count'>, { due, milliseconds, live }: Moment): void {
    this.#count(counted)
    const { phase, operation, judgement } = counted
    if (phase === 'steady') this.durations[operation].record(milliseconds)
    if (phase !== 'cleanup') this.timeline.record(due, milliseconds, judgement !== 'bad', live)
  }

  get counts(): readonly Count[] {
    return [...this.#counts.values()].map(({ ending, count }) => ({ ...ending, count }))
  }

  #count(given: Omit<Count, 'count'>): void {
    const key = keyOf(given)
    const ending =
      this.#counts.has(key) || this.#counts.size < MOST_COUNTS
        ? given
        : { ...given, outcome: 'OTHER' }
    const known = this.#counts.get(keyOf(ending))
    if (known) known.count += 1
    else this.#counts.set(keyOf(ending), { ending, count: 1 })
  }
}

const keyOf = ({ phase, operation, outcome, judgement }: Omit<Count, 'count'>): string =>
  `${phase} ${operation} ${judgement} ${outcome}`

/** How often something came, of the counts that fit. */
export const sum = (counts: readonly Count[], fits: (count: Count) => boolean): number =>
  counts.reduce((total, one) => (fits(one) ? total + one.count : total), 0)
