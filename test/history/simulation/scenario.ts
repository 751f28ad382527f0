import { choices, type Choices } from './random.ts'

/** What a client intends. `back` picks among what answers brought so far: 0 the newest token, 1 the one before it. */
export interface Intent {
  readonly do: 'create' | 'bootstrap' | 'lease' | 'use' | 'refresh' | 'revoke' | 'recover'
  readonly agent: number
  readonly back?: number
  /** Minutes of an install token, seconds between heartbeats, or milliseconds of a shutdown. */
  readonly number?: number
  readonly stopped?: boolean
}

/** What goes wrong, and how often. */
export interface Weather {
  /** How many times time jumps, a process crashes, the store fails, and what time made due is swept. */
  readonly jumps: number
  /** Probability that a jump takes weeks rather than leading to a moment that matters. */
  readonly ages: number
  readonly crashes: number
  readonly outages: number
  readonly sweeps: number
  /** Probabilities that a request arrives twice, and that a client gives up waiting. */
  readonly twice: number
  readonly lost: number
  /** How wrong the clocks of the platform's processes may be at most, in milliseconds, and how often one is set. */
  readonly skew: number
  readonly steps: number
}

/** Everything about a run but the order in which things happen. */
export interface Scenario { readonly clients: readonly (readonly Intent[])[]; readonly weather: Weather }

const MINUTE = 60_000
export const CALM: Weather = { jumps: 0, ages: 0, crashes: 0, outages: 0, sweeps: 0, twice: 0, lost: 0, skew: 0, steps: 0 }

const USUAL = [
  { weight: 2, do: 'create' }, { weight: 7, do: 'bootstrap' }, { weight: 10, do: 'lease' }, { weight: 4, do: 'use' }, { weight: 6, do: 'refresh' },
  { weight: 2, do: 'revoke' }, { weight: 2, do: 'recover' },
] as const
/** What matters where credentials grow old. */
const OLD_AGE = [{ weight: 3, do: 'create' }, { weight: 5, do: 'bootstrap' }, { weight: 6, do: 'lease' }, { weight: 5, do: 'refresh' }, { weight: 6, do: 'recover' }] as const

const SEASONS: readonly { readonly weather: Weather; readonly likely: typeof USUAL | typeof OLD_AGE }[] = [
  { likely: USUAL, weather: { ...CALM, jumps: 8, sweeps: 2 } },
  { likely: OLD_AGE, weather: { ...CALM, jumps: 8, ages: 0.7, sweeps: 1 } },
  { likely: USUAL, weather: { ...CALM, jumps: 4, twice: 0.15, lost: 0.1 } },
  { likely: USUAL, weather: { ...CALM, jumps: 4, crashes: 2, outages: 2, sweeps: 2 } },
  { likely: USUAL, weather: { ...CALM, jumps: 4, crashes: 1, outages: 1, twice: 0.08, lost: 0.08, sweeps: 2 } },
  { likely: USUAL, weather: { ...CALM, jumps: 4, twice: 0.08, lost: 0.04, sweeps: 1, skew: 5 * MINUTE, steps: 3 } },
  { likely: USUAL, weather: { ...CALM, jumps: 3, crashes: 1, sweeps: 1, skew: 60 * MINUTE, steps: 4 } },
]

/** The scenario of a seed: some clients that share one or two agents, under one kind of weather. */
export function scenarioOf(seed: number): Scenario {
  const choose = choices(seed)
  const { weather, likely } = choose.of(SEASONS)
  const agents = likely === OLD_AGE ? 1 : 1 + choose.below(2)
  const clients = Array.from({ length: 2 + choose.below(4) }, (_, client) => [
    // Somebody has to begin.
    ...(client < agents ? [{ do: 'create', agent: client, number: choose.of([15, 1440]) } as const, { do: 'bootstrap', agent: client } as const] : []),
    ...Array.from({ length: 4 + choose.below(7) }, () => intent(choose, agents, choose.weighted<{ weight: number; do: Intent['do'] }>(likely).do)),
  ])
  return { clients, weather }
}

function intent(choose: Choices, agents: number, name: Intent['do']): Intent {
  const usual = { do: name, agent: choose.below(agents), back: choose.chance(0.6) ? 0 : choose.below(4) }
  switch (name) {
    case 'create': return { ...usual, number: choose.of([1, 15, 1440]) }
    case 'lease': return { ...usual, ...(choose.chance(0.2) && { number: choose.of([1, 5, 60, 300]) }), ...(choose.chance(0.15) && { stopped: true }) }
    case 'revoke': return { ...usual, number: choose.of([0, 30_000, 120_000, 3_600_000]) }
    case 'bootstrap':
    case 'use':
    case 'refresh':
    case 'recover': return usual
  }
}
