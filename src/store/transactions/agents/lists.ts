import { listingOf } from '../../../domain/agents/agent.ts'
import type { Agent } from '../../../domain/records.ts'
import { termsOf } from '../../../domain/search/terms.ts'
import { SEARCH_VERSION, searchColumnsOf } from '../../../domain/search/text.ts'
import type { CallContext } from '../../context.ts'
import type { Tx } from '../../database.ts'
import { keyOf } from './registrations.ts'

/** Returns the agent with the listing that follows from its other fields. */
export const withListing = (agent: Agent, { now }: CallContext): Agent => ({
  ...agent,
  ...listingOf(agent, now),
})

/** Replaces the search terms of an agent with those of its new state. */
export async function updateSearchTerms(
  tx: Tx,
  before: Agent | undefined,
  after: Agent,
): Promise<void> {
  const [oldTerms, newTerms] = [before ? searchTermsOf(before) : [], searchTermsOf(after)]
  const sameName = before?.name_key === after.name_key
  for (const term of oldTerms)
    if (!sameName || !newTerms.includes(term))
      await tx.agent_terms.delete({ term, name_key: before!.name_key, svc_id: after.svc_id })
  const { name_key, svc_id } = after
  const added = newTerms.filter((term) => !sameName || !oldTerms.includes(term))
  await tx.agent_terms.putMany(added.map((term) => ({ term, name_key, svc_id })))
}

/**
 * Returns the terms by which an agent is found. Registrations that are on no list have none: those to which their identifier does not
 * resolve publicly, and those from earlier versions that `relistAgents` has not listed yet.
 */
const searchTermsOf = (agent: Agent): readonly string[] =>
  agent.listed === null || agent.listed === 'unlisted' ? [] : termsOf(agent)

const BATCH = 200
/** Limits the agents that one transaction indexes, because each of them can have hundreds of terms. */
const INDEX_BATCH = 20

/**
 * Adds the listing and the search terms to agents from earlier versions, and recomputes scores that have decayed. Each call handles a
 * bounded number of agents, and the next one continues with those that are left.
 */
export async function relistAgents(
  tx: Tx,
  context: CallContext,
  _: object,
): Promise<{ relisted: number }> {
  const withoutListing = await tx.agents.find({ where: { listed: null }, limit: BATCH })
  const decayed = await tx.agents.find({
    where: { score_changes_at: { lte: context.now } },
    limit: BATCH,
  })
  for (const agent of [...withoutListing, ...decayed])
    await tx.agents.update(keyOf(agent), listingOf(agent, context.now))
  const unindexed = await findUnindexed(tx)
  for (const agent of unindexed) {
    // Both are written together, because the terms of an agent without a listing would not be removed when it becomes private.
    const columns = { ...listingOf(agent, context.now), ...searchColumnsOf(agent) }
    const after = { ...agent, ...columns }
    await tx.agents.update(keyOf(agent), columns)
    // All terms are written, because an agent that was on no list until now has none.
    await deleteSearchTerms(tx, agent)
    await updateSearchTerms(tx, undefined, after)
  }
  return { relisted: withoutListing.length + decayed.length + unindexed.length }
}

/** Finds agents that have no search terms, or those of an earlier version of the index. */
async function findUnindexed(tx: Tx): Promise<readonly Agent[]> {
  const without = await tx.agents.find({ where: { search_version: null }, limit: INDEX_BATCH })
  const limit = INDEX_BATCH - without.length
  if (limit === 0) return without
  const where = { search_version: { lt: SEARCH_VERSION } }
  return [...without, ...(await tx.agents.find({ where, limit }))]
}

/** Deletes the search terms of an agent. */
export async function deleteSearchTerms(tx: Tx, agent: Agent): Promise<void> {
  for (const term of searchTermsOf(agent))
    await tx.agent_terms.delete({ term, name_key: agent.name_key, svc_id: agent.svc_id })
}
