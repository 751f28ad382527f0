import { MINUTE } from '../../kit/time.ts'
import { FOUNDER, type Person, type Role } from '../history.ts'
import { choices, type Choices } from './random.ts'

export type Action = InstallationAction | PeopleAction
/** Returns the subject of an action: an agent, or the organization for actions of its people. */
export const subjectOf = (action: Action): string =>
  'agent' in action ? `agent-${action.agent}` : ORGANIZATION
export const ORGANIZATION = 'organization'

/**
 * An action of a person. `back` selects an earlier invitation, 0 being the newest. Without `by`, the invited person accepts, declines or
 * withdraws it, and the founder does everything else.
 */
export interface PeopleAction {
  readonly do:
    | 'invite'
    | 'list_invitations'
    | 'accept'
    | 'decline'
    | 'withdraw'
    | 'leave'
    | 'list_members'
  readonly by?: Person
  readonly person?: Person
  readonly role?: Role
  readonly back?: number
}

/** An action of a client. `back` selects an earlier token, or an earlier installation for `revoke`; 0 is the newest. */
export interface InstallationAction {
  readonly do: 'create' | 'bootstrap' | 'lease' | 'use' | 'refresh' | 'revoke' | 'recover'
  readonly agent: number
  readonly back?: number
  /** Minutes of validity of an install token, seconds between heartbeats, or milliseconds of a shutdown. */
  readonly number?: number
  readonly stopped?: boolean
}

/** The number and probability of disturbances in a run. */
export interface Disturbances {
  /** How many times time jumps ahead. */
  readonly jumps: number
  /** Added to the probability that a jump does not end near a time limit. Unless it is 0, such a jump may be as long as twelve weeks. */
  readonly long_jump_chance: number
  /** How many times a process crashes, the store is unavailable, and a sweep runs. */
  readonly crashes: number
  readonly outages: number
  readonly sweeps: number
  /** Probabilities that a request is delivered twice, and that a client stops waiting for its response. */
  readonly twice: number
  readonly lost: number
  /** The maximum error of the processes' clocks in milliseconds, and how many times a clock is changed. */
  readonly skew: number
  readonly steps: number
}

/** Everything about a run except the order of its events, which the schedule determines. */
export interface Scenario {
  readonly clients: readonly (readonly Action[])[]
  readonly disturbances: Disturbances
}

export const UNDISTURBED: Disturbances = {
  jumps: 0,
  long_jump_chance: 0,
  crashes: 0,
  outages: 0,
  sweeps: 0,
  twice: 0,
  lost: 0,
  skew: 0,
  steps: 0,
}

const TYPICAL = [
  { weight: 2, do: 'create' },
  { weight: 7, do: 'bootstrap' },
  { weight: 10, do: 'lease' },
  { weight: 4, do: 'use' },
  { weight: 6, do: 'refresh' },
  { weight: 2, do: 'revoke' },
  { weight: 2, do: 'recover' },
] as const
/** Actions in runs in which credentials expire. */
const EXPIRING = [
  { weight: 3, do: 'create' },
  { weight: 5, do: 'bootstrap' },
  { weight: 6, do: 'lease' },
  { weight: 5, do: 'refresh' },
  { weight: 6, do: 'recover' },
] as const

const PROFILES: readonly {
  readonly disturbances: Disturbances
  readonly likely: typeof TYPICAL | typeof EXPIRING
}[] = [
  { likely: TYPICAL, disturbances: { ...UNDISTURBED, jumps: 8, sweeps: 2 } },
  {
    likely: EXPIRING,
    disturbances: { ...UNDISTURBED, jumps: 8, long_jump_chance: 0.7, sweeps: 1 },
  },
  { likely: TYPICAL, disturbances: { ...UNDISTURBED, jumps: 4, twice: 0.15, lost: 0.1 } },
  {
    likely: TYPICAL,
    disturbances: { ...UNDISTURBED, jumps: 4, crashes: 2, outages: 2, sweeps: 2 },
  },
  {
    likely: TYPICAL,
    disturbances: {
      ...UNDISTURBED,
      jumps: 4,
      crashes: 1,
      outages: 1,
      twice: 0.08,
      lost: 0.08,
      sweeps: 2,
    },
  },
  {
    likely: TYPICAL,
    disturbances: {
      ...UNDISTURBED,
      jumps: 4,
      twice: 0.08,
      lost: 0.04,
      sweeps: 1,
      skew: 5 * MINUTE,
      steps: 3,
    },
  },
  {
    likely: TYPICAL,
    disturbances: { ...UNDISTURBED, jumps: 3, crashes: 1, sweeps: 1, skew: 60 * MINUTE, steps: 4 },
  },
]

const PEOPLE_EVERY = 4
/** Returns the scenario of a seed: actions on installations, and for every fourth seed actions of people. */
export const scenarioOf = (seed: number): Scenario =>
  seed % PEOPLE_EVERY === 0 ? peopleScenario(seed) : installationScenario(seed)

/** Returns a scenario of clients that share one or two agents. */
export function installationScenario(seed: number): Scenario {
  const choose = choices(seed)
  const { disturbances, likely } = choose.of(PROFILES)
  const agents = likely === EXPIRING ? 1 : 1 + choose.below(2)
  const clients = Array.from({ length: 2 + choose.below(4) }, (_, client) => [
    // The first clients create the install tokens that all of them use.
    ...(client < agents
      ? [
          { do: 'create', agent: client, number: choose.of([15, 1440]) } as const,
          { do: 'bootstrap', agent: client } as const,
        ]
      : []),
    ...Array.from({ length: 4 + choose.below(7) }, () =>
      newAction(
        choose,
        agents,
        choose.weighted<{ weight: number; do: InstallationAction['do'] }>(likely).do,
      ),
    ),
  ])
  return { clients, disturbances }
}

function newAction(
  choose: Choices,
  agents: number,
  name: InstallationAction['do'],
): InstallationAction {
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
const PEOPLE_ACTIONS = [
  { weight: 6, do: 'invite' },
  { weight: 3, do: 'list_invitations' },
  { weight: 8, do: 'accept' },
  { weight: 3, do: 'decline' },
  { weight: 5, do: 'withdraw' },
  { weight: 4, do: 'leave' },
  { weight: 3, do: 'list_members' },
] as const

/** Returns a scenario of clients that act for the people of one organization, often several for the same person. */
function peopleScenario(seed: number): Scenario {
  const choose = choices(seed)
  const { disturbances } = choose.of(PROFILES)
  const clients = Array.from(
    { length: 2 + choose.below(4) },
    (_, client): readonly PeopleAction[] => [
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
        choosePeopleAction(
          choose,
          choose.weighted<{ weight: number; do: PeopleAction['do'] }>(PEOPLE_ACTIONS).do,
        ),
      ),
    ],
  )
  return { clients, disturbances }
}

function choosePeopleAction(choose: Choices, name: PeopleAction['do']): PeopleAction {
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
    // Sometimes a person other than the invited one responds.
    case 'accept':
    case 'decline':
      return { do: name, back, ...(choose.chance(0.2) && { by: anybody() }) }
    case 'list_members':
      return { do: name, by: manager() }
    case 'list_invitations':
    case 'leave':
      return { do: name, by: anybody() }
  }
}
