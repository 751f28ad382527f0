import type { Agent, Share } from '../../domain/records.ts'
import { isSameSum, sumOfShares } from '../../domain/agents/reputation.ts'
import type { ReadTx } from '../database.ts'
import { withStatus } from '../transactions/agents/agents.ts'
import { recountShares, sharesOf } from '../transactions/agents/reputation.ts'
import { type Check, eachRecord, batchesOf } from './check.ts'

/** Checks that the derived fields of an agent match the fields from which they are derived. */
export const agentStatus: Check = {
  name: 'agents',
  says: 'the status, category and provider of an agent match its registration',
  async *run({ snapshot }) {
    for await (const agent of eachRecord(snapshot, 'agents')) {
      const { svc_id, verification_status, category, llm_provider, details, updated_at } = agent
      const expected = withStatus(agent, updated_at).verification_status
      if (verification_status !== expected)
        yield `agents ${svc_id}: its status is ${verification_status} and should be ${expected}`
      if (
        category !== (details?.category ?? null) ||
        llm_provider !== (details?.llm_provider ?? null)
      )
        yield `agents ${svc_id}: its category or provider differs from its registration`
    }
  },
}

/**
 * Checks that each stored reputation equals the one computed from its tasks, organization by organization
 * (docs/specification/trust.md#reputation).
 */
export const reputations: Check = {
  name: 'reputations',
  says: 'a reputation is the sum of the shares of organizations, and each share matches its tasks',
  async *run({ snapshot }) {
    for await (const agents of batchesOf(snapshot, 'agents'))
      yield* wrongReputations(snapshot.tx, agents)
  },
}

async function* wrongReputations(tx: ReadTx, agents: readonly Agent[]): AsyncGenerator<string> {
  const ids = agents.map(({ svc_id }) => svc_id)
  const counted = await tx.tasks.count({ agent_id: { in: ids }, counted_at: { gt: '' } })
  const rated = await tx.reputation_shares.count({ svc_id: { in: ids } })
  for (const agent of agents.filter(
    ({ reputation }) => counted > 0 || rated > 0 || reputation.samples > 0,
  ))
    yield* wrongReputation(tx, agent)
}

async function* wrongReputation(tx: ReadTx, agent: Agent): AsyncGenerator<string> {
  const { svc_id, reputation } = agent
  const recounted = await recountShares(tx, agent)
  const stored = new Map(
    (await sharesOf(tx, agent)).map(({ rater_id, share }) => [rater_id, share]),
  )
  for (const rater_id of new Set([...stored.keys(), ...recounted.keys()])) {
    if (!isSame(stored.get(rater_id), recounted.get(rater_id)))
      yield `reputation_shares ${svc_id} ${agent.organization_id} ${rater_id}: it differs from the share computed from its tasks`
  }
  const sum = sumOfShares([...stored.values()], reputation.as_of)
  if (!isSameSum(sum, reputation))
    yield `agents ${svc_id}: its reputation, from ${reputation.samples} tasks, differs from the sum of its shares, from ${sum.samples} tasks`
}

const isSame = (a: Share | undefined, b: Share | undefined): boolean =>
  a !== undefined &&
  b !== undefined &&
  a.samples === b.samples &&
  a.successes === b.successes &&
  a.failures === b.failures &&
  a.as_of === b.as_of
