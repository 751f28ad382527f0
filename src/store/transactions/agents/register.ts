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
import { findable, relisted, termsOf } from './lists.ts'
import { auditAgent, withStatus } from './agents.ts'
import { appendAudit, appendAudits, type Happening } from '../audit/records.ts'
import { quota, quotas } from '../organizations/quotas.ts'
import { forgetUnused, holdAgentId, keyOf, resolveAgent, shownAgent } from './registrations.ts'

/** The five fields, the public key already in its canonical spelling, and what was found out about them before. */
export interface RegistrationInput extends RegistrationFields {
  organization_id: string
  key_sound: boolean
  /** Whether the private key has signed for this organization and platform. */
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
  /** `proved`: a claim has become a proved registration; `unchanged`: it was one, by the same proof. */
  | { readonly kind: 'registered' | 'proved' | 'unchanged'; readonly agent: Agent }

/**
 * Registers an agent for an organization, which `decideRegistration` decides over (docs/specification/trust.md#claims). What the operator said
 * of the id holds for every registration of it; reputation belongs to the registration, so nobody can spoil another's name beforehand.
 */
export async function registerAgent(
  tx: Tx,
  context: CallContext,
  input: RegistrationInput,
): Promise<RegistrationOutcome> {
  const { svc_id, organization_id } = input
  const asked = { ...input, ...accessOf(input) }
  if (!mayRestrict(asked)) return { kind: 'restriction_needs_proof' }
  const known = await holdAgentId(tx, svc_id)
  const own = await tx.agents.get({ svc_id, organization_id })
  const shown = await shownAgent(tx, svc_id)
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
      // What is not sent along with the proof stays as the claim had it.
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
        await forgetUnused(tx, known)
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

type Asked = RegistrationInput & Access
function newAgent(
  { proven, organization_id, key_sound, details, deprecated = false, ...fields }: Asked,
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
  /** The registration that the public resolves the id to so far. */
  readonly shown: Agent | undefined
}

/**
 * Keeps a registration, and lets the id stand for the right one of them to the public: a proved one, else the earliest claim. A public proved
 * registration ends the claims of others; what one transaction does of that is bounded, and the sweep does the rest.
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
  const kept = relisted(
    { ...after, resolves_publicly, displacing_since: ends ? context.now : after.displacing_since },
    context,
  )
  if (others && resolves_publicly) await setShown(tx, context, others, false)
  await tx.agents.put(kept)
  await findable(tx, before, kept)
  if (shown && !others && !resolves_publicly) await showNext(tx, context, kept)
  return ends ? endClaims(tx, context, kept) : kept
}

async function setShown(
  tx: Tx,
  context: CallContext,
  agent: Agent,
  resolves_publicly: boolean,
): Promise<void> {
  const after = relisted({ ...agent, resolves_publicly }, context)
  await tx.agents.update(keyOf(agent), { resolves_publicly, listed: after.listed })
  await findable(tx, agent, after)
}

/** The public registration that takes the place of one that has become private: the earliest claim that is not to end. */
async function showNext(
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
  if (next) await setShown(tx, context, next, true)
}

/** Claims that one transaction ends. */
const ENDED_AT_ONCE = 20

/** Ends claims of others on the id of a proved registration, the earliest first, on record with both organizations. */
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
    limit: ENDED_AT_ONCE + 1,
  })
  const due = claims.slice(0, ENDED_AT_ONCE)
  for (const claim of due) await removeAgent(tx, claim)
  await appendAudits(
    tx,
    context,
    due.flatMap((claim) => [aboutLoss(claim, 'lost'), aboutLoss(owner, 'taken')]),
  )
  if (claims.length > due.length) return owner
  await tx.agents.update(keyOf(owner), { displacing_since: null })
  return { ...owner, displacing_since: null }
}

/** A registration that another one of the same id takes the place of. */
async function endRegistration(tx: Tx, context: CallContext, agent: Agent): Promise<void> {
  await removeAgent(tx, agent)
  await appendAudit(tx, context, aboutLoss(agent, 'lost'))
}

async function removeAgent(tx: Tx, agent: Agent): Promise<void> {
  for (const term of termsOf(agent))
    await tx.agent_terms.delete({ term, name_key: agent.name_key, svc_id: agent.svc_id })
  await tx.agents.delete(keyOf(agent))
}

/** Neither organization is told which one the other is. */
const aboutLoss = ({ svc_id, organization_id }: Agent, side: 'lost' | 'taken'): Happening => ({
  event_type: 'agent.displaced',
  organization_id,
  target: { type: 'agent', id: svc_id },
  metadata: { registration: side },
})

/** Goes on with ending the claims of ids whose owner proved itself: a bounded number in one pass. */
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
  await holdAgentId(tx, owner.svc_id)
  const held = await tx.agents.get(keyOf(owner))
  if (held?.displacing_since) await endClaims(tx, context, held)
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

/** Changes what an organization says of its registration (docs/specification/trust.md#ownership). Whose agent it is takes a proof instead. */
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
  const known = await tx.agent_ids.get({ svc_id })
  const before = known && (await resolveAgent(tx, { svc_id, organizations: reach.organizations }))
  if (!before) return { kind: 'not_found' }
  if (!reach.organizations.includes(before.organization_id)) return { kind: 'not_owner' }
  if (isRestricted(access) && !isProvedOwner(before)) return { kind: 'restriction_needs_proof' }
  const shown = await shownAgent(tx, svc_id)
  const shownToOthers =
    shown && shown.organization_id !== before.organization_id ? shown : undefined
  if (!access.private && before.private && shownToOthers && isProvedOwner(shownToOthers))
    return { kind: 'exists' }
  // A registration of a few bytes would else grow to a mebibyte, and each one of them.
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
