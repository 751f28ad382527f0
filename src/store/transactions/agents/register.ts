import { idRecomputes, type RegistrationFields } from '../../../domain/agents/identity.ts'
import type { QuotaExceeded } from '../../../domain/organizations/plans.ts'
import type { Reach } from '../../../domain/organizations/reach.ts'
import type { Agent, AgentDetails } from '../../../domain/records.ts'
import {
  decideRegistration,
  isProvedOwner,
  isRestricted,
  mayRestrict,
  type Access,
  type Conflict,
  type InstallableBy,
} from '../../../domain/agents/registration.ts'
import { unknownReputation } from '../../../domain/agents/reputation.ts'
import type { CallContext } from '../../act.ts'
import type { Tx } from '../../database.ts'
import { updateSearchTerms, withListing, searchTermsOf } from './lists.ts'
import { auditAgent, withStatus } from './agents.ts'
import { appendAudit, appendAudits, type Happening } from '../audit/records.ts'
import { quota, quotas } from '../organizations/quotas.ts'
import {
  deleteUnusedAgentId,
  lockAgentId,
  keyOf,
  resolveAgent,
  findPublicRegistration,
} from './registrations.ts'

/** The five registration fields, with the public key in its canonical encoding, and the results of the checks on them. */
export interface RegistrationInput extends RegistrationFields {
  organization_id: string
  key_sound: boolean
  /** Whether the private key has signed the registration for this organization and platform. */
  proven: boolean
  private: boolean
  installable_by?: InstallableBy | undefined
  installers?: readonly string[] | undefined
  deprecated?: boolean | undefined
  details: AgentDetails
}
export type RegistrationOutcome =
  | QuotaExceeded
  | { readonly kind: 'exists'; readonly because: Conflict }
  | { readonly kind: 'restriction_needs_proof' }
  /** `proved`: a claim has become a proved registration; `unchanged`: it was a proved registration of the same content before. */
  | { readonly kind: 'registered' | 'proved' | 'unchanged'; readonly agent: Agent }

/**
 * Registers an agent for an organization, as `decideRegistration` decides (docs/specification/trust.md#claims). A suspension or revocation
 * by the operator applies to every registration of the id. Reputation belongs to one registration, so nobody can damage the reputation of
 * an agent before its owner registers it.
 */
export async function registerAgent(
  tx: Tx,
  context: CallContext,
  input: RegistrationInput,
): Promise<RegistrationOutcome> {
  const { svc_id, organization_id } = input
  const asked = { ...input, ...accessOf(input) }
  if (!mayRestrict(asked)) return { kind: 'restriction_needs_proof' }
  const known = await lockAgentId(tx, svc_id)
  const own = await tx.agents.get({ svc_id, organization_id })
  const shown = await findPublicRegistration(tx, svc_id)
  const decision = decideRegistration({ asked, own, shown })
  switch (decision.kind) {
    case 'exists':
    case 'unchanged':
      return decision
    case 'prove': {
      const {
        reputation,
        disputes_open,
        disputes_upheld,
        security_disputes_upheld,
        last_seen_at,
        registered_at,
        deprecated,
      } = decision.agent
      const kept = {
        reputation,
        disputes_open,
        disputes_upheld,
        security_disputes_upheld,
        last_seen_at,
        registered_at,
        deprecated,
      }
      // Details that are not sent along with the proof stay as they were in the claim.
      const described = { ...asked, details: { ...decision.agent.details, ...asked.details } }
      const agent = await putAgent(tx, context, {
        before: decision.agent,
        shown,
        after: { ...newAgent(described, context, known), ...kept },
      })
      await auditProof(tx, context, agent)
      return { kind: 'proved', agent }
    }
    case 'register': {
      const { displaced } = decision
      const full =
        displaced?.organization_id === organization_id
          ? undefined
          : await quotas(tx, context, organization_id, ['agents', 'stored_bytes'])
      if (full) {
        await deleteUnusedAgentId(tx, known)
        return full
      }
      if (displaced) await endRegistration(tx, context, displaced)
      const remaining = displaced?.organization_id === shown?.organization_id ? undefined : shown
      const agent = await putAgent(tx, context, {
        before: undefined,
        shown: remaining,
        after: newAgent(asked, context, known),
      })
      await auditAgent(tx, context, 'agent.registered', agent, {
        name: agent.name,
        version: agent.version,
        proven: input.proven,
        ...(displaced && {
          displaces: displaced.organization_id === organization_id ? 'own' : 'other',
        }),
      })
      if (input.proven) await auditProof(tx, context, agent)
      return { kind: 'registered', agent }
    }
  }
}

const accessOf = ({
  private: hidden,
  installable_by = 'anyone',
  installers = [],
}: RegistrationInput): Access => ({ private: hidden, installable_by, installers })

async function auditProof(tx: Tx, context: CallContext, agent: Agent): Promise<void> {
  if (agent.verification_status === 'verified')
    await auditAgent(tx, context, 'agent.verified', agent, { by: 'proof' })
}

type RegistrationRequest = RegistrationInput & Access
function newAgent(
  {
    proven,
    organization_id,
    key_sound,
    details,
    deprecated = false,
    ...fields
  }: RegistrationRequest,
  { now }: CallContext,
  { suspended_at, revoked_at }: Pick<Agent, 'suspended_at' | 'revoked_at'>,
): Agent {
  const { svc_id, name, version, public_key, manifest_hash, installable_by, installers } = fields
  return withStatus(
    {
      svc_id,
      organization_id,
      name,
      version,
      public_key,
      key_sound,
      manifest_hash,
      content_addressed: idRecomputes(fields),
      proven_at: proven ? now : null,
      verification_status: 'unverified',
      suspended_at,
      revoked_at,
      private: fields.private,
      installable_by,
      installers,
      deprecated,
      resolves_publicly: false,
      displacing_since: null,
      details,
      category: details.category ?? null,
      llm_provider: details.llm_provider ?? null,
      reputation: unknownReputation(now),
      disputes_open: 0,
      disputes_upheld: 0,
      security_disputes_upheld: null,
      last_seen_at: null,
      registered_at: now,
      updated_at: now,
    },
    now,
  )
}

interface Replacement {
  readonly before: Agent | undefined
  readonly after: Agent
  /** The registration that the id has resolved to publicly so far. */
  readonly shown: Agent | undefined
}

/**
 * Stores a registration and decides which registration the id resolves to publicly: a proved one, else the earliest claim. A public
 * proved registration ends the claims of other organizations: a bounded number here, the others in the sweep.
 */
async function putAgent(
  tx: Tx,
  context: CallContext,
  { before, after, shown }: Replacement,
): Promise<Agent> {
  const others = shown?.organization_id === after.organization_id ? undefined : shown
  const resolves_publicly = !after.private && (!others || isProvedOwner(after))
  const ends =
    resolves_publicly &&
    isProvedOwner(after) &&
    !(before && !before.private && isProvedOwner(before))
  const stored = withListing(
    { ...after, resolves_publicly, displacing_since: ends ? context.now : after.displacing_since },
    context,
  )
  if (others && resolves_publicly) await setPublic(tx, context, others, false)
  await tx.agents.put(stored)
  await updateSearchTerms(tx, before, stored)
  if (shown && !others && !resolves_publicly) await publishNext(tx, context, stored)
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
async function endRegistration(tx: Tx, context: CallContext, agent: Agent): Promise<void> {
  await removeAgent(tx, agent)
  await appendAudit(tx, context, displacement(agent, 'lost'))
}

async function removeAgent(tx: Tx, agent: Agent): Promise<void> {
  for (const term of searchTermsOf(agent))
    await tx.agent_terms.delete({ term, name_key: agent.name_key, svc_id: agent.svc_id })
  await tx.agents.delete(keyOf(agent))
}

/** Returns the audit record of one side of a displacement. It does not name the other organization. */
const displacement = ({ svc_id, organization_id }: Agent, side: 'lost' | 'taken'): Happening => ({
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
    glance: true,
  })
  if (!owner) return { ended: 0 }
  await lockAgentId(tx, owner.svc_id)
  const locked = await tx.agents.get(keyOf(owner))
  if (locked?.displacing_since) await endClaims(tx, context, locked)
  return { ended: 1 }
}

export interface AgentChanges {
  readonly details: AgentDetails
  readonly access: Access
  readonly deprecated: boolean
}
export type AgentUpdate =
  | QuotaExceeded
  | { readonly kind: 'not_found' | 'not_owner' | 'restriction_needs_proof' | 'exists' }
  | { readonly kind: 'updated'; readonly agent: Agent }

/** Changes the details and access of an organization's registration (docs/specification/trust.md#ownership). Its ownership changes only by a proof. */
export async function updateAgent(
  tx: Tx,
  context: CallContext,
  input: { svc_id: string; reach: Reach; changes: AgentChanges },
): Promise<AgentUpdate> {
  const {
    svc_id,
    reach,
    changes: { details, access, deprecated },
  } = input
  const id = await tx.agent_ids.get({ svc_id })
  const before = id && (await resolveAgent(tx, { svc_id, organizations: reach.organizations }))
  if (!before) return { kind: 'not_found' }
  if (!reach.organizations.includes(before.organization_id)) return { kind: 'not_owner' }
  if (isRestricted(access) && !isProvedOwner(before)) return { kind: 'restriction_needs_proof' }
  const shown = await findPublicRegistration(tx, svc_id)
  const other = shown && shown.organization_id !== before.organization_id ? shown : undefined
  if (!access.private && before.private && other && isProvedOwner(other)) return { kind: 'exists' }
  // Without this check an organization at its quota could grow each of its registrations from a few bytes to a mebibyte.
  const full =
    sizeOf(details) > sizeOf(before.details)
      ? await quota(tx, context, before.organization_id, 'stored_bytes')
      : undefined
  if (full) return full
  const { category = null, llm_provider = null } = details
  const after = withStatus(
    { ...before, ...access, details, category, llm_provider, deprecated, updated_at: context.now },
    context.now,
  )
  const agent = await putAgent(tx, context, { before, after, shown })
  const { private: hidden, installable_by } = access
  await appendAudit(tx, context, {
    event_type: 'agent.updated',
    organization_id: agent.organization_id,
    target: { type: 'agent', id: svc_id },
    metadata: { private: hidden, installable_by, deprecated },
  })
  return { kind: 'updated', agent }
}

const sizeOf = (details: AgentDetails): number => Buffer.byteLength(JSON.stringify(details))
