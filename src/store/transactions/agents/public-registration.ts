import { isProvedOwner } from '../../../domain/agents/registration.ts'
import type { Agent } from '../../../domain/records.ts'
import type { CallContext } from '../../context.ts'
import type { Tx } from '../../database.ts'
import { appendAudit, appendAudits, type AuditEntry } from '../audit/records.ts'
import { searchTermsOf, updateSearchTerms, withListing } from './lists.ts'
import { keyOf, lockAgentId } from './registrations.ts'

interface Replacement {
  readonly before: Agent | undefined
  readonly after: Agent
  /** The registration that the id has resolved to publicly so far. */
  readonly current: Agent | undefined
}

/**
 * Stores a registration and decides which registration the id resolves to publicly: a proved one, else the earliest claim. A public
 * proved registration ends the claims of other organizations: a bounded number here, the others in the sweep.
 */
export async function saveRegistration(
  tx: Tx,
  context: CallContext,
  { before, after, current }: Replacement,
): Promise<Agent> {
  const other = current?.organization_id === after.organization_id ? undefined : current
  const resolves_publicly = !after.private && (!other || isProvedOwner(after))
  const ends =
    resolves_publicly &&
    isProvedOwner(after) &&
    !(before && !before.private && isProvedOwner(before))
  const stored = withListing(
    { ...after, resolves_publicly, displacing_since: ends ? context.now : after.displacing_since },
    context,
  )
  if (other && resolves_publicly) await setPublic(tx, context, other, false)
  await tx.agents.put(stored)
  await updateSearchTerms(tx, before, stored)
  if (current && !other && !resolves_publicly) await publishNext(tx, context, stored)
  return ends ? endClaims(tx, context, stored) : stored
}

/** Sets whether the id resolves to a registration publicly. */
async function setPublic(
  tx: Tx,
  context: CallContext,
  agent: Agent,
  resolves_publicly: boolean,
): Promise<void> {
  const after = withListing({ ...agent, resolves_publicly }, context)
  await tx.agents.update(keyOf(agent), { resolves_publicly, listed: after.listed })
  await updateSearchTerms(tx, agent, after)
}

/** Publishes the registration that follows one that has become private: the earliest claim that is not about to end. */
async function publishNext(
  tx: Tx,
  context: CallContext,
  { svc_id, displacing_since }: Agent,
): Promise<void> {
  const where = {
    svc_id,
    private: false,
    ...(displacing_since !== null && { registered_at: { gt: displacing_since } }),
  }
  const next = await tx.agents.first({ where, orderBy: ['registered_at', 'organization_id'] })
  if (next) await setPublic(tx, context, next, true)
}

/** Claims that one transaction ends. */
const CLAIMS_BATCH = 20

/** Ends claims of other organizations on the id of a proved registration, earliest first, and audits that for both organizations. */
async function endClaims(tx: Tx, context: CallContext, owner: Agent): Promise<Agent> {
  const { svc_id, displacing_since } = owner
  const where = {
    svc_id,
    private: false,
    registered_at: { lte: displacing_since ?? context.now },
    organization_id: { not: owner.organization_id },
  }
  const claims = await tx.agents.find({
    where,
    orderBy: ['registered_at', 'organization_id'],
    limit: CLAIMS_BATCH + 1,
  })
  const due = claims.slice(0, CLAIMS_BATCH)
  for (const claim of due) await removeAgent(tx, claim)
  await appendAudits(
    tx,
    context,
    due.flatMap((claim) => [displacement(claim, 'lost'), displacement(owner, 'taken')]),
  )
  if (claims.length > due.length) return owner
  await tx.agents.update(keyOf(owner), { displacing_since: null })
  return { ...owner, displacing_since: null }
}

/** Ends a registration that another one of the same id replaces. */
export async function endRegistration(tx: Tx, context: CallContext, agent: Agent): Promise<void> {
  await removeAgent(tx, agent)
  await appendAudit(tx, context, displacement(agent, 'lost'))
}

async function removeAgent(tx: Tx, agent: Agent): Promise<void> {
  for (const term of searchTermsOf(agent))
    await tx.agent_terms.delete({ term, name_key: agent.name_key, svc_id: agent.svc_id })
  await tx.agents.delete(keyOf(agent))
}

/** Returns the audit record of one side of a displacement. It does not name the other organization. */
const displacement = ({ svc_id, organization_id }: Agent, side: 'lost' | 'taken'): AuditEntry => ({
  event_type: 'agent.displaced',
  organization_id,
  target: { type: 'agent', id: svc_id },
  metadata: { registration: side },
})

/** Continues to end the claims on one id whose owner has proved itself; a bounded number in each call. Returns 0 when nothing is left. */
export async function endDisplacedClaims(
  tx: Tx,
  context: CallContext,
  _: object,
): Promise<{ ended: number }> {
  const owner = await tx.agents.first({
    where: { displacing_since: { lte: context.now } },
    orderBy: ['displacing_since' as 'registered_at'],
    lock: false,
  })
  if (!owner) return { ended: 0 }
  await lockAgentId(tx, owner.svc_id)
  const locked = await tx.agents.get(keyOf(owner))
  if (locked?.displacing_since) await endClaims(tx, context, locked)
  return { ended: 1 }
}
