import { beforeAll, expect, it } from 'vitest'
import { samples } from '../../kit/samples.ts'
import { MINUTE } from '../../kit/time.ts'
import { describeFailure } from '../show.ts'
import { REGRESSIONS } from './regressions.ts'
import { newReplica, type Replica } from './replica.ts'
import { UNDISTURBED, scenarioOf, type Disturbances } from './scenario.ts'
import { shrink, type Simulate } from './shrink.ts'
import { isClean, simulate, type Run } from './simulate.ts'

const SEEDS = samples(250, 400)
const SKEWED_SEEDS = samples(30, 60)
const ORDERS = 60

let replicas: readonly Replica[]
const simulated: Simulate = (scenario, schedule) => simulate(scenario, schedule, replicas)

beforeAll(async () => {
  replicas = [await newReplica(), await newReplica()]
}, 60_000)

/** Runs seeds, with the given disturbances or their own. Fails with the shrunk first failure. */
async function runs(seeds: number, disturbances?: Disturbances): Promise<Run[]> {
  const done: Run[] = []
  for (let seed = 1; seed <= seeds; seed += 1) {
    const scenario = disturbances ? { ...scenarioOf(seed), disturbances } : scenarioOf(seed)
    const run = await simulated(scenario, seed)
    if (!isClean(run))
      expect.fail(
        `Seed ${seed}\n${describeFailure(await shrink({ scenario, schedule: seed, run }, simulated))}`,
      )
    done.push(run)
  }
  return done
}

/** Results that must occur in the runs; without them, passing runs would be meaningless. */
const REQUIRED = [
  'create created',
  'bootstrap first',
  'bootstrap replayed',
  'bootstrap consumed',
  'bootstrap expired',
  'lease renewed',
  'lease invalid_token',
  'lease refused',
  'use accepted',
  'use invalid_token',
  'refresh refreshed',
  'refresh invalid',
  'revoke revoked',
  'recover recovered',
  'recover all_revoked',
  'restart restarted',
  'bootstrap lost',
  'lease lost',
  'use lost',
  'refresh lost',
  'revoke lost',
  'recover lost',
  'lease unavailable',
  'refresh unavailable',
  'invite invited',
  'invite already_invited',
  'invite already_member',
  'invite owner_required',
  'invite not_allowed',
  'list_invitations shown',
  'list_invitations nothing_open',
  'accept joined',
  'accept not_open',
  'decline declined',
  'decline not_open',
  'withdraw withdrawn',
  'withdraw not_open',
  'withdraw owner_required',
  'withdraw not_allowed',
  'leave left',
  'leave not_a_member',
  'leave last_owner',
  'list_members listed',
  'list_members not_allowed',
  'invite lost',
  'accept lost',
  'decline lost',
  'withdraw lost',
  'leave lost',
]

it(`T-11, I-01, I-02, I-04, I-05, I-07 to I-12, I-14, I-15, I-22, I-23: ${SEEDS} seeds with crashes and with lost, repeated and late responses have linearizable histories`, async () => {
  const histories = (await runs(SEEDS)).flatMap(({ history }) => history)
  const occurred = new Set(
    histories.map(({ call, result }) => `${call.do} ${result?.kind ?? 'lost'}`),
  )
  expect(REQUIRED.filter((one) => !occurred.has(one))).toEqual([])
  expect(histories.some(({ result }) => result?.command === 'terminate')).toBe(true)
  expect(
    histories.some(({ call, result }) => call.do === 'lease' && result?.runtime !== undefined),
  ).toBe(true)
}, 120_000)

it.each([
  ['five minutes', 5 * MINUTE],
  ['an hour', 60 * MINUTE],
])(
  'I-30: clocks that are wrong by %s and change during the run cause no repeated effect and no use of revoked credentials',
  async (_, skew) => {
    await runs(SKEWED_SEEDS, {
      ...UNDISTURBED,
      jumps: 4,
      crashes: 1,
      sweeps: 2,
      twice: 0.05,
      lost: 0.05,
      skew,
      steps: 6,
    })
  },
  60_000,
)

it.each(REGRESSIONS)(
  'a scenario that once revealed a fault passes: %s',
  async (_, scenario) => {
    for (let schedule = 1; schedule <= ORDERS; schedule += 1) {
      const run = await simulated(scenario, schedule)
      if (!isClean(run)) expect.fail(describeFailure({ scenario, schedule, run }))
    }
  },
  60_000,
)

it('a scenario and a schedule determine the run', async () => {
  for (const seed of [3, 4, 5])
    expect(await simulated(scenarioOf(seed), seed)).toEqual(await simulated(scenarioOf(seed), seed))
})

it('requests of processes that crashed in earlier runs do not delay those of later ones', async () => {
  await runs(20, { ...UNDISTURBED, crashes: 4 })
  const bootstraps = (await runs(20, UNDISTURBED))
    .flatMap(({ history }) => history)
    .filter(({ call }) => call.do === 'bootstrap')
  expect(bootstraps.length).toBeGreaterThan(20)
  expect(bootstraps.filter(({ result }) => result === undefined)).toEqual([])
}, 60_000)
