import { Durations } from './histogram.ts'
import { Timeline } from './timeline.ts'

/** The operations of a fleet, by their operationIds. */
export const OPERATIONS = [
  'renewLease',
  'createInstallToken',
  'bootstrapInstallation',
  'refreshRuntimeToken',
  'recoverInstallation',
  'revokeInstallation',
] as const
export type Operation = (typeof OPERATIONS)[number]

/** The phases of a run: the fleet grows, is measured, and is removed. */
export type Phase = 'ramp' | 'steady' | 'cleanup'

/** The classified outcome of one request, such as `200`, `429 RATE_LIMITED` or `TIMEOUT`. */
export interface Ending {
  readonly outcome: string
  /** `good`: success; `explained`: a failure that the run itself caused; `bad`: any other failure. */
  readonly judgement: 'good' | 'explained' | 'bad'
}

/** One kind of ending with its number of occurrences. */
export interface Count extends Ending {
  readonly phase: Phase
  readonly operation: Operation
  readonly count: number
}

/** When a request was due, in milliseconds since the run began, and its latency from then, including delays before it was sent. */
export interface Timing {
  readonly due: number
  readonly milliseconds: number
  /** Live installations at that time. */
  readonly live: number
}

/**
 * Maximum number of different counts. Further outcomes are counted as OTHER, so that a platform that returns arbitrary codes does not
 * exhaust the memory.
 */
const MAX_COUNTS = 200

/** The counts and latencies of a run. Latencies by operation are those of the steady phase. */
export class RequestStatistics {
  readonly timeline = new Timeline()
  /** Latencies of the steady phase, by operation. */
  readonly durations: Readonly<Record<Operation, Durations>> = Object.fromEntries(
    OPERATIONS.map((operation) => [operation, new Durations(3)]),
  ) as Record<Operation, Durations>
  readonly #counts = new Map<string, { ending: Omit<Count, 'count'>; count: number }>()

  record(counted: Omit<Count, 'count'>, { due, milliseconds, live }: Timing): void {
    this.#count(counted)
    const { phase, operation, judgement } = counted
    if (phase === 'steady') this.durations[operation].record(milliseconds)
    if (phase !== 'cleanup') this.timeline.record(due, milliseconds, judgement !== 'bad', live)
  }

  get counts(): readonly Count[] {
    return [...this.#counts.values()].map(({ ending, count }) => ({ ...ending, count }))
  }

  #count(counted: Omit<Count, 'count'>): void {
    const key = keyOf(counted)
    const ending =
      this.#counts.has(key) || this.#counts.size < MAX_COUNTS
        ? counted
        : { ...counted, outcome: 'OTHER' }
    const existing = this.#counts.get(keyOf(ending))
    if (existing) existing.count += 1
    else this.#counts.set(keyOf(ending), { ending, count: 1 })
  }
}

const keyOf = ({ phase, operation, outcome, judgement }: Omit<Count, 'count'>): string =>
  `${phase} ${operation} ${judgement} ${outcome}`

/** Returns the sum of the counts that match. */
export const sum = (counts: readonly Count[], matches: (count: Count) => boolean): number =>
  counts.reduce((total, entry) => (matches(entry) ? total + entry.count : total), 0)
