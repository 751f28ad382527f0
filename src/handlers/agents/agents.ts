import type { components } from '../../../generated/platform.ts'
import { lacksRole } from '../../auth/role-gate.ts'
import { parsePublicKey, isSoundPublicKey } from '../../domain/crypto/public-key.ts'
import {
  did,
  isValid,
  registrationProven,
  verificationChecks,
} from '../../domain/agents/identity.ts'
import type { Agent, AgentDetails } from '../../domain/records.ts'
import { verificationFactsOf, type Conflict } from '../../domain/agents/registration.ts'
import { reputationSeries, stateOf } from '../../domain/agents/reputation-history.ts'
import type { Timestamp } from '../../domain/time.ts'
import { problems } from '../../problems/problems.ts'
import type { InstallationCounts } from '../../store/transactions/agents/profile.ts'
import { membersOf } from '../members-of.ts'
import { countChange } from './change-budget.ts'
import { presentReputation } from './reputation.ts'
import type { Handlers } from '../services.ts'
import { quotaProblem } from '../quota.ts'

type Schemas = components['schemas']

/**
 * Handles the registration (docs/specification/agents.md#registration) and verification (docs/specification/agents.md#valid) of agents, and
 * reads of their records (docs/specification/agents.md#agent-record).
 */
export const agents = {
  async registerAgent(call, { store, contextFor, issuer, now, upgrade_url, api_path }) {
    const {
      svc_id,
      name,
      version,
      manifest_hash,
      proof,
      private: hidden,
      installable_by,
      installers,
      ...details
    } = call.body
    // Answers to tasks are signed with the name of the platform as the audience, so no agent may have this name.
    if (svc_id === issuer)
      return call.refuse('AGENT_EXISTS', {
        message:
          'This svc_id is the name of the platform, so nothing was changed; register the agent under the hash of its name, version, key and manifest hash.',
      })
    const parsed = parsePublicKey(call.body.public_key)
    const fields = { svc_id, name, version, manifest_hash, public_key: call.body.public_key }
    const proven =
      proof !== undefined &&
      registrationProven(
        fields,
        proof,
        { organization_id: call.caller.organization_id, issuer },
        now(),
      )
    if (proof !== undefined && !proven) return call.refuse('INVALID_PROOF')

    const outcome = await store.registerAgent(contextFor(call), {
      ...fields,
      public_key: parsed?.canonical ?? fields.public_key,
      key_sound: parsed !== undefined && isSoundPublicKey(parsed.key),
      organization_id: call.caller.organization_id,
      proven,
      bound_to_workspace: call.caller.reach.workspace_id !== null,
      private: hidden,
      installable_by,
      installers: installers && unique(installers),
      details: detailsOf(details),
    })
    switch (outcome.kind) {
      case 'exists':
        return call.refuse('AGENT_EXISTS', { message: CONFLICTS[outcome.conflict] })
      case 'restriction_needs_proof':
        return call.refuse('OWNERSHIP_NOT_PROVED')
      case 'bound_to_workspace':
        return call.refuse('WORKSPACE_NOT_ALLOWED')
      case 'proved':
      case 'unchanged':
        return call.reply(200, present(outcome.agent))
      case 'quota':
        return call.refuse(...quotaProblem(outcome, upgrade_url))
      case 'registered':
        return call
          .reply(201, present(outcome.agent))
          .with({ Location: `${api_path}/agents/${encodeURIComponent(svc_id)}/verify` })
    }
  },

  async updateAgent(call, services) {
    const { store, contextFor, upgrade_url } = services
    const { path, body, caller, reply, refuse } = call
    if (caller.reach.workspace_id !== null) return refuse('WORKSPACE_NOT_ALLOWED')
    const { exceeded, headers } = await countChange(services, caller, path.svc_id)
    if (exceeded) return refuse('RATE_LIMITED', exceeded)
    const {
      private: hidden,
      deprecated,
      installable_by = 'anyone',
      installers = [],
      ...details
    } = body
    const changes = {
      access: { private: hidden, installable_by, installers: unique(installers) },
      deprecated,
      details: detailsOf(details),
    }
    const outcome = await store.updateAgent(contextFor(call), {
      svc_id: path.svc_id,
      reach: caller.reach,
      changes,
    })
    switch (outcome.kind) {
      case 'not_found':
      case 'not_owner':
        if (await lacksRole(services, caller, path)) return refuse('ROLE_REQUIRED')
        return refuse(outcome.kind === 'not_found' ? 'AGENT_NOT_FOUND' : 'AGENT_OWNER_REQUIRED')
      case 'restriction_needs_proof':
        return refuse('OWNERSHIP_NOT_PROVED', { headers })
      case 'exists':
        return refuse('AGENT_EXISTS', {
          headers,
          message:
            'Another organization has publicly proved that it owns this svc_id, so your registration stays private and nothing was changed.',
        })
      case 'quota':
        return refuse(...quotaProblem(outcome, upgrade_url, headers))
      case 'updated':
        return reply(200, present(outcome.agent)).with(headers)
    }
  },

  async verifyAgent({ path, caller, reply, refuse }, { store }) {
    const agent = await store.findAgent({ svc_id: path.svc_id, reach: caller.reach })
    if (!agent) return refuse('AGENT_NOT_FOUND')
    const { svc_id, name, version, registered_at } = agent
    const valid = isValid(verificationFactsOf(agent))
    return reply(200, { valid, svc_id, name, version, registered_at })
  },

  async getAgent({ path, caller, reply, refuse }, { store, now }) {
    const found = await store.readAgent({ svc_id: path.svc_id, reach: caller.reach })
    if (!found) return refuse('AGENT_NOT_FOUND')
    const own = caller.reach.organizations.includes(found.agent.organization_id)
    return reply(
      200,
      presentInFull(found.agent, { own, installations: found.installations, now: now() }),
    )
  },

  async listAgentVersions({ path, caller, reply, refuse }, { store }) {
    const versions = await store.readAgentVersions({ svc_id: path.svc_id, reach: caller.reach })
    if (!versions) return refuse('AGENT_NOT_FOUND')
    return reply(200, { items: versions.map((version) => membersOf(version, VERSION_MEMBERS)) })
  },

  async getReputationHistory({ path, query, caller, reply, refuse }, { store, now }) {
    const found = await store.readReputationDays({
      svc_id: path.svc_id,
      reach: caller.reach,
      now: now(),
      days: query.days,
    })
    if (!found) return refuse('AGENT_NOT_FOUND')
    const points = reputationSeries(found.days, stateOf(found.agent), {
      days: query.days,
      now: found.now,
    })
    return reply(200, { svc_id: path.svc_id, points: [...points], computed_at: found.now })
  },
} satisfies Partial<Handlers>

const MEMBERS = [
  'svc_id',
  'organization_id',
  'name',
  'version',
  'public_key',
  'manifest_hash',
  'verification_status',
  'registered_at',
] as const satisfies readonly (keyof Schemas['Agent'])[]
const VERSION_MEMBERS = [
  'svc_id',
  'version',
  'registered_at',
  'verification_status',
  'deprecated',
] as const satisfies readonly (keyof Schemas['AgentVersionSummary'])[]
/** The members of a registration that are stored as details of the agent. */
const DETAILS = [
  'description',
  'publisher',
  'category',
  'llm_provider',
  'capabilities',
  'permissions',
  'url',
  'card',
  'bridge',
] as const satisfies readonly (keyof Schemas['RegisterAgentRequest'] & keyof Schemas['Agent'])[]

/** The messages of conflicts: why nothing was registered, and what to do. */
const CONFLICTS: Record<Conflict, string> = {
  own: problems.AGENT_EXISTS.message,
  owned:
    'Another organization has proved that it owns this svc_id, so nothing was changed; register a new version under its own id.',
  mismatch:
    'This svc_id is the hash of another organization’s registration and not of these fields, so nothing was changed; register the agent under the hash of its own name, version, key and manifest hash.',
  opaque:
    'This svc_id is not the hash of its fields, so it belongs to the organization that registered it first, and nothing was changed; register the agent under the hash of its name, version, key and manifest hash.',
}

const detailsOf = (sent: Partial<Schemas['RegisterAgentRequest']>): AgentDetails =>
  membersOf(sent as AgentDetails, DETAILS)

const unique = (ids: readonly string[]): readonly string[] => [...new Set(ids)]

const presentInFull = (
  agent: Agent,
  { own, installations, now }: { own: boolean; installations: InstallationCounts; now: Timestamp },
): Schemas['AgentProfile'] => {
  const {
    organization_id,
    installers,
    capabilities = [],
    permissions = {},
    ...registered
  } = present(agent)
  const facts = verificationFactsOf(agent)
  return {
    ...registered,
    own,
    ...(own && { organization_id, installers }),
    capabilities,
    permissions,
    valid: isValid(facts),
    checks: [...verificationChecks(facts)],
    reputation: presentReputation(agent, now),
    disputes: { open: agent.disputes_open, upheld: agent.disputes_upheld },
    installations,
    ...(agent.last_seen_at !== null && { last_seen_at: agent.last_seen_at }),
  }
}

/** Presents the ownership of an agent and its access settings. */
const accessOf = (agent: Agent) => ({
  private: agent.private,
  ownership: ownershipOf(agent),
  deprecated: agent.deprecated,
  installable_by: agent.installable_by,
  installers: [...agent.installers],
})
export const ownershipOf = (agent: Agent): Schemas['Ownership'] =>
  agent.proven_at === null ? 'claimed' : 'proved'

const present = (agent: Agent): Schemas['Agent'] => ({
  ...membersOf(agent, MEMBERS),
  did: did(agent.svc_id),
  ...accessOf(agent),
  ...membersOf(agent.details, DETAILS),
})
