import { isOperative, type Lifecycle } from '../../../domain/installations/installation.ts'
import { effectiveInterval, leaseEnd, nextLeaseCheck } from '../../../domain/installations/lease.ts'
import { shutdownTimes } from '../../../domain/installations/shutdown.ts'
import { reaches, type Reach } from '../../../domain/organizations/access.ts'
import type { Beacon, Installation, JsonObject } from '../../../domain/records.ts'
import { mayBeInstalled, mayInstall } from '../../../domain/agents/registration.ts'
import { dayOf, later, plus } from '../../../domain/time.ts'
import { sameHash } from '../../../domain/tokens.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { appendAudit, installationEvent } from '../audit/records.ts'
import type { InstallationDetails } from './bootstrap.ts'
import { queueCommand, withdrawOpenCommands } from './commands.ts'
import { chooseForRecovery } from './recovery.ts'
import { resolveAgent } from '../agents/registrations.ts'
import {
  issueRuntimeToken,
  deleteRuntimeTokens,
  mintRefreshToken,
  type IssuedToken,
} from './issue-tokens.ts'

/** Exchanges the refresh token for a new runtime token; the refresh token is not rotated. All failures have the same outcome. */
export async function refreshRuntimeToken(
  tx: Tx,
  context: CallContext,
  input: { installation_id: string; refresh_hash: string },
): Promise<{ kind: 'invalid' } | { kind: 'refreshed'; issued: IssuedToken }> {
  const installation = await tx.installations.get({ installation_id: input.installation_id })
  if (
    !installation ||
    !isOperative(installation) ||
    !sameHash(installation.refresh_hash, input.refresh_hash)
  )
    return { kind: 'invalid' }
  const issued = await issueRuntimeToken(tx, context, installation)
  await appendAudit(
    tx,
    context,
    installationEvent('installation.token_refreshed', installation, {
      token_version: issued.token_version,
      by: 'refresh_token',
    }),
  )
  return { kind: 'refreshed', issued }
}

export interface RecoveryInput {
  reach: Reach
  workspace_id: string
  agent_id: string
  details: InstallationDetails
}
export type RecoveryOutcome =
  | {
      kind:
        | 'workspace_not_found'
        | 'not_found'
        | 'agent_not_found'
        | 'not_an_installer'
        | 'agent_unusable'
        | 'all_revoked'
    }
  | { kind: 'recovered'; installation: Installation; issued: IssuedToken; refresh_token: string }

/**
 * Issues new tokens for an installation that has lost its own, and invalidates all its old credentials. If there are more installations
 * than one recovery examines, it examines those that are stored as offline or stopped or, if there are none, the others, and of these the
 * ones last seen on the earliest day (docs/specification/installations.md#recovery-choice).
 */
export async function recoverInstallation(
  tx: Tx,
  context: CallContext,
  { reach, workspace_id, agent_id, details }: RecoveryInput,
): Promise<RecoveryOutcome> {
  const workspace = await tx.workspaces.get({ workspace_id })
  if (!workspace || !reaches(reach, workspace)) return { kind: 'workspace_not_found' }
  if (!(await tx.installations.first({ where: { workspace_id, agent_id }, lock: false })))
    return { kind: 'not_found' }
  const agent = await resolveAgent(tx, {
    svc_id: agent_id,
    organizations: [workspace.organization_id],
  })
  if (!agent) return { kind: 'agent_not_found' }
  if (!mayInstall(agent, workspace.organization_id)) return { kind: 'not_an_installer' }
  if (!mayBeInstalled(agent)) return { kind: 'agent_unusable' }
  const chosen = await chooseForRecovery(tx, context, { workspace_id, agent_id })
  if (!chosen) return { kind: 'all_revoked' }

  const { installation_id } = chosen
  const refresh = mintRefreshToken(context)
  const heartbeat_interval =
    details.heartbeat_interval_seconds === undefined
      ? chosen.heartbeat_interval
      : effectiveInterval(details.heartbeat_interval_seconds)
  const [lease_expires_at, last_seen_at] = [
    later(chosen.lease_expires_at, leaseEnd(heartbeat_interval, context.now)),
    later(chosen.last_seen_at, context.now),
  ]
  const changes: Partial<Installation> = {
    refresh_hash: refresh.hash,
    epoch: chosen.epoch + 1,
    recovered_at: context.now,
    health: 'online',
    heartbeat_interval,
    lease_expires_at,
    lease_check_at: nextLeaseCheck(
      chosen.lease_check_at,
      heartbeat_interval,
      context.now,
      lease_expires_at,
    ),
    last_seen_at,
    last_seen_date: dayOf(last_seen_at),
    upstream_url: details.upstream_url ?? chosen.upstream_url,
    capabilities: details.capabilities ?? chosen.capabilities,
  }
  await deleteRuntimeTokens(tx, installation_id)
  await tx.installations.update({ installation_id }, changes)
  const issued = await issueRuntimeToken(tx, context, chosen)
  await appendAudit(tx, context, installationEvent('installation.recovered', chosen))
  return {
    kind: 'recovered',
    installation: { ...chosen, ...changes, token_version: issued.token_version },
    issued,
    refresh_token: refresh.token,
  }
}

export type BeaconOutcome =
  | { kind: 'not_found' }
  | { kind: 'ended'; lifecycle: Lifecycle }
  | { kind: 'registered'; installation_id: string; beacon: Beacon }

/** Registers the environment of an installation. A later registration replaces an earlier one. */
export async function registerBeacon(
  tx: Tx,
  context: CallContext,
  input: {
    reach: Reach
    installation_id: string
    platform?: string | undefined
    metadata?: JsonObject | undefined
  },
): Promise<BeaconOutcome> {
  const { reach, installation_id, platform, metadata } = input
  const installation = await tx.installations.get({ installation_id })
  if (!installation || !reaches(reach, installation)) return { kind: 'not_found' }
  if (!isOperative(installation)) return { kind: 'ended', lifecycle: installation.lifecycle }
  const beacon: Beacon = {
    registered_at: context.now,
    ...(platform !== undefined && { platform }),
    ...(metadata !== undefined && { metadata }),
  }
  await tx.installations.update({ installation_id }, { beacon })
  await appendAudit(
    tx,
    context,
    installationEvent('installation.beacon_registered', installation, {
      platform: platform ?? null,
    }),
  )
  return { kind: 'registered', installation_id, beacon }
}

export interface RevokeInput {
  reach: Reach
  installation_id: string
  reason?: string | undefined
  shutdown_timeout_ms?: number | undefined
}

/**
 * Revokes an installation permanently. From then on its credentials are refused, except that heartbeats receive `terminate` until one of
 * them acknowledges the command or the deadline passes. Revoking again changes nothing and returns the same result.
 */
export async function revokeInstallation(
  tx: Tx,
  context: CallContext,
  { reach, installation_id, reason = '', shutdown_timeout_ms }: RevokeInput,
): Promise<{ kind: 'not_found' } | { kind: 'revoked'; installation: Installation }> {
  const installation = await tx.installations.get({ installation_id })
  if (!installation || !reaches(reach, installation)) return { kind: 'not_found' }
  if (installation.lifecycle === 'revoked') return { kind: 'revoked', installation }

  const { until_deadline_ms, for_agent_ms } = shutdownTimes(installation, shutdown_timeout_ms)
  const shutdown_deadline = plus(context.now, until_deadline_ms)
  const changes: Partial<Installation> = {
    lifecycle: 'revoked',
    revoked_at: context.now,
    revoke_reason: reason,
    shutdown_deadline,
  }
  await tx.installations.update({ installation_id }, changes)
  await withdrawOpenCommands(tx, context, installation_id)
  // The command is queued even if the deadline is now, because a process with a clock that lags behind would still accept heartbeats.
  await queueCommand(tx, context, {
    installation_id,
    type: 'terminate',
    reason,
    params: { shutdown_timeout_ms: for_agent_ms },
    expires_at: shutdown_deadline,
  })
  await appendAudit(
    tx,
    context,
    installationEvent('installation.revoked', installation, { reason }),
  )
  return { kind: 'revoked', installation: { ...installation, ...changes } }
}

/** Lists the installations of an organization for the operator, newest first. */
export const listInstallationsAsOperator = (
  tx: ReadTx,
  { organization_id, limit }: { organization_id: string; limit: number },
) =>
  tx.installations.find({
    where: { organization_id },
    orderBy: ['created_at', 'installation_id'],
    descending: true,
    limit,
  })
