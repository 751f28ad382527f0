import type { Agent, Share } from '../../domain/records.ts'
import { isSameSum, sumOfShares } from '../../domain/agents/reputation.ts'
import type { ReadTx } from '../database.ts'
import { withStatus } from '../transactions/agents/agents.ts'
import { recountShares, sharesOf } from '../transactions/agents/reputation-shares.ts'
import type { Check } from './check.ts'
import { eachRow } from './lookup.ts'

/** What follows from other facts of an agent must not contradict them. */
export const standing: Check = {
  name: 'agents',
  says: 'the status of an agent follows from what is known of it',
  async *run({ snapshot }) {
    for await (const agent of eachRow<Agent>(snapshot, 'agents')) {
      const { svc_id, verification_status, category, llm_provider, details, updated_at } = agent
      const expected = withStatus(agent, updated_at).verification_status
      if (verification_status !== expected)
        yield `agents ${svc_id}: it is ${verification_status}, and ought to be ${expected}`
      if (
        category !== (details?.category ?? null) ||
        llm_provider !== (details?.llm_provider ?? null)
      )
        yield `agents ${svc_id}: its category or model is not that of its registration`
    }
  },
}

/** The reputation that is kept is the one that its tasks make, organization by organization (docs/specification/trust.md#reputation). */
export const reputations: Check = {
  name: 'reputations',
  says: 'a reputation is the sum of the shares of organizations, and each share that of its tasks',
  async *run({ snapshot: { rows, tx } }) {
    for await (const agents of rows('agents'))
      yield* miscounted(tx, agents as unknown as readonly Agent[])
  },
}

async function* miscounted(tx: ReadTx, agents: readonly Agent[]): AsyncGenerator<string> {
  const of = agents.map(({ svc_id }) => svc_id)
  const counted = await tx.tasks.count({ agent_id: { in: of }, counted_at: { gt: '' } })
  const rated = await tx.reputation_shares.count({ svc_id: { in: of } })
  for (const agent of agents.filter(
    ({ reputation }) => counted > 0 || rated > 0 || reputation.samples > 0,
  ))
    yield* miscount(tx, agent)
}

async function* miscount(tx: ReadTx, agent: Agent): AsyncGenerator<string> {
  const { svc_id, reputation } = agent
  const again = await recountShares(tx, agent)
  const kept = new Map((await sharesOf(tx, agent)).map(({ rater_id, share }) => [rater_id, share]))
  for (const rater_id of new Set([...kept.keys(), ...again.keys()])) {
    if (!isSame(kept.get(rater_id), again.get(rater_id)))
      yield `reputation_shares ${svc_id} ${agent.organization_id} ${rater_id}: its tasks make another share`
  }
  const sum = sumOfShares([...kept.values()], reputation.as_of)
  if (!isSameSum(sum, reputation))
    yield `agents ${svc_id}: its reputation counts ${reputation.samples} tasks, and the ${sum.samples} of its shares make another one`
}

const isSame = (a: Share | undefined, b: Share | undefined): boolean =>
  a !== undefined &&
  b !== undefined &&
  a.samples === b.samples &&
  a.successes === b.successes &&
  a.failures === b.failures &&
  a.as_of === b.as_of
