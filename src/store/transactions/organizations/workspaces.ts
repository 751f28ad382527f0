import { isOperative, OPERATIVE_LIFECYCLES } from '../../../domain/installations/installation.ts'
import type { QuotaExceeded } from '../../../domain/organizations/plans.ts'
import { reaches, type Reach } from '../../../domain/organizations/access.ts'
import type { Member, Organization, Workspace } from '../../../domain/records.ts'
import { newId } from '../../../domain/uuid.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { revokeWorkspaceKeys } from './api-key-revocation.ts'
import { appendAudit, type AuditEntry } from '../audit/records.ts'
import { pageOf, type Page, type Paging } from '../page.ts'
import { checkQuotas } from './quotas.ts'
import { revokeInstallation } from '../installations/installations.ts'
import { writeDefaultPolicy } from '../policies/policies.ts'
import type { Signer } from '../../../domain/trust/signing-keys.ts'

export interface WorkspaceScope {
  reach: Reach
  organization_id: string
  workspace_id: string
}
export interface WorkspaceRecord {
  readonly workspace: Workspace
  readonly organization: Organization
}
type NotFound = { kind: 'not_found' }

type Position = readonly [time: string, id: string]

/** Lists the workspaces of an organization, oldest first. A key that is bound to one workspace can see only that workspace. */
export async function listWorkspaces(
  tx: ReadTx,
  {
    reach,
    organization_id,
    ...paging
  }: Paging<Position> & Pick<WorkspaceScope, 'reach' | 'organization_id'>,
): Promise<NotFound | Page<WorkspaceRecord, Position>> {
  const organization = await tx.organizations.get({ organization_id })
  if (!organization || !reaches(reach, { organization_id })) return { kind: 'not_found' }
  const where = {
    organization_id,
    ...(reach.workspace_id !== null && { workspace_id: reach.workspace_id }),
  }
  const total = await tx.workspaces.count(where)
  const page = await pageOf<Workspace, Position>(
    tx.workspaces,
    { where, orderBy: ['created_at', 'workspace_id'] },
    { ...paging, total },
  )
  return { ...page, items: page.items.map((workspace) => ({ workspace, organization })) }
}

export interface WorkspaceText {
  name: string
  description?: string | undefined
}

/** Creates a workspace with a permissive policy, so that every workspace has a policy. */
export async function createWorkspace(
  tx: Tx,
  context: CallContext,
  input: WorkspaceText & {
    reach: Reach
    organization_id: string
    signer: Signer
    workspace_id?: string
  },
): Promise<NotFound | QuotaExceeded | ({ kind: 'created' } & WorkspaceRecord)> {
  const { reach, organization_id, name, description = '' } = input
  const organization = await tx.organizations.get({ organization_id })
  if (!organization || !reaches(reach, { organization_id })) return { kind: 'not_found' }
  const exceeded = await checkQuotas(tx, context, organization_id, ['workspaces', 'stored_bytes'])
  if (exceeded) return exceeded
  const workspace: Workspace = {
    workspace_id: input.workspace_id ?? `ws_${newId(context)}`,
    organization_id,
    name,
    description,
    created_at: context.now,
    updated_at: context.now,
  }
  await tx.workspaces.insert(workspace)
  await writeDefaultPolicy(tx, context, workspace, input.signer)
  await appendAudit(tx, context, auditEvent(workspace, 'workspace.created'))
  return { kind: 'created', workspace, organization }
}

/** Returns a workspace of this organization. */
export async function getWorkspace(
  tx: ReadTx,
  { reach, organization_id, workspace_id }: WorkspaceScope,
): Promise<NotFound | ({ kind: 'found' } & WorkspaceRecord)> {
  const workspace = await tx.workspaces.get({ workspace_id })
  const organization = await tx.organizations.get({ organization_id })
  if (!organization || workspace?.organization_id !== organization_id || !reaches(reach, workspace))
    return { kind: 'not_found' }
  return { kind: 'found', workspace, organization }
}

/** Replaces the name and description. An absent description becomes empty, because the request is a PUT. */
export async function updateWorkspace(
  tx: Tx,
  context: CallContext,
  input: WorkspaceScope & WorkspaceText,
): Promise<NotFound | ({ kind: 'found' } & WorkspaceRecord)> {
  const found = await getWorkspace(tx, input)
  if (found.kind === 'not_found') return found
  const changes = {
    name: input.name,
    description: input.description ?? '',
    updated_at: context.now,
  }
  await tx.workspaces.update({ workspace_id: input.workspace_id }, changes)
  await appendAudit(tx, context, auditEvent(found.workspace, 'workspace.updated'))
  return { ...found, workspace: { ...found.workspace, ...changes } }
}

export interface DeletionInput extends WorkspaceScope {
  force: boolean
  /** How many installations the earlier steps of this request revoked. */
  revoked?: number
}
export type DeletionStep =
  | NotFound
  | { kind: 'in_use'; installations: number }
  | { kind: 'begun'; revoked: number }
  | { kind: 'deleted' }

/** Limits how many installations, tokens and policies one step of a deletion handles. */
const STEP = 50

/**
 * Deletes a workspace with its install tokens and policies. Installations that have not ended prevent this, or are revoked with `force`.
 * A large workspace takes several steps, the last of which deletes it.
 */
export async function deleteWorkspace(
  tx: Tx,
  context: CallContext,
  input: DeletionInput,
): Promise<DeletionStep> {
  const found = await getWorkspace(tx, input)
  if (found.kind === 'not_found') return found
  const { reach, organization_id, workspace_id } = input
  const operative = { workspace_id, lifecycle: { in: OPERATIVE_LIFECYCLES } }
  const installations = input.force ? 0 : await tx.installations.count(operative)
  if (installations > 0) return { kind: 'in_use', installations }

  const batch = await tx.installations.select(['installation_id'], {
    where: operative,
    limit: STEP,
  })
  // All installations are locked before the first audit record is appended, because a transaction that has locked an installation may wait
  // for the audit chain.
  const locked = await tx.installations.getMany(batch, {
    columns: ['installation_id', 'lifecycle'],
  })
  const revoking = locked.flatMap((installation) =>
    installation && isOperative(installation) ? [installation.installation_id] : [],
  )
  for (const installation_id of revoking)
    await revokeInstallation(tx, context, { reach, installation_id, reason: 'workspace deleted' })
  const revoked = (input.revoked ?? 0) + revoking.length
  if (batch.length === STEP) return { kind: 'begun', revoked }

  // Without `force` the deletion can be refused, so it takes a single step.
  const limit = input.force ? STEP : Infinity
  const tokens = await tx.install_tokens.select(['token_id'], { where: { workspace_id }, limit })
  for (const { token_id } of tokens) await tx.install_tokens.delete({ token_id })
  const policies = await tx.policies.select(['version'], {
    where: { workspace_id },
    orderBy: ['version'],
    limit,
  })
  const hasMore = tokens.length === limit || policies.length === limit
  // One policy is kept until the last step, because a workspace always has one.
  for (const { version } of hasMore ? policies.slice(0, -1) : policies)
    await tx.policies.delete({ workspace_id, version })
  if (hasMore) return { kind: 'begun', revoked }

  await revokeWorkspaceKeys(tx, context, { organization_id, workspace_id })
  await tx.workspaces.delete({ workspace_id })
  await appendAudit(tx, context, {
    ...auditEvent(found.workspace, 'workspace.deleted'),
    metadata: { revoked_installations: revoked },
  })
  return { kind: 'deleted' }
}

/** Lists the members of a workspace's organization, earliest first. */
export async function listWorkspaceMembers(
  tx: ReadTx,
  { reach, organization_id, workspace_id, ...paging }: WorkspaceScope & Paging<Position>,
): Promise<NotFound | Page<Member, Position>> {
  const found = await getWorkspace(tx, { reach, organization_id, workspace_id })
  if (found.kind === 'not_found') return found
  const where = { organization_id }
  const total = await tx.members.count(where)
  return pageOf<Member, Position>(
    tx.members,
    { where, orderBy: ['joined_at', 'user_id'] },
    { ...paging, total },
  )
}

const auditEvent = (
  { organization_id, workspace_id, name }: Workspace,
  event_type: AuditEntry['event_type'],
): AuditEntry => ({
  event_type,
  organization_id,
  workspace_id,
  target: { type: 'workspace', id: workspace_id },
  metadata: { name },
})
