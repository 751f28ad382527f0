import { isLive, LIVE } from '../../../domain/installations/installation.ts'
import { PAGE_MOST } from '../../../domain/limits.ts'
import type { QuotaExceeded } from '../../../domain/organizations/plans.ts'
import { reaches, type Reach } from '../../../domain/organizations/reach.ts'
import type { Member, Organization, Workspace } from '../../../domain/records.ts'
import { newId, type CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { revokeKeysOf } from './api-keys.ts'
import { appendAudit, type Happening } from '../audit/records.ts'
import { quotas } from './quotas.ts'
import { revokeInstallation } from '../installations/installations.ts'
import { writeDefaultPolicy, type Signer } from '../policies/policies.ts'

export interface WorkspaceInOrg {
  reach: Reach
  organization_id: string
  workspace_id: string
}
export interface WorkspaceRecord {
  readonly workspace: Workspace
  readonly organization: Organization
}
type NotFound = { kind: 'not_found' }

/** The workspaces of an organization, oldest first; a key bound to one sees that one. */
export async function listWorkspaces(
  tx: ReadTx,
  input: { reach: Reach; organization_id: string; limit: number; offset: number },
): Promise<
  NotFound | { kind: 'page'; items: readonly WorkspaceRecord[]; total: number; limit: number }
> {
  const { reach, organization_id, offset } = input
  const organization = await tx.organizations.get({ organization_id })
  if (!organization || !reaches(reach, { organization_id })) return { kind: 'not_found' }
  const limit = Math.min(input.limit, PAGE_MOST)
  const where = {
    organization_id,
    ...(reach.workspace_id !== null && { workspace_id: reach.workspace_id }),
  }
  const workspaces = await tx.workspaces.find({
    where,
    orderBy: ['created_at', 'workspace_id'],
    limit,
    offset,
  })
  return {
    kind: 'page',
    items: workspaces.map((workspace) => ({ workspace, organization })),
    total: await tx.workspaces.count(where),
    limit,
  }
}

export interface WorkspaceText {
  name: string
  description?: string | undefined
}

/** Creates a workspace with a permissive policy, so that reading its policy is never empty. */
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
  const full = await quotas(tx, context, organization_id, ['workspaces', 'stored_bytes'])
  if (full) return full
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
  await appendAudit(tx, context, about(workspace, 'workspace.created'))
  return { kind: 'created', workspace, organization }
}

/** One workspace of this organization, or not found. */
export async function getWorkspace(
  tx: ReadTx,
  { reach, organization_id, workspace_id }: WorkspaceInOrg,
): Promise<NotFound | ({ kind: 'found' } & WorkspaceRecord)> {
  const workspace = await tx.workspaces.get({ workspace_id })
  const organization = await tx.organizations.get({ organization_id })
  if (!organization || workspace?.organization_id !== organization_id || !reaches(reach, workspace))
    return { kind: 'not_found' }
  return { kind: 'found', workspace, organization }
}

/** Replaces name and description; an absent description becomes empty, as PUT says. */
export async function updateWorkspace(
  tx: Tx,
  context: CallContext,
  input: WorkspaceInOrg & WorkspaceText,
): Promise<NotFound | ({ kind: 'found' } & WorkspaceRecord)> {
  const found = await getWorkspace(tx, input)
  if (found.kind === 'not_found') return found
  const changes = {
    name: input.name,
    description: input.description ?? '',
    updated_at: context.now,
  }
  await tx.workspaces.update({ workspace_id: input.workspace_id }, changes)
  await appendAudit(tx, context, about(found.workspace, 'workspace.updated'))
  return { ...found, workspace: { ...found.workspace, ...changes } }
}

export interface Deletion extends WorkspaceInOrg {
  force: boolean
  /** How many installations the earlier steps of this request revoked. */
  revoked?: number
}
export type DeletionStep =
  | NotFound
  | { kind: 'in_use'; installations: number }
  | { kind: 'begun'; revoked: number }
  | { kind: 'deleted' }

/** Installations, tokens and policies that one step of a deletion ends. */
const STEP = 50

/**
 * Deletes a workspace with its install tokens and policies. Live installations stand in the way, or are revoked with `force`. A large
 * workspace takes several steps, the last of which deletes it.
 */
export async function deleteWorkspace(
  tx: Tx,
  context: CallContext,
  input: Deletion,
): Promise<DeletionStep> {
  const found = await getWorkspace(tx, input)
  if (found.kind === 'not_found') return found
  const { reach, organization_id, workspace_id } = input
  const live = { workspace_id, lifecycle: { in: LIVE } }
  const installations = input.force ? 0 : await tx.installations.count(live)
  if (installations > 0) return { kind: 'in_use', installations }

  const alive = await tx.installations.select(['installation_id'], { where: live, limit: STEP })
  // All of them are held before the first one is audited: who holds an installation may wait for the audit chain.
  const held = await tx.installations.getMany(alive, { columns: ['installation_id', 'lifecycle'] })
  const revoking = held.flatMap((one) => (one && isLive(one) ? [one.installation_id] : []))
  for (const installation_id of revoking)
    await revokeInstallation(tx, context, { reach, installation_id, reason: 'workspace deleted' })
  const revoked = (input.revoked ?? 0) + revoking.length
  if (alive.length === STEP) return { kind: 'begun', revoked }

  // What can still be refused is done whole or not at all.
  const limit = input.force ? STEP : Infinity
  const tokens = await tx.install_tokens.select(['token_id'], { where: { workspace_id }, limit })
  for (const { token_id } of tokens) await tx.install_tokens.delete({ token_id })
  const policies = await tx.policies.select(['version'], {
    where: { workspace_id },
    orderBy: ['version'],
    limit,
  })
  const more = tokens.length === limit || policies.length === limit
  // A workspace is never without a policy.
  for (const { version } of more ? policies.slice(0, -1) : policies)
    await tx.policies.delete({ workspace_id, version })
  if (more) return { kind: 'begun', revoked }

  await revokeKeysOf(tx, context, { organization_id, workspace_id })
  await tx.workspaces.delete({ workspace_id })
  await appendAudit(tx, context, {
    ...about(found.workspace, 'workspace.deleted'),
    metadata: { revoked_installations: revoked },
  })
  return { kind: 'deleted' }
}

/** The people who can reach a workspace: the members of its organization, in order of joining. */
export async function listWorkspaceMembers(
  tx: ReadTx,
  input: WorkspaceInOrg & { limit: number; offset: number },
): Promise<NotFound | { kind: 'page'; items: readonly Member[]; total: number; limit: number }> {
  const found = await getWorkspace(tx, input)
  if (found.kind === 'not_found') return found
  const { organization_id, offset } = input
  const limit = Math.min(input.limit, PAGE_MOST)
  const items = await tx.members.find({
    where: { organization_id },
    orderBy: ['joined_at', 'user_id'],
    limit,
    offset,
  })
  return { kind: 'page', items, total: await tx.members.count({ organization_id }), limit }
}

const about = (
  { organization_id, workspace_id, name }: Workspace,
  event_type: Happening['event_type'],
): Happening => ({
  event_type,
  organization_id,
  workspace_id,
  target: { type: 'workspace', id: workspace_id },
  metadata: { name },
})
