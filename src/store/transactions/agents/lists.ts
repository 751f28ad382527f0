import { listingOf } from '../../../domain/agents/agent.ts'
import type { Agent } from '../../../domain/records.ts'
import { indexTerms, skillTerm } from '../../../domain/search/words.ts'
import type { CallContext } from '../../context.ts'
import type { Tx } from '../../database.ts'
import { keyOf } from './registrations.ts'

/** Returns the agent with the listing that follows from its other fields. */
export const withListing = (agent: Agent, { now }: CallContext): Agent => ({
  ...agent,
  ...listingOf(agent, now),
})

/** Replaces the search terms of an agent by those of its new state. */
export async function updateSearchTerms(
  tx: Tx,
  before: Agent | undefined,
  after: Agent,
): Promise<void> {
  const [old, current] = [before ? searchTermsOf(before) : [], searchTermsOf(after)]
  const sameName = before?.name_key === after.name_key
  for (const term of old)
    if (!sameName || !current.includes(term))
      await tx.agent_terms.delete({ term, name_key: before!.name_key, svc_id: after.svc_id })
  for (const term of current)
    if (!sameName || !old.includes(term))
      await tx.agent_terms.put({ term, name_key: after.name_key, svc_id: after.svc_id })
}

/**
 * Returns the terms that an agent is found by. There are none for registrations that are on no list: those that their id does not resolve
 * to publicly, and those that an earlier version wrote, until `relistAgents` has listed them.
 */
export function searchTermsOf({
  listed,
  name,
  details: { capabilities = [] },
}: Agent): readonly string[] {
  if (listed === null || listed === 'unlisted') return []
  return [...indexTerms(name), ...new Set(capabilities.map(skillTerm))]
}

const BATCH = 200

/** Lists agents that an earlier version wrote without a listing, and recomputes scores that have decayed; a bounded number in each call. */
export async function relistAgents(
  tx: Tx,
  context: CallContext,
  _: object,
): Promise<{ relisted: number }> {
  const unlisted = await tx.agents.find({ where: { listed: null }, limit: BATCH })
  const faded = await tx.agents.find({
    where: { score_changes_at: { lte: context.now } },
    limit: BATCH,
  })
  for (const agent of [...unlisted, ...faded]) {
    const listing = listingOf(agent, context.now)
    await tx.agents.update(keyOf(agent), listing)
    if (agent.listed === null) await updateSearchTerms(tx, agent, { ...agent, ...listing })
  }
  return { relisted: unlisted.length + faded.length }
}
