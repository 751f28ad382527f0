import { idMatchesContent } from '../../../domain/agents/identity.ts'
import type { RegistrationFields } from '../../../domain/crypto/svc-id.ts'
import type { QuotaExceeded } from '../../../domain/organizations/plans.ts'
import type { Agent, AgentDetails } from '../../../domain/records.ts'
import {
  decideRegistration,
  mayRestrict,
  type Access,
  type Conflict,
  type InstallableBy,
} from '../../../domain/agents/registration.ts'
import { initialReputation } from '../../../domain/agents/reputation.ts'
import { searchColumnsOf } from '../../../domain/search/text.ts'
import type { CallContext } from '../../context.ts'
import type { Tx } from '../../database.ts'
import { appendAudits, type AuditEntry } from '../audit/records.ts'
import { agentEvent, checkDetailsQuota, withStatus } from './agents.ts'
import { endRegistration, saveRegistration } from './public-registration.ts'
import { checkQuotas } from '../organizations/quotas.ts'
import { logAgent } from '../transparency/entries.ts'
import {
  deleteNewAgentId,
  findPublicRegistration,
  lockAgentId,
  type LockedAgentId,
} from './registrations.ts'

/** The five registration fields, with the public key in its canonical encoding, and the results of the checks on them. */
export interface RegistrationInput extends RegistrationFields {
  organization_id: string
  key_sound: boolean
  /** Whether the private key has signed the registration for this organization and platform. */
  proven: boolean
  private: boolean
  /** Whether the caller's API key is bound to one workspace, so that it must not change a registration of its organization. */
  bound_to_workspace?: boolean | undefined
  installable_by?: InstallableBy | undefined
  installers?: readonly string[] | undefined
  deprecated?: boolean | undefined
  details: AgentDetails
}
export type RegistrationOutcome =
  | QuotaExceeded
  | { readonly kind: 'exists'; readonly conflict: Conflict }
  | { readonly kind: 'restriction_needs_proof' | 'bound_to_workspace' }
  /** `proved`: a claim has become a proven registration; `unchanged`: it already was a proven registration with the same content. */
  | { readonly kind: 'registered' | 'proved' | 'unchanged'; readonly agent: Agent }

/**
 * Registers an agent for an organization, as `decideRegistration` decides (docs/specification/trust.md#claims). A suspension or revocation
 * by the operator applies to every registration of the identifier. A key that is bound to one workspace can add registrations, but cannot
 * change those of its organization (docs/specification/http.md#bound-credentials). Reputation belongs to one registration, so no other
 * organization can damage the reputation of an agent before its owner registers it.
 */
export async function registerAgent(
  tx: Tx,
  context: CallContext,
  input: RegistrationInput,
): Promise<RegistrationOutcome> {
  const { svc_id, organization_id } = input
  const request = { ...input, ...accessOf(input) }
  if (!mayRestrict(request)) return { kind: 'restriction_needs_proof' }
  const id = await lockAgentId(tx, svc_id)
  const existing = await tx.agents.get({ svc_id, organization_id })
  const current = await findPublicRegistration(tx, svc_id)
  const decision = decideRegistration({ requested: request, own: existing, resolved: current })
  if (decision.kind === 'exists' || decision.kind === 'unchanged') return decision
  if (existing && input.bound_to_workspace === true) return { kind: 'bound_to_workspace' }
  switch (decision.kind) {
    case 'prove':
      return proveClaim(tx, context, decision.agent, { request, id, current })
    case 'register':
      return insertRegistration(tx, context, decision.displaced, { request, id, current })
  }
}

interface RegistrationContext {
  readonly request: RegistrationRequest
  readonly id: LockedAgentId
  /** The registration to which the identifier has resolved publicly so far. */
  readonly current: Agent | undefined
}

/** Turns a claim into a proven registration, which keeps its reputation, disputes and dates. */
async function proveClaim(
  tx: Tx,
  context: CallContext,
  claim: Agent,
  { request, id, current }: RegistrationContext,
): Promise<RegistrationOutcome> {
  // Details that are not sent with the proof keep their values from the claim.
  const withDetails = { ...request, details: { ...claim.details, ...request.details } }
  const exceeded = await checkDetailsQuota(tx, context, claim, withDetails.details)
  if (exceeded) return exceeded
  const { agent, audits } = await saveRegistration(tx, context, {
    before: claim,
    current,
    after: {
      ...newAgent(withDetails, context, id),
      reputation: claim.reputation,
      disputes_open: claim.disputes_open,
      disputes_upheld: claim.disputes_upheld,
      security_disputes_upheld: claim.security_disputes_upheld,
      last_seen_at: claim.last_seen_at,
      registered_at: claim.registered_at,
      deprecated: claim.deprecated,
    },
  })
  await logAgent(tx, context, 'agent.proved', agent)
  await appendAudits(tx, context, [...audits, ...proofEvents(agent)])
  return { kind: 'proved', agent }
}

/** Stores a new registration, which replaces `displaced` if it is given. */
async function insertRegistration(
  tx: Tx,
  context: CallContext,
  displaced: Agent | undefined,
  { request, id, current }: RegistrationContext,
): Promise<RegistrationOutcome> {
  const { organization_id, proven } = request
  const replacesOwn = displaced?.organization_id === organization_id
  const exceeded = replacesOwn
    ? await checkDetailsQuota(tx, context, displaced, request.details)
    : await checkQuotas(tx, context, organization_id, ['agents', 'stored_bytes'])
  if (exceeded) {
    await deleteNewAgentId(tx, id)
    return exceeded
  }
  const ended = displaced && (await endRegistration(tx, context, displaced, request))
  const remaining = displaced?.organization_id === current?.organization_id ? undefined : current
  const { agent, audits } = await saveRegistration(tx, context, {
    before: undefined,
    current: remaining,
    after: newAgent(request, context, id),
  })
  // The log entry comes first, because the audit records lock the chains of the organizations until the transaction ends.
  await logAgent(tx, context, 'agent.registered', agent, { isFirst: id.isNew })
  await appendAudits(tx, context, [
    ...(ended ? [ended] : []),
    ...audits,
    agentEvent('agent.registered', agent, {
      name: agent.name,
      version: agent.version,
      proven,
      ...(displaced && { displaces: replacesOwn ? 'own' : 'other' }),
    }),
    ...(proven ? proofEvents(agent) : []),
  ])
  return { kind: 'registered', agent }
}

const accessOf = ({
  private: isPrivate,
  installable_by = 'anyone',
  installers = [],
}: RegistrationInput): Access => ({ private: isPrivate, installable_by, installers })

const proofEvents = (agent: Agent): readonly AuditEntry[] =>
  agent.verification_status === 'verified'
    ? [agentEvent('agent.verified', agent, { by: 'proof' })]
    : []

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
      ...searchColumnsOf({ details }),
      svc_id,
      organization_id,
      name,
      version,
      public_key,
      key_sound,
      manifest_hash,
      content_addressed: idMatchesContent(fields),
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
      reputation: initialReputation(now),
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
