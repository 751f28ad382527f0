import { listingOf } from '../../../domain/agents/listing.ts'
import type { Agent } from '../../../domain/records.ts'
import { termsOfName } from '../../../domain/search/words.ts'
import type { CallContext } from '../../act.ts'
import type { Tx } from '../../database.ts'
import { keyOf } from './registrations.ts'

/** The agent with the listing that follows from everything else about it. */
export const relisted = (agent: Agent, { now }: CallContext): Agent => ({
  ...agent,
  ...listingOf(agent, now),
})

/** What a public agent can be found by takes the place of what it could be found by before. */
export async function findable(tx: Tx, before: Agent | undefined, after: Agent): Promise<void> {
  const [old, wanted] = [before ? termsOf(before) : [], termsOf(after)]
  const same = before?.name_key === after.name_key
  for (const term of old)
    if (!same || !wanted.includes(term))
      await tx.agent_terms.delete({ term, name_key: before!.name_key, svc_id: after.svc_id })
  for (const term of wanted)
    if (!same || !old.includes(term))
      await tx.agent_terms.put({ term, name_key: after.name_key, svc_id: after.svc_id })
}

/** None for registrations that are on no list: those that the public does not resolve their id to, and those of an earlier version until they are listed. */
export function termsOf({
  listed,
  name,
  details: { capabilities = [] },
}: Agent): readonly string[] {
  if (listed === null || listed === 'unlisted') return []
  return [
    ...termsOfName(name),
    ...new Set(capabilities.map((skill) => `s:${skill.toWellFormed()}`)),
  ]
}

const BATCH = 200

/** Puts agents on their lists that an earlier version wrote, and looks again at scores that have faded. A bounded number in one pass. */
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
    if (agent.listed === null) await findable(tx, agent, { ...agent, ...listing })
  }
  return { relisted: unlisted.length + faded.length }
}
