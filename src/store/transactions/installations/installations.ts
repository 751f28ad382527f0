import { isOperative, type Lifecycle } from '../../../domain/installations/installation.ts'
import { shutdownTimes } from '../../../domain/installations/shutdown.ts'
import { reaches, type Reach } from '../../../domain/organizations/access.ts'
import type { Beacon, Installation, JsonObject } from '../../../domain/records.ts'
import { plus } from '../../../domain/time.ts'
import { sameHash } from '../../../domain/tokens.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { appendAudit, installationEvent } from '../audit/records.ts'
import { queueCommand, withdrawOpenCommands } from './commands.ts'
import { issueRuntimeToken, type IssuedToken } from './issue-tokens.ts'

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
