import { tokenState } from '../../../domain/installations/install-token.ts'
import type { QuotaExceeded } from '../../../domain/organizations/plans.ts'
import { reaches, type Reach } from '../../../domain/organizations/access.ts'
import type { InstallToken } from '../../../domain/records.ts'
import { plus } from '../../../domain/time.ts'
import { INSTALL_TOKEN_PREFIX, mint } from '../../../domain/tokens.ts'
import { newId } from '../../../domain/uuid.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { pageOf, type Page, type Paging } from '../page.ts'
import { appendAudit, appendAudits } from '../audit/records.ts'
import { checkQuotas } from '../organizations/quotas.ts'
import { findInstallable, type NotInstallable } from '../agents/registrations.ts'

export interface InstallTokenInput {
  reach: Reach
  workspace_id: string
  agent_id: string
  expiry_minutes: number
}
export type InstallTokenOutcome =
  | { kind: 'workspace_not_found' | NotInstallable }
  | QuotaExceeded
  | { kind: 'created'; token: string; record: InstallToken }

/** Issues a one-time token for one agent in one workspace. It counts against the plan until it is used or expires. */
export async function createInstallToken(
  tx: Tx,
  context: CallContext,
  input: InstallTokenInput,
): Promise<InstallTokenOutcome> {
  const workspace = await tx.workspaces.get({ workspace_id: input.workspace_id })
  if (!workspace || !reaches(input.reach, workspace)) return { kind: 'workspace_not_found' }
  const { organization_id, workspace_id } = workspace
  const found = await findInstallable(tx, input.agent_id, organization_id)
  if (found.kind !== 'installable') return found
  const { svc_id: agent_id } = found.agent
  const exceeded = await checkQuotas(tx, context, organization_id, [
    'install_tokens',
    'installations',
    'stored_bytes',
  ])
  if (exceeded) return exceeded

  const { token, hash } = mint(INSTALL_TOKEN_PREFIX, context.random(32))
  const record: InstallToken = {
    token_id: `tok_${newId(context)}`,
    hash,
    organization_id,
    workspace_id,
    agent_id,
    created_at: context.now,
    expires_at: plus(context.now, input.expiry_minutes * 60_000),
    consumed_at: null,
    revoked_at: null,
    expiry_audited: false,
    installation_id: null,
    body_hash: null,
    callers: [],
  }
  await tx.install_tokens.insert(record)
  await appendAudit(tx, context, {
    event_type: 'install_token.created',
    organization_id,
    workspace_id,
    target: { type: 'install_token', id: record.token_id },
    metadata: { agent_id, expires_at: record.expires_at },
  })
  return { kind: 'created', token, record }
}

/** Lists the install tokens of a workspace, newest first. */
export async function listInstallTokens(
  tx: ReadTx,
  {
    reach,
    workspace_id,
    ...paging
  }: Paging<readonly [string, string]> & { reach: Reach; workspace_id: string },
): Promise<{ kind: 'not_found' } | Page<InstallToken, readonly [string, string]>> {
  const workspace = await tx.workspaces.get({ workspace_id })
  if (!workspace || !reaches(reach, workspace)) return { kind: 'not_found' }
  return pageOf<InstallToken, readonly [string, string]>(
    tx.install_tokens,
    { where: { workspace_id }, orderBy: ['created_at', 'token_id'], descending: true },
    paging,
  )
}

export type TokenRevocation =
  | { kind: 'workspace_not_found' | 'not_found' | 'not_outstanding' }
  | { kind: 'revoked'; record: InstallToken }

/**
 * Revokes an unused token. Its hash is overwritten, so bootstrap treats it like an unknown token. It no longer counts against the quota and
 * is not recorded as expired in the audit log.
 */
export async function revokeInstallToken(
  tx: Tx,
  context: CallContext,
  { reach, workspace_id, token_id }: { reach: Reach; workspace_id: string; token_id: string },
): Promise<TokenRevocation> {
  const workspace = await tx.workspaces.get({ workspace_id })
  if (!workspace || !reaches(reach, workspace)) return { kind: 'workspace_not_found' }
  const token = await tx.install_tokens.get({ token_id })
  if (token?.workspace_id !== workspace_id) return { kind: 'not_found' }
  if (tokenState(token, context.now) !== 'outstanding') return { kind: 'not_outstanding' }
  const changes = {
    hash: `revoked ${token_id}`,
    revoked_at: context.now,
    expires_at: context.now,
    expiry_audited: true,
  }
  await tx.install_tokens.update({ token_id }, changes)
  await appendAudit(tx, context, {
    event_type: 'install_token.revoked',
    organization_id: token.organization_id,
    workspace_id,
    target: { type: 'install_token', id: token_id },
    metadata: { agent_id: token.agent_id },
  })
  return { kind: 'revoked', record: { ...token, ...changes } }
}

const BATCH = 500

/**
 * Records the expiry of unused install tokens in the audit log, a bounded number at a time. They are refused as soon as they expire, even
 * before this runs.
 */
export async function expireInstallTokens(
  tx: Tx,
  context: CallContext,
  _: object,
): Promise<{ expired: number }> {
  const due = await tx.install_tokens.find({
    where: { consumed_at: null, expiry_audited: false, expires_at: { lte: context.now } },
    orderBy: ['expires_at'],
    limit: BATCH,
  })
  for (const { token_id } of due)
    await tx.install_tokens.update({ token_id }, { expiry_audited: true })
  await appendAudits(
    tx,
    context,
    due.map(({ token_id, organization_id, workspace_id, agent_id }) => ({
      event_type: 'install_token.expired',
      organization_id,
      workspace_id,
      target: { type: 'install_token', id: token_id },
      metadata: { agent_id },
    })),
  )
  return { expired: due.length }
}
