import { verificationStatus, type RegistrationFields, type Standing } from '../../domain/identity.ts'
import { LIVE } from '../../domain/installation.ts'
import { reaches, type Reach } from '../../domain/reach.ts'
import { listingOf, type Listing } from '../../domain/listing.ts'
import type { Agent, AgentDetails } from '../../domain/records.ts'
import { termsOfName } from '../../domain/search-words.ts'
import { unknownReputation } from '../../domain/reputation.ts'
import type { Timestamp } from '../../domain/time.ts'
import type { Act } from '../act.ts'
import type { ReadTx, Tx } from '../database.ts'
import { appendAudit } from './audit.ts'
import { noteMove } from './reputation-days.ts'

/** Public identity is for every valid key; a private agent is its owner's alone (decisions, visibility). */
export const isVisible = (agent: Agent, organizations: readonly string[]): boolean => !agent.private || organizations.includes(agent.organization_id)

/** The agent, as far as this caller may see it. */
export async function findAgent(tx: ReadTx, { svc_id, reach }: { svc_id: string; reach: Reach }): Promise<Agent | undefined> {
  const agent = await tx.agents.get({ svc_id })
  return agent && isVisible(agent, reach.organizations) ? agent : undefined
}

/** The five fields, the public key already in its canonical spelling, and what was found out about them before. */
export interface RegistrationInput extends RegistrationFields {
  organization_id: string
  key_sound: boolean
  proven: boolean
  private: boolean
  details: AgentDetails
}

/**
 * Registers an agent. A known id is a conflict and nothing is overwritten, with one exception: whoever proves possession of the
 * key displaces a registration that never did (decisions, proof of possession). What the operator said of the id stays in force;
 * a reputation stays only with its own organization, so that nobody can spoil another's name beforehand.
 */
export async function registerAgent(tx: Tx, act: Act, input: RegistrationInput): Promise<{ kind: 'exists' } | { kind: 'registered'; agent: Agent }> {
  const known = await tx.agents.get({ svc_id: input.svc_id })
  const displaced = known && known.proven_at === null && input.proven
  if (known && !displaced) return { kind: 'exists' }

  const agent = newAgent(input, act, known)
  await tx.agents.put(agent)
  await findable(tx, known, agent)
  if (displaced) await audited(tx, act, 'agent.registered', known, { displaced: true })
  await audited(tx, act, 'agent.registered', agent, { name: agent.name, version: agent.version, proven: input.proven, ...(displaced && { displaces: known.organization_id === agent.organization_id ? 'own' : 'other' }) })
  if (agent.verification_status === 'verified') await audited(tx, act, 'agent.verified', agent, { by: 'proof' })
  return { kind: 'registered', agent }
}

function newAgent({ proven, organization_id, key_sound, details, ...fields }: RegistrationInput, { now }: Act, displaced: Agent | undefined): Agent {
  const { svc_id, name, version, public_key, manifest_hash } = fields
  const { suspended_at = null, revoked_at = null } = displaced ?? {}
  const unknown = { reputation: unknownReputation(now), disputes_open: 0, disputes_upheld: 0, security_disputes_upheld: null, last_seen_at: null }
  const { reputation, disputes_open, disputes_upheld, security_disputes_upheld, last_seen_at } = displaced?.organization_id === organization_id ? displaced : unknown
  return withStatus({
    svc_id, organization_id, name, version, public_key, key_sound, manifest_hash, proven_at: proven ? now : null,
    verification_status: 'unverified', suspended_at, revoked_at, private: fields.private, details,
    category: details.category ?? null, llm_provider: details.llm_provider ?? null, reputation, disputes_open, disputes_upheld, security_disputes_upheld,
    last_seen_at, registered_at: now, updated_at: now,
  }, now)
}

/** The agent with the status that follows from everything else about it. */
export function withStatus(agent: Unlisted, now: Timestamp): Agent {
  const after = { ...agent, verification_status: verificationStatus(standingOf(agent)) }
  return { ...after, ...listingOf(after, now) }
}
type Unlisted = Omit<Agent, keyof Listing>

/** What the standing of an agent is decided by. */
export const standingOf = <Known extends Unlisted>(agent: Known): Known & Standing => ({
  ...agent, proven: agent.proven_at !== null, suspended: agent.suspended_at !== null, revoked: agent.revoked_at !== null,
  upheld_security_dispute: (agent.security_disputes_upheld ?? 0) > 0,
})

/** What a public agent can be found by takes the place of what it could be found by before. */
async function findable(tx: Tx, before: Agent | undefined, after: Agent): Promise<void> {
  const [old, wanted] = [before ? termsOf(before) : [], termsOf(after)]
  const same = before?.name_key === after.name_key
  for (const term of old) if (!same || !wanted.includes(term)) await tx.agent_terms.delete({ term, name_key: before!.name_key, svc_id: after.svc_id })
  for (const term of wanted) if (!same || !old.includes(term)) await tx.agent_terms.put({ term, name_key: after.name_key, svc_id: after.svc_id })
}

/** None for agents that are on no list: private ones, and those of an earlier version until they are listed. */
function termsOf({ listed, name, details: { capabilities = [] } }: Agent): readonly string[] {
  if (listed === null || listed === 'private') return []
  return [...termsOfName(name), ...new Set(capabilities.map((skill) => `s:${skill.toWellFormed()}`))]
}

const BATCH = 200

/** Puts agents on their lists that an earlier version wrote, and looks again at scores that have faded. A bounded number in one pass. */
export async function relistAgents(tx: Tx, act: Act, _: object): Promise<{ relisted: number }> {
  const unlisted = await tx.agents.find({ where: { listed: null }, limit: BATCH })
  const faded = await tx.agents.find({ where: { score_changes_at: { lte: act.now } }, limit: BATCH })
  for (const agent of [...unlisted, ...faded]) {
    const after = { ...agent, ...listingOf(agent, act.now) }
    await tx.agents.update({ svc_id: agent.svc_id }, listingOf(agent, act.now))
    if (agent.listed === null) await findable(tx, agent, after)
  }
  return { relisted: unlisted.length + faded.length }
}

/** Takes an agent out of use, or back into it: the operator's word, not an organization's. */
export async function setSuspended(tx: Tx, act: Act, { svc_id, suspended, reason }: { svc_id: string; suspended: boolean; reason: string }): Promise<Agent | undefined> {
  const agent = await tx.agents.get({ svc_id })
  if (!agent) return undefined
  const after = await restated(tx, act, agent, { suspended_at: suspended ? act.now : null })
  await audited(tx, act, suspended ? 'agent.suspended' : 'agent.verified', agent, { reason, ...(!suspended && { by: 'reinstatement' }) })
  return after
}

/** Counts disputes of an agent; one that belongs to somebody else by now is spared what was said of the one before. */
export async function countDisputes(tx: Tx, act: Act, { svc_id, respondent_id }: { svc_id: string; respondent_id: string }, by: { open: number; upheld: number; security: number }): Promise<void> {
  const agent = await tx.agents.get({ svc_id })
  if (agent?.organization_id !== respondent_id) return
  const after = await restated(tx, act, agent, {
    disputes_open: Math.max(0, agent.disputes_open + by.open), disputes_upheld: agent.disputes_upheld + by.upheld,
    security_disputes_upheld: (agent.security_disputes_upheld ?? 0) + by.security,
  })
  if (by.upheld > 0) await noteMove(tx, act, { before: agent, after, succeeded: null })
}

/** Whether the caller owns the agent or has it installed: then the platform vouches for it in headers. */
export async function ownsOrInstalled(tx: ReadTx, agent: Agent, reach: Reach): Promise<boolean> {
  if (reaches(reach, { organization_id: agent.organization_id })) return true
  for (const organization_id of reach.organizations) {
    const within = { organization_id, ...(reach.workspace_id !== null && { workspace_id: reach.workspace_id }) }
    if (await tx.installations.first({ where: { agent_id: agent.svc_id, ...within, lifecycle: { in: LIVE } }, glance: true })) return true
  }
  return false
}

/** Changes an agent and derives its status anew. */
async function restated(tx: Tx, act: Act, agent: Agent, changes: Partial<Agent>): Promise<Agent> {
  const after = withStatus({ ...agent, ...changes, updated_at: act.now }, act.now)
  const { verification_status, updated_at, listed, score, score_changes_at } = after
  await tx.agents.update({ svc_id: agent.svc_id }, { ...changes, verification_status, updated_at, ...(agent.listed !== null && { listed, score, score_changes_at }) })
  return after
}

const audited = (tx: Tx, act: Act, event_type: 'agent.registered' | 'agent.verified' | 'agent.suspended', { organization_id, svc_id }: Agent, metadata: Record<string, string | boolean>) =>
  appendAudit(tx, act, { event_type, organization_id, target: { type: 'agent', id: svc_id }, metadata })
