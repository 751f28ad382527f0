import type { Plan } from '../../domain/plans.ts'
import type { ApiKey, Member, Organization, Role } from '../../domain/records.ts'
import { DEFAULT_RETENTION } from '../../domain/retention.ts'
import { API_KEY_PREFIX, hashToken, mint } from '../../domain/tokens.ts'
import { newId, type Act } from '../act.ts'
import type { ReadTx, Tx } from '../database.ts'
import { appendAudit } from './audit.ts'

const PREVIEW_LENGTH = API_KEY_PREFIX.length + 6

/** Creates an organization; its identifier may be given (fixtures, imports), else one is made. */
export async function createOrganization(tx: Tx, act: Act, input: { name: string; plan: Plan; organization_id?: string }): Promise<Organization> {
  const organization: Organization = {
    organization_id: input.organization_id ?? `org_${newId(act)}`,
    name: input.name, plan: input.plan, ...DEFAULT_RETENTION, created_at: act.now,
  }
  await tx.organizations.insert(organization)
  return organization
}

/** Moves an organization to another plan. */
export async function setPlan(tx: Tx, act: Act, { organization_id, plan }: { organization_id: string; plan: Plan }): Promise<Organization | undefined> {
  const organization = await tx.organizations.get({ organization_id })
  if (!organization) return undefined
  await tx.organizations.update({ organization_id }, { plan })
  await appendAudit(tx, act, {
    event_type: 'plan.changed', organization_id, target: { type: 'organization', id: organization_id }, metadata: { from: organization.plan, to: plan },
  })
  return { ...organization, plan }
}

export interface ApiKeyInput {
  organization_id: string
  workspace_id?: string | undefined
  name: string
  scopes?: readonly string[] | undefined
  /** The key's text where its owner has it already (fixtures, the first key of a store); else one is made. */
  token?: string | undefined
}

/** Makes an API key; the answer is the only place where its text ever appears. */
export async function createApiKey(tx: Tx, act: Act, input: ApiKeyInput): Promise<{ kind: 'not_found' } | { kind: 'created'; token: string; key: ApiKey }> {
  const { organization_id, workspace_id = null } = input
  if (!(await tx.organizations.get({ organization_id }))) return { kind: 'not_found' }
  if (workspace_id !== null && (await tx.workspaces.get({ workspace_id }))?.organization_id !== organization_id) return { kind: 'not_found' }
  const token = input.token ?? mint(API_KEY_PREFIX, act.random(32)).token
  const key: ApiKey = {
    key_id: `key_${newId(act)}`, hash: hashToken(token), organization_id, workspace_id, name: input.name, preview: token.slice(0, PREVIEW_LENGTH),
    scopes: input.scopes ?? null, created_at: act.now, last_used_at: null, revoked_at: null,
  }
  await tx.api_keys.insert(key)
  await appendAudit(tx, act, {
    event_type: 'api_key.created', organization_id, workspace_id, target: { type: 'api_key', id: key.key_id }, metadata: { name: key.name, scopes: key.scopes },
  })
  return { kind: 'created', token, key }
}

/** Revokes a key for good; the next request with it is refused. */
export async function revokeApiKey(tx: Tx, act: Act, { key_id }: { key_id: string }): Promise<ApiKey | undefined> {
  const key = await tx.api_keys.get({ key_id })
  if (!key || key.revoked_at !== null) return key
  await tx.api_keys.update({ key_id }, { revoked_at: act.now })
  await appendAudit(tx, act, { event_type: 'api_key.revoked', organization_id: key.organization_id, target: { type: 'api_key', id: key_id } })
  return { ...key, revoked_at: act.now }
}

export const listApiKeys = (tx: ReadTx, { organization_id }: { organization_id: string }) =>
  tx.api_keys.find({ where: { organization_id }, orderBy: ['created_at'] })

export const listOrganizations = (tx: ReadTx, _: object) => tx.organizations.find({ orderBy: ['created_at'] })

/** Adds a person to an organization, or changes the role of one who is there. E-mails are compared without case. */
export async function addMember(tx: Tx, act: Act, input: { organization_id: string; email: string; role: Role }): Promise<Member | undefined> {
  const { organization_id, role } = input
  const email = input.email.toLowerCase()
  if (!(await tx.organizations.get({ organization_id }))) return undefined
  const known = await tx.members.first({ where: { organization_id, email } })
  const member: Member = known ? { ...known, role } : { user_id: `usr_${newId(act)}`, organization_id, email, role, joined_at: act.now }
  await tx.members.put(member)
  await appendAudit(tx, act, {
    event_type: known ? 'member.role_changed' : 'member.added', organization_id, target: { type: 'member', id: member.user_id }, metadata: { role },
  })
  return member
}

/** Takes a person out; sessions stop reaching the organization at once, because reach is read with every request. */
export async function removeMember(tx: Tx, act: Act, input: { organization_id: string; email: string }): Promise<Member | undefined> {
  const member = await tx.members.first({ where: { organization_id: input.organization_id, email: input.email.toLowerCase() } })
  if (!member) return undefined
  await tx.members.delete({ user_id: member.user_id })
  await appendAudit(tx, act, { event_type: 'member.removed', organization_id: member.organization_id, target: { type: 'member', id: member.user_id } })
  return member
}

export const listMembers = (tx: ReadTx, { organization_id }: { organization_id: string }) =>
  tx.members.find({ where: { organization_id }, orderBy: ['joined_at', 'user_id'] })
