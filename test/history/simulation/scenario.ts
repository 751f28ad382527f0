import { MINUTE } from '../../kit/time.ts'
import { FOUNDER, type Person, type Role } from '../history.ts'
import { choices, type Choices } from './random.ts'

export type Intent = InstallationIntent | PeopleIntent
/** What it is about: one of the agents, or the people of the organization. */
export const subjectOf = (intent: Intent): string =>
  'agent' in intent ? `agent-${intent.agent}` : ORGANIZATION
export const ORGANIZATION = 'organization'

/** What a person intends. `back` picks among the invitations that answers brought so far; who is left out is the one who is invited. */
export interface PeopleIntent {
  readonly do: 'invite' | 'look' | 'accept' | 'decline' | 'withdraw' | 'leave' | 'list'
  readonly by?: Person
  readonly person?: Person
  readonly role?: Role
  readonly back?: number
}

/** What a client intends. `back` picks among what answers brought so far: 0 the newest token, 1 the one before it. */
export interface InstallationIntent {
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
export interface Scenario {
  readonly clients: readonly (readonly Intent[])[]
  readonly weather: Weather
}

export const CALM: Weather = {
  jumps: 0,
  ages: 0,
  crashes: 0,
  outages: 0,
  sweeps: 0,
  twice: 0,
  lost: 0,
  skew: 0,
  steps: 0,
}

const USUAL = [
  { weight: 2, do: 'create' },
  { weight: 7, do: 'bootstrap' },
  { weight: 10, do: 'lease' },
  { weight: 4, do: 'use' },
  { weight: 6, do: 'refresh' },
  { weight: 2, do: 'revoke' },
  { weight: 2, do: 'recover' },
] as const
/** What matters where credentials grow old. */
const OLD_AGE = [
  { weight: 3, do: 'create' },
  { weight: 5, do: 'bootstrap' },
  { weight: 6, do: 'lease' },
  { weight: 5, do: 'refresh' },
  { weight: 6, do: 'recover' },
] as const

const SEASONS: readonly {
  readonly weather: Weather
  readonly likely: typeof USUAL | typeof OLD_AGE
}[] = [
  { likely: USUAL, weather: { ...CALM, jumps: 8, sweeps: 2 } },
  { likely: OLD_AGE, weather: { ...CALM, jumps: 8, ages: 0.7, sweeps: 1 } },
  { likely: USUAL, weather: { ...CALM, jumps: 4, twice: 0.15, lost: 0.1 } },
  { likely: USUAL, weather: { ...CALM, jumps: 4, crashes: 2, outages: 2, sweeps: 2 } },
  {
    likely: USUAL,
    weather: { ...CALM, jumps: 4, crashes: 1, outages: 1, twice: 0.08, lost: 0.08, sweeps: 2 },
  },
  {
    likely: USUAL,
    weather: { ...CALM, jumps: 4, twice: 0.08, lost: 0.04, sweeps: 1, skew: 5 * MINUTE, steps: 3 },
  },
  {
    likely: USUAL,
    weather: { ...CALM, jumps: 3, crashes: 1, sweeps: 1, skew: 60 * MINUTE, steps: 4 },
  },
]

const EVERY = 4
/** The scenario of a seed: installations, and every fourth time people. */
export const scenarioOf = (seed: number): Scenario =>
  seed % EVERY === 0 ? peopleOf(seed) : installationsOf(seed)

/** Some clients that share one or two agents, under one kind of weather. */
export function installationsOf(seed: number): Scenario {
  const choose = choices(seed)
  const { weather, likely } = choose.of(SEASONS)
  const agents = likely === OLD_AGE ? 1 : 1 + choose.below(2)
  const clients = Array.from({ length: 2 + choose.below(4) }, (_, client) => [
    // Somebody has to begin.
    ...(client < agents
      ? [
          { do: 'create', agent: client, number: choose.of([15, 1440]) } as const,
          { do: 'bootstrap', agent: client } as const,
        ]
      : []),
    ...Array.from({ length: 4 + choose.below(7) }, () =>
      intent(
        choose,
        agents,
        choose.weighted<{ weight: number; do: InstallationIntent['do'] }>(likely).do,
      ),
    ),
  ])
  return { clients, weather }
}

function intent(
  choose: Choices,
  agents: number,
  name: InstallationIntent['do'],
): InstallationIntent {
  const usual = {
    do: name,
    agent: choose.below(agents),
    back: choose.chance(0.6) ? 0 : choose.below(4),
  }
  switch (name) {
    case 'create':
      return { ...usual, number: choose.of([1, 15, 1440]) }
    case 'lease':
      return {
        ...usual,
        ...(choose.chance(0.2) && { number: choose.of([1, 5, 60, 300]) }),
        ...(choose.chance(0.15) && { stopped: true }),
      }
    case 'revoke':
      return { ...usual, number: choose.of([0, 30_000, 120_000, 3_600_000]) }
    case 'bootstrap':
    case 'use':
    case 'refresh':
    case 'recover':
      return usual
  }
}

const INVITED: readonly Person[] = ['p1', 'p2', 'p3']
const AMONG_PEOPLE = [
  { weight: 6, do: 'invite' },
  { weight: 3, do: 'look' },
  { weight: 8, do: 'accept' },
  { weight: 3, do: 'decline' },
  { weight: 5, do: 'withdraw' },
  { weight: 4, do: 'leave' },
  { weight: 3, do: 'list' },
] as const

/** Some clients that act for the people of one organization, often several for the same person. */
function peopleOf(seed: number): Scenario {
  const choose = choices(seed)
  const { weather } = choose.of(SEASONS)
  const clients = Array.from(
    { length: 2 + choose.below(4) },
    (_, client): readonly PeopleIntent[] => [
      ...(client === 0
        ? [
            {
              do: 'invite',
              by: FOUNDER,
              person: choose.of(INVITED),
              role: choose.of<Role>(['owner', 'admin', 'admin']),
            } as const,
            { do: 'accept' } as const,
          ]
        : []),
      ...Array.from({ length: 4 + choose.below(7) }, () =>
        amongPeople(
          choose,
          choose.weighted<{ weight: number; do: PeopleIntent['do'] }>(AMONG_PEOPLE).do,
        ),
      ),
    ],
  )
  return { clients, weather }
}

function amongPeople(choose: Choices, name: PeopleIntent['do']): PeopleIntent {
  const anybody = () => choose.of([FOUNDER, ...INVITED])
  const manager = () => (choose.chance(0.6) ? FOUNDER : choose.of(INVITED))
  const back = choose.chance(0.7) ? 0 : choose.below(4)
  switch (name) {
    case 'invite':
      return {
        do: name,
        by: manager(),
        person: choose.of(INVITED),
        role: choose.of(['owner', 'owner', 'admin', 'viewer']),
      }
    case 'withdraw':
      return { do: name, by: choose.chance(0.4) ? FOUNDER : choose.of(INVITED), back }
    // Now and then somebody answers what was meant for another.
    case 'accept':
    case 'decline':
      return { do: name, back, ...(choose.chance(0.2) && { by: anybody() }) }
    case 'list':
      return { do: name, by: manager() }
    case 'look':
    case 'leave':
      return { do: name, by: anybody() }
  }
}
