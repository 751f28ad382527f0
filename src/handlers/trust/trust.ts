import type { components } from '../../../generated/platform.ts'
import { isOutsideWorkspace } from '../../auth/callers.ts'
import { did, svcIdOfDid } from '../../domain/agents/identity.ts'
import { SIGNING_KEY } from '../../domain/limits.ts'
import type { Agent } from '../../domain/records.ts'
import { score } from '../../domain/agents/reputation.ts'
import { writeStatement } from '../../domain/signatures/signature.ts'
import { trustHeaders, vouchClaims, VOUCH_HEADER } from '../../domain/trust/headers.ts'
import { examine } from '../../domain/trust/trust.ts'
import type { Timestamp } from '../../domain/time.ts'
import { newId } from '../../domain/uuid.ts'
import { concludeWithoutRecord } from '../../store/transactions/trust/trust.ts'
import { presentReputation } from '../agents/reputation.ts'
import { membersOf } from '../members-of.ts'
import type { Handlers } from '../services.ts'

type Schemas = components['schemas']

/** How long clients may keep the published keys. */
const KEYS_CACHE = `public, max-age=${SIGNING_KEY.cache_seconds}`

/**
 * Verifies signatures of agents (docs/specification/agents.md#trust-verify), and serves trust profiles
 * (docs/specification/agents.md#trust-profile), trust headers (docs/specification/agents.md#trust-headers) and the public keys of the
 * platform (docs/specification/trust.md#keys).
 */
export const trust = {
  async verifyTrust(call, { store, issuer, contextFor, now, count }) {
    const { body, caller, reply, refuse } = call
    const { svc_id, signature, context } = body
    const workspace_id = context.workspace_id ?? caller.reach.workspace_id
    if (isOutsideWorkspace(caller, workspace_id)) return refuse('WORKSPACE_NOT_ALLOWED')
    const found = await store.findTrustSubject({ svc_id, workspace_id, reach: caller.reach })
    if (found.kind === 'agent_not_found') return refuse('AGENT_NOT_FOUND')
    if (found.kind === 'workspace_not_found') return refuse('WORKSPACE_NOT_FOUND')
    const { agent, policy, organization_id } = found
    const installation =
      caller.kind === 'runtime_token'
        ? { svc_id: caller.svc_id, installation_id: caller.installation_id }
        : undefined
    const examination = examine(agent, signature, context, { issuer, installation }, now())
    const conclusion = { examination, workspace_id, organization_id, policy, skill: context.skill }
    const verdict =
      concludeWithoutRecord(conclusion) ?? (await store.concludeTrust(contextFor(call), conclusion))
    count(verdict.valid ? 'trust_valid' : 'trust_invalid')
    const { valid, reason, audience, freshness, checks, verified_at } = verdict
    return reply(200, {
      valid,
      svc_id,
      reason,
      verification_status: agent.verification_status,
      reputation_score: score(agent.reputation, agent.disputes_upheld, verified_at),
      audience,
      freshness,
      checks,
      policy: verdict.policy,
      verified_at,
    })
  },

  async getTrustProfile({ path, caller, reply, refuse }, { store, now }) {
    const svc_id = svcIdOfDid(path.did)
    const agent = svc_id && (await store.findVisibleOrInstalled({ svc_id, reach: caller.reach }))
    if (!agent) return refuse('AGENT_NOT_FOUND')
    const logged = await store.findLoggedRegistration(agent)
    return reply(200, {
      ...presentProfile(agent, now()),
      ...(logged && { log: membersOf(logged, ['entry', 'proof', 'salt']) }),
    })
  },

  async createTrustHeaders(call, { store, signer, issuer, contextFor, now }) {
    const { body, caller, reply, refuse } = call
    const { organization_id } = caller
    const context = contextFor(call)
    const task_id = newId(context)
    // An installation gets a vouching statement only for its own agent; an API key acts for its organization.
    const isOther = caller.kind === 'runtime_token' && caller.svc_id !== body.svc_id
    const agent = isOther
      ? undefined
      : await store.issueTrustHeaders(context, {
          svc_id: body.svc_id,
          reach: caller.reach,
          organization_id,
          task_id,
        })
    if (!agent) return refuse('AGENT_NOT_FOUND')
    const { svc_id, verification_status } = agent
    const issued_to = {
      organization_id,
      ...(caller.kind === 'runtime_token' && { installation_id: caller.installation_id }),
    }
    const claims = vouchClaims(
      { issuer, svc_id, issued_to, request_body_hash: body.request_body_hash },
      context.now,
    )
    const reputation_score = score(agent.reputation, agent.disputes_upheld, now())
    const headers = trustHeaders({
      svc_id,
      reputation_score,
      verification_status,
      task_id,
      trace_id: call.request.id,
    })
    const vouch = writeStatement<'vouch'>({
      claims,
      ...signer.sign('vouch', claims, claims.issued_at),
    })
    return reply(200, {
      headers: { ...headers, [VOUCH_HEADER]: vouch },
      issued_to,
      expires_at: claims.expires_at,
    })
  },

  async getPlatformKeys({ reply }, { store, master_keys }) {
    const keys = await master_keys.use((ring) => store.listPlatformKeys({ master_keys: ring }))
    return reply(200, { keys: [...keys] }).with({ 'Cache-Control': KEYS_CACHE })
  },
} satisfies Partial<Handlers>

const presentProfile = (agent: Agent, now: Timestamp): Schemas['TrustProfile'] => ({
  ...membersOf(agent, MEMBERS),
  did: did(agent.svc_id),
  reputation: presentReputation(agent, now),
  capabilities: agent.details.capabilities ?? [],
  permissions: agent.details.permissions ?? {},
  ...membersOf(agent.details, ['publisher', 'bridge']),
  disputes: { open: agent.disputes_open, upheld: agent.disputes_upheld },
})
const MEMBERS = [
  'svc_id',
  'name',
  'version',
  'verification_status',
  'public_key',
  'content_addressed',
  'last_seen_at',
] as const satisfies readonly (keyof Schemas['TrustProfile'])[]
