import { beforeAll, expect, it } from 'vitest'
import { MINUTE } from '../../kit/time.ts'
import { describe as describeFailure } from '../show.ts'
import { FOUND } from './found.ts'
import { newReplica, type Replica } from './replica.ts'
import { CALM, scenarioOf, type Weather } from './scenario.ts'
import { shrink, type Simulate } from './shrink.ts'
import { isClean, simulate, type Run } from './simulate.ts'

const SEEDS = 400
const SKEWED_SEEDS = 60
const ORDERS = 60

let replicas: readonly Replica[]
const simulated: Simulate = (scenario, schedule) => simulate(scenario, schedule, replicas)

beforeAll(async () => {
  replicas = [await newReplica(), await newReplica()]
}, 60_000)

/** Runs seeds, with another weather if one is given. The first failure is shown as small as it gets. */
async function runs(seeds: number, weather?: Weather): Promise<Run[]> {
  const done: Run[] = []
  for (let seed = 1; seed <= seeds; seed += 1) {
    const scenario = weather ? { ...scenarioOf(seed), weather } : scenarioOf(seed)
    const run = await simulated(scenario, seed)
    if (!isClean(run))
      expect.fail(
        `Seed ${seed}\n${describeFailure(await shrink({ scenario, schedule: seed, run }, simulated))}`,
      )
    done.push(run)
  }
  return done
}

/** What some seeds must have met, for their silence to mean anything. */
const MET = [
  'create created',
  'bootstrap first',
  'bootstrap replayed',
  'bootstrap consumed',
  'bootstrap expired',
  'lease renewed',
  'lease dead_token',
  'lease refused',
  'use accepted',
  'use dead_token',
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
  'invite invited_already',
  'invite belongs',
  'invite owner_required',
  'invite not_allowed',
  'look shown',
  'look nothing_open',
  'accept joined',
  'accept not_open',
  'decline declined',
  'decline not_open',
  'withdraw withdrawn',
  'withdraw not_open',
  'withdraw owner_required',
  'withdraw not_allowed',
  'leave left',
  'leave no_member',
  'leave last_owner',
  'list listed',
  'list not_allowed',
  'invite lost',
  'accept lost',
  'decline lost',
  'withdraw lost',
  'leave lost',
]

it(`T-11, I-01, I-02, I-04, I-05, I-07 to I-12, I-14, I-15, I-22, I-23: ${SEEDS} seeds of crashes, lost, repeated and late answers have histories that the decisions explain`, async () => {
  const histories = (await runs(SEEDS)).flatMap(({ history }) => history)
  const met = new Set(histories.map(({ call, answer }) => `${call.do} ${answer?.kind ?? 'lost'}`))
  expect(MET.filter((one) => !met.has(one))).toEqual([])
  expect(histories.some(({ answer }) => answer?.command === 'terminate')).toBe(true)
  expect(
    histories.some(({ call, answer }) => call.do === 'lease' && answer?.runtime !== undefined),
  ).toBe(true)
}, 120_000)

it.each([
  ['five minutes', 5 * MINUTE],
  ['an hour', 60 * MINUTE],
])(
  'I-30: clocks that are wrong by %s, and set meanwhile, let nothing happen twice and nothing revoked live',
  async (_, skew) => {
    await runs(SKEWED_SEEDS, {
      ...CALM,
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

it.each(FOUND)(
  'found once: %s',
  async (_, scenario) => {
    for (let schedule = 1; schedule <= ORDERS; schedule += 1) {
      const run = await simulated(scenario, schedule)
      if (!isClean(run)) expect.fail(describeFailure({ scenario, schedule, run }))
    }
  },
  60_000,
)

it('the same scenario and schedule are the same run', async () => {
  for (const seed of [3, 4, 5])
    expect(await simulated(scenarioOf(seed), seed)).toEqual(await simulated(scenarioOf(seed), seed))
})
