import { tokenState } from '../../domain/fleet.ts'
import { LIVE, mayBeInstalled } from '../../domain/installation.ts'
import { INSTALLATION_QUOTA_WINDOW_MS } from '../../domain/limits.ts'
import { overQuota, QUOTAS, type QuotaExceeded, type Resource } from '../../domain/plans.ts'
import { reaches, type Reach } from '../../domain/reach.ts'
import { mayInstall } from '../../domain/registration.ts'
import type { InstallToken, Organization } from '../../domain/records.ts'
import { dayOf, plus, type Timestamp } from '../../domain/time.ts'
import { INSTALL_TOKEN_PREFIX, mint } from '../../domain/tokens.ts'
import { newId, type Act } from '../act.ts'
import type { ReadTx, Tx } from '../database.ts'
import { pageOf, type Page, type Paging } from './page.ts'
import { appendAudit } from './audit.ts'
import { resolveAgent } from './registrations.ts'

export interface InstallTokenInput { reach: Reach; workspace_id: string; agent_id: string; expiry_minutes: number }
export type InstallTokenOutcome =
  | { kind: 'workspace_not_found' }
  | { kind: 'agent_not_found' }
  | { kind: 'agent_unusable' }
  | { kind: 'not_an_installer' }
  | QuotaExceeded
  | { kind: 'created'; token: string; record: InstallToken }

/** Issues a one-time token for one agent in one workspace; it counts against the plan until it is used or expires. */
export async function createInstallToken(tx: Tx, act: Act, input: InstallTokenInput): Promise<InstallTokenOutcome> {
  const workspace = await tx.workspaces.get({ workspace_id: input.workspace_id })
  if (!workspace || !reaches(input.reach, workspace)) return { kind: 'workspace_not_found' }
  const agent = await resolveAgent(tx, { svc_id: input.agent_id, organizations: [workspace.organization_id] })
  if (!agent) return { kind: 'agent_not_found' }
  if (!mayInstall(agent, workspace.organization_id)) return { kind: 'not_an_installer' }
  if (!mayBeInstalled(agent)) return { kind: 'agent_unusable' }

  const { organization_id, workspace_id } = workspace
  const full = (await quota(tx, act, organization_id, 'install_tokens')) ?? (await quota(tx, act, organization_id, 'installations'))
  if (full) return full

  const { token, hash } = mint(INSTALL_TOKEN_PREFIX, act.random(32))
  const record: InstallToken = {
    token_id: `tok_${newId(act)}`, hash, organization_id, workspace_id, agent_id: agent.svc_id, created_at: act.now,
    expires_at: plus(act.now, input.expiry_minutes * 60_000), consumed_at: null, revoked_at: null, expiry_audited: false, installation_id: null, body_hash: null, callers: [],
  }
  await tx.install_tokens.insert(record)
  await appendAudit(tx, act, {
    event_type: 'install_token.created', organization_id, workspace_id, target: { type: 'install_token', id: record.token_id },
    metadata: { agent_id: agent.svc_id, expires_at: record.expires_at },
  })
  return { kind: 'created', token, record }
}

/** Refuses, and audits the refusal, when the organization already has as many of a resource as its plan allows. */
export async function quota(tx: Tx, act: Act, organization_id: string, resource: Resource): Promise<QuotaExceeded | undefined> {
  const organization = await tx.organizations.get({ organization_id })
  // Counting is what costs here, and without a limit there is nothing to count for.
  const max = organization && QUOTAS[resource][organization.plan]
  if (!organization || max === null || max === undefined) return undefined
  const full = overQuota(organization.plan, resource, await usedOf(tx, organization, resource, { now: act.now, most: max + COUNTED_BEYOND }))
  if (!full) return undefined
  await appendAudit(tx, act, {
    event_type: 'plan.limit_exceeded', organization_id, target: { type: 'organization', id: organization_id }, outcome: 'denied',
    metadata: { resource, plan: full.plan, current: full.current, max: full.max },
  })
  return full
}

/** A plan can be lowered below what there is. How far below is told up to here, so that a refusal costs no more the larger the fleet. */
const COUNTED_BEYOND = 10_000

/** How much of a resource counts against the plan; beyond `most` nobody needs to know exactly. */
export function usedOf(tx: ReadTx, { organization_id }: Organization, resource: Resource, { now, most }: { now: Timestamp; most: number }): Promise<number> {
  switch (resource) {
    case 'workspaces': return tx.workspaces.count({ organization_id })
    case 'install_tokens': return tx.install_tokens.count({ organization_id, consumed_at: null, expires_at: { gt: now } }, most)
    case 'installations': return seenSince(tx, organization_id, plus(now, -INSTALLATION_QUOTA_WINDOW_MS), most)
  }
}

async function seenSince(tx: ReadTx, organization_id: string, since: Timestamp, most: number): Promise<number> {
  const where = { organization_id, lifecycle: { in: LIVE }, last_seen_at: { gt: since } }
  const seen = await tx.installations.count({ ...where, seen_on: { gte: dayOf(since) } }, most)
  return seen + (await tx.installations.count({ ...where, seen_on: null }, most))
}

/** The install tokens of a workspace, newest first. */
export async function listInstallTokens(tx: ReadTx, { reach, workspace_id, ...paging }: Paging<readonly [string, string]> & { reach: Reach; workspace_id: string }): Promise<{ kind: 'not_found' } | Page<InstallToken, readonly [string, string]>> {
  const workspace = await tx.workspaces.get({ workspace_id })
  if (!workspace || !reaches(reach, workspace)) return { kind: 'not_found' }
  return pageOf<InstallToken, readonly [string, string]>(tx.install_tokens, { where: { workspace_id }, orderBy: ['created_at', 'token_id'], descending: true }, paging)
}

export type TokenRevocation = { kind: 'workspace_not_found' | 'not_found' | 'not_outstanding' } | { kind: 'revoked'; record: InstallToken }

/**
 * Takes back a token that nobody has used. Its hash goes with it, so bootstrap cannot tell it from a text that was never a token,
 * and it neither counts against the quota nor expires a second time.
 */
export async function revokeInstallToken(tx: Tx, act: Act, { reach, workspace_id, token_id }: { reach: Reach; workspace_id: string; token_id: string }): Promise<TokenRevocation> {
  const workspace = await tx.workspaces.get({ workspace_id })
  if (!workspace || !reaches(reach, workspace)) return { kind: 'workspace_not_found' }
  const token = await tx.install_tokens.get({ token_id })
  if (token?.workspace_id !== workspace_id) return { kind: 'not_found' }
  if (tokenState(token, act.now) !== 'outstanding') return { kind: 'not_outstanding' }
  const changes = { hash: `revoked ${token_id}`, revoked_at: act.now, expires_at: act.now, expiry_audited: true }
  await tx.install_tokens.update({ token_id }, changes)
  await appendAudit(tx, act, {
    event_type: 'install_token.revoked', organization_id: token.organization_id, workspace_id, target: { type: 'install_token', id: token_id },
    metadata: { agent_id: token.agent_id },
  })
  return { kind: 'revoked', record: { ...token, ...changes } }
}
