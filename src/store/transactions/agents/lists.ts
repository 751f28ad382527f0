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
  const [oldTerms, newTerms] = [before ? searchTermsOf(before) : [], searchTermsOf(after)]
  const sameName = before?.name_key === after.name_key
  for (const term of oldTerms)
    if (!sameName || !newTerms.includes(term))
      await tx.agent_terms.delete({ term, name_key: before!.name_key, svc_id: after.svc_id })
  for (const term of newTerms)
    if (!sameName || !oldTerms.includes(term))
      await tx.agent_terms.put({ term, name_key: after.name_key, svc_id: after.svc_id })
}

/**
 * Returns the terms by which an agent is found. Registrations that are on no list have none: those to which their identifier does not
 * resolve publicly, and those from earlier versions that `relistAgents` has not listed yet.
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

/**
 * Adds the listing to agents from earlier versions, and recomputes scores that have decayed. Each call handles a bounded number of agents.
 */
export async function relistAgents(
  tx: Tx,
  context: CallContext,
  _: object,
): Promise<{ relisted: number }> {
  const unlisted = await tx.agents.find({ where: { listed: null }, limit: BATCH })
  const decayed = await tx.agents.find({
    where: { score_changes_at: { lte: context.now } },
    limit: BATCH,
  })
  for (const agent of [...unlisted, ...decayed]) {
    const listing = listingOf(agent, context.now)
    await tx.agents.update(keyOf(agent), listing)
    if (agent.listed === null) await updateSearchTerms(tx, agent, { ...agent, ...listing })
  }
  return { relisted: unlisted.length + decayed.length }
}
