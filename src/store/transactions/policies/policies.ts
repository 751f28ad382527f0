import {
  DEFAULT_POLICY,
  policyEtag,
  policyClaims,
  policyHash,
  type PolicyContent,
} from '../../../domain/policies/policy.ts'
import { MAX_COUNTED_ROWS, MAX_PAGE_SIZE, POLICY_VERSIONS_KEPT } from '../../../domain/limits.ts'
import { reaches, type Reach } from '../../../domain/organizations/access.ts'
import type { Policy, Workspace } from '../../../domain/records.ts'
import type { Signer } from '../../../domain/trust/signing-keys.ts'
import { newId } from '../../../domain/uuid.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { appendAudit } from '../audit/records.ts'
import { queueReloads } from './announcements.ts'
import type { Page, Paging } from '../page.ts'

/** Returns the policy in force, or undefined if the workspace does not exist or is out of reach. */
export async function getPolicy(
  tx: ReadTx,
  { reach, workspace_id }: { reach: Reach; workspace_id: string },
): Promise<Policy | undefined> {
  const policy = await currentPolicy(tx, workspace_id)
  return policy && reaches(reach, policy) ? policy : undefined
}

/** Returns the newest version of the policy of a workspace. Every workspace has one. */
export const currentPolicy = (tx: ReadTx, workspace_id: string): Promise<Policy | undefined> =>
  tx.policies.first({ where: { workspace_id }, orderBy: ['version'], descending: true })

/** Writes version 1 of the policy of a new workspace, which allows everything. */
export const writeDefaultPolicy = (
  tx: Tx,
  context: CallContext,
  workspace: Workspace,
  signer: Signer,
): Promise<Policy> =>
  writeVersion(tx, context, {
    policy_id: `pol_${newId(context)}`,
    version: 1,
    created_at: context.now,
    workspace,
    content: DEFAULT_POLICY,
    signer,
    announcement_cursor: null,
  })

export interface NewPolicy {
  workspace_id: string
  content: PolicyContent
  signer: Signer
}

/**
 * Writes the next version of a policy, and queues a command for the operative installations of the workspace to reload it: for the first
 * installations in this transaction, and for the others step by step (`announcePolicy`).
 */
export async function setPolicy(
  tx: Tx,
  context: CallContext,
  input: NewPolicy,
): Promise<Policy | undefined> {
  const { workspace_id, content, signer } = input
  const workspace = await tx.workspaces.get({ workspace_id })
  const before = workspace && (await currentPolicy(tx, workspace_id))
  if (!workspace || !before) return undefined
  await tx.policies.update(
    { workspace_id, version: before.version },
    { status: 'superseded', announcement_cursor: null },
  )
  const { policy_id, created_at } = before
  const announcement_cursor = await queueReloads(tx, context, workspace_id)
  const policy = await writeVersion(tx, context, {
    policy_id,
    version: before.version + 1,
    created_at,
    workspace,
    content,
    signer,
    announcement_cursor,
  })
  await deleteOldVersions(tx, policy)
  await appendAudit(tx, context, {
    event_type: 'policy.updated',
    organization_id: workspace.organization_id,
    workspace_id,
    target: { type: 'policy', id: policy_id },
    metadata: { version: policy.version, hash: policy.hash, previous_hash: before.hash },
  })
  return policy
}

/**
 * Limits the old versions that one write deletes. It is two, so that their number decreases if an earlier version of the platform left too
 * many.
 */
const DELETION_BATCH = 2

/** Deletes the oldest versions beyond the limit. A new version is never refused because of the number of old ones. */
async function deleteOldVersions(tx: Tx, { workspace_id, version }: Policy): Promise<void> {
  const old = await tx.policies.select(['version'], {
    where: { workspace_id },
    orderBy: ['version'],
    limit: DELETION_BATCH,
  })
  for (const row of old.filter((each) => each.version <= version - POLICY_VERSIONS_KEPT))
    await tx.policies.delete({ workspace_id, version: row.version })
}

export interface PolicyReplacement extends NewPolicy {
  reach: Reach
  if_match: string
}
export type PolicyOutcome = { kind: 'not_found' | 'changed' } | { kind: 'written'; policy: Policy }

/**
 * Replaces the policy whose ETag is `if_match`; `*` matches any. The outcome is `changed` if the policy has been replaced in the meantime.
 */
export async function replacePolicy(
  tx: Tx,
  context: CallContext,
  { reach, if_match, ...input }: PolicyReplacement,
): Promise<PolicyOutcome> {
  // The workspace is locked before the policy is read, so the second of two concurrent replacements sees the result of the first.
  const workspace = await tx.workspaces.get({ workspace_id: input.workspace_id })
  const before =
    workspace && reaches(reach, workspace) ? await currentPolicy(tx, input.workspace_id) : undefined
  if (!before) return { kind: 'not_found' }
  if (if_match !== '*' && if_match !== policyEtag(before)) return { kind: 'changed' }
  const policy = await setPolicy(tx, context, input)
  return policy ? { kind: 'written', policy } : { kind: 'not_found' }
}

/** The columns that a list of versions shows. */
const SUMMARY_COLUMNS = ['policy_id', 'version', 'status', 'hash', 'author', 'updated_at'] as const
export type PolicyVersionSummary = Pick<Policy, (typeof SUMMARY_COLUMNS)[number]>

/**
 * Lists the versions of a policy, newest first. Version numbers have no gaps, so the keys of a page can be computed. The rules are not
 * read, because the rules of a page of versions could exceed the available memory.
 */
export async function listPolicyVersions(
  tx: ReadTx,
  {
    reach,
    workspace_id,
    after,
    ...paging
  }: Paging<readonly [number]> & { reach: Reach; workspace_id: string },
): Promise<{ kind: 'not_found' } | Page<PolicyVersionSummary, readonly [number]>> {
  const newest = await getPolicy(tx, { reach, workspace_id })
  if (!newest) return { kind: 'not_found' }
  const limit = Math.min(paging.limit, MAX_PAGE_SIZE)
  const first = Math.min(newest.version, after ? after[0] - 1 : newest.version - paging.offset)
  const [oldest] = await tx.policies.select(['version'], {
    where: { workspace_id },
    orderBy: ['version'],
    limit: 1,
  })
  const deleted = (oldest?.version ?? 1) - 1
  const keys = Array.from(
    { length: Math.max(0, Math.min(limit, first - deleted)) },
    (_, index) => ({
      workspace_id,
      version: first - index,
    }),
  )
  const items = (await tx.policies.getMany(keys, { columns: SUMMARY_COLUMNS })).filter(
    (version) => version !== undefined,
  )
  return {
    kind: 'page',
    items,
    total: Math.min(newest.version - deleted, MAX_COUNTED_ROWS),
    limit,
    ...(first - deleted > limit && { next: [first - limit + 1] }),
  }
}

export async function getPolicyVersion(
  tx: ReadTx,
  { reach, workspace_id, version }: { reach: Reach; workspace_id: string; version: number },
): Promise<{ kind: 'not_found' | 'no_such_version' } | { kind: 'found'; policy: Policy }> {
  if (!(await getPolicy(tx, { reach, workspace_id }))) return { kind: 'not_found' }
  const policy = await tx.policies.get({ workspace_id, version })
  return policy ? { kind: 'found', policy } : { kind: 'no_such_version' }
}

interface Draft {
  policy_id: string
  version: number
  created_at: string
  workspace: Workspace
  content: PolicyContent
  signer: Signer
  announcement_cursor: string | null
}

async function writeVersion(
  tx: Tx,
  context: CallContext,
  { policy_id, version, created_at, workspace, content, signer, announcement_cursor }: Draft,
): Promise<Policy> {
  const { workspace_id, organization_id } = workspace
  const signed = { policy_id, workspace_id, version, content }
  const { issuer } = signer
  const claims = policyClaims({ ...signed, issuer })
  const { key_id, signature } = signer.sign('policy', claims, context.now)
  const policy: Policy = {
    ...signed,
    organization_id,
    status: 'active',
    hash: policyHash(signed),
    issuer,
    signature,
    signing_key_id: key_id,
    author: { type: context.actor.type, id: context.actor.id },
    announcement_cursor,
    created_at,
    updated_at: context.now,
  }
  await tx.policies.insert(policy)
  return policy
}
