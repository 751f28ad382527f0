import { isProvenOwner } from '../../../domain/agents/registration.ts'
import type { Agent } from '../../../domain/records.ts'
import { searchColumnsOf } from '../../../domain/search/text.ts'
import type { CallContext } from '../../context.ts'
import type { Tx } from '../../database.ts'
import { appendAudits, type AuditEntry } from '../audit/records.ts'
import { logAgent } from '../transparency/entries.ts'
import { deleteSearchTerms, updateSearchTerms, withListing } from './lists.ts'
import { keyOf, lockAgentId } from './registrations.ts'

interface Replacement {
  readonly before: Agent | undefined
  readonly after: Agent
  /** The registration to which the identifier has resolved publicly so far. */
  readonly current: Agent | undefined
}

/** A stored registration, and the audit records of the claims that it has ended, to be appended at the end of the transaction. */
export interface SavedRegistration {
  readonly agent: Agent
  readonly audits: readonly AuditEntry[]
}

/**
 * Stores a registration and decides to which registration the identifier resolves publicly: to a proven one, or else to the earliest claim.
 * A public proven registration ends the claims of other organizations. A bounded number of them end here, and a sweep ends the others.
 */
export async function saveRegistration(
  tx: Tx,
  context: CallContext,
  { before, after, current }: Replacement,
): Promise<SavedRegistration> {
  const other = current?.organization_id === after.organization_id ? undefined : current
  const resolves_publicly = !after.private && (!other || isProvenOwner(after))
  const endsOtherClaims =
    resolves_publicly &&
    isProvenOwner(after) &&
    !(before && !before.private && isProvenOwner(before))
  const saved = withListing(
    {
      ...after,
      resolves_publicly,
      displacing_since: endsOtherClaims ? context.now : after.displacing_since,
      ...searchColumnsOf(after),
    },
    context,
  )
  if (other && resolves_publicly) await setPublic(tx, context, other, false)
  await tx.agents.put(saved)
  await updateSearchTerms(tx, before, saved)
  if (current && !other && !resolves_publicly) await publishNext(tx, context, saved)
  return endsOtherClaims ? endClaims(tx, context, saved) : { agent: saved, audits: [] }
}

/** Sets whether the identifier resolves to a registration publicly. */
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

/** Publishes the successor of a registration that has become private: the earliest claim that is not about to end. */
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

/** Limits the claims that one transaction ends. */
const CLAIMS_BATCH = 20

/**
 * Ends claims of other organizations on the identifier of a proven registration, earliest first. This is recorded in the audit logs of both
 * organizations.
 */
async function endClaims(tx: Tx, context: CallContext, owner: Agent): Promise<SavedRegistration> {
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
  const batch = claims.slice(0, CLAIMS_BATCH)
  for (const claim of batch) {
    await removeAgent(tx, claim)
    await logAgent(tx, context, 'agent.displaced', claim)
  }
  const audits = batch.flatMap((claim) => [
    displacement(claim, 'lost', owner),
    displacement(owner, 'taken', owner),
  ])
  if (claims.length > batch.length) return { agent: owner, audits }
  await tx.agents.update(keyOf(owner), { displacing_since: null })
  return { agent: { ...owner, displacing_since: null }, audits }
}

/**
 * Ends a registration that is replaced by another one of the same identifier, perhaps of another organization. Returns the audit
 * record to be appended at the end of the transaction.
 */
export async function endRegistration(
  tx: Tx,
  context: CallContext,
  agent: Agent,
  replacement: Pick<Agent, 'organization_id'>,
): Promise<AuditEntry> {
  await removeAgent(tx, agent)
  await logAgent(tx, context, 'agent.displaced', agent)
  return displacement(agent, 'lost', replacement)
}

async function removeAgent(tx: Tx, agent: Agent): Promise<void> {
  await deleteSearchTerms(tx, agent)
  await tx.agents.delete(keyOf(agent))
}

/** Returns the audit entry about a displacement for one of the two organizations. It discloses nothing about the other one. */
const displacement = (
  { svc_id, organization_id }: Agent,
  side: 'lost' | 'taken',
  by: Pick<Agent, 'organization_id'>,
): AuditEntry => ({
  event_type: 'agent.displaced',
  organization_id,
  ...(by.organization_id !== organization_id && {
    disclosed_actor: { type: 'organization', id: null },
  }),
  target: { type: 'agent', id: svc_id },
  metadata: { registration: side },
})

/**
 * Continues to end the claims on one identifier that has a proven owner. Each call ends a bounded number of claims. `ended` is 1 if there
 * was such an identifier, otherwise 0.
 */
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
  if (locked?.displacing_since)
    await appendAudits(tx, context, (await endClaims(tx, context, locked)).audits)
  return { ended: 1 }
}
