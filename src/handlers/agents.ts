import type { components } from '../../generated/platform.ts'
import { parsePublicKey, soundPublicKey } from '../domain/crypto/public-key.ts'
import { did, isValid, registrationProven, standingChecks } from '../domain/identity.ts'
import type { Agent } from '../domain/records.ts'
import { reputationSeries, stateOf } from '../domain/reputation-history.ts'
import type { Timestamp } from '../domain/time.ts'
import { standingOf } from '../store/intents/agents.ts'
import type { OwnInstallations } from '../store/intents/agent-profile.ts'
import { presentReputation } from './reputation.ts'
import type { Handlers } from './services.ts'

type Schemas = components['schemas']

/** Registration and verification (Interface, Agents), and what the registry knows of an agent. */
export const agents = {
  async registerAgent(call, { store, act }) {
    const { svc_id, name, version, manifest_hash, proof, private: hidden = false, ...details } = call.body
    const parsed = parsePublicKey(call.body.public_key)
    const fields = { svc_id, name, version, manifest_hash, public_key: call.body.public_key }
    const proven = proof !== undefined && registrationProven(fields, proof)
    if (proof !== undefined && !proven) return call.refuse('INVALID_PROOF')

    const outcome = await store.registerAgent(act(call), {
      ...fields, public_key: parsed?.canonical ?? fields.public_key, key_sound: parsed !== undefined && soundPublicKey(parsed.key),
      organization_id: call.caller.organization_id, proven, private: hidden, details: detailsOf(details),
    })
    switch (outcome.kind) {
      case 'exists': return call.refuse('AGENT_EXISTS')
      case 'registered':
        return call.reply(201, present(outcome.agent)).with({ Location: `/api/v1/agents/${encodeURIComponent(svc_id)}/verify` })
    }
  },

  async verifyAgent({ path, caller, reply, refuse }, { store }) {
    const agent = await store.findAgent({ svc_id: path.svc_id, reach: caller.reach })
    if (!agent) return refuse('AGENT_NOT_FOUND')
    const { svc_id, name, version, registered_at } = agent
    return reply(200, { valid: isValid(standingOf(agent)), svc_id, name, version, registered_at })
  },

  async getAgent({ path, caller, reply, refuse }, { store, now }) {
    const found = await store.readAgent({ svc_id: path.svc_id, reach: caller.reach })
    if (!found) return refuse('AGENT_NOT_FOUND')
    const own = caller.reach.organizations.includes(found.agent.organization_id)
    return reply(200, presentInFull(found.agent, { own, installations: found.installations, now: now() }))
  },

  async getReputationHistory({ path, query, caller, reply, refuse }, { store, now }) {
    const found = await store.readReputationDays({ svc_id: path.svc_id, reach: caller.reach, now: now(), days: query.days })
    if (!found) return refuse('AGENT_NOT_FOUND')
    const points = reputationSeries(found.days, stateOf(found.agent), { days: query.days, now: found.now })
    return reply(200, { svc_id: path.svc_id, points: [...points], computed_at: found.now })
  },
} satisfies Partial<Handlers>

/** Keeps the optional members that were sent, and nothing else. */
function detailsOf({ description, publisher, category, llm_provider, capabilities, permissions, url, card }: Partial<components['schemas']['RegisterAgentRequest']>): Agent['details'] {
  const sent = Object.entries({ description, publisher, category, llm_provider, capabilities, permissions, url, card }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(sent)
}

const presentInFull = (agent: Agent, { own, installations, now }: { own: boolean; installations: OwnInstallations; now: Timestamp }): Schemas['AgentProfile'] => {
  const { did, organization_id, capabilities = [], permissions = {}, ...registered } = present(agent)
  const standing = standingOf(agent)
  return {
    ...registered, did, own, ...(own && { organization_id }), capabilities, permissions, valid: isValid(standing), checks: [...standingChecks(standing)],
    reputation: presentReputation(agent, now), disputes: { open: agent.disputes_open, upheld: agent.disputes_upheld }, installations,
    ...(agent.last_seen_at !== null && { last_seen_at: agent.last_seen_at }),
  }
}

const present = (agent: Agent): Schemas['Agent'] => {
  const { svc_id, organization_id, name, version, public_key, manifest_hash, verification_status, registered_at, details } = agent
  const { description, publisher, category, llm_provider, capabilities, permissions, url, card } = details
  return {
    svc_id, did: did(svc_id), organization_id, name, version, public_key, manifest_hash, verification_status, registered_at, private: agent.private,
    ...(description !== undefined && { description }), ...(publisher !== undefined && { publisher }), ...(category !== undefined && { category }),
    ...(llm_provider !== undefined && { llm_provider }), ...(capabilities !== undefined && { capabilities }), ...(permissions !== undefined && { permissions }),
    ...(url !== undefined && { url }), ...(card !== undefined && { card }),
  }
}
