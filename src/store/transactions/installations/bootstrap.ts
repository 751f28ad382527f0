import { redeemInstallToken } from '../../../domain/installations/install-token.ts'
import { effectiveInterval, leaseEnd } from '../../../domain/installations/lease.ts'
import type { QuotaExceeded } from '../../../domain/organizations/plans.ts'
import type { Agent, Installation, InstallToken, Origin } from '../../../domain/records.ts'
import { dayOf } from '../../../domain/time.ts'
import { newId } from '../../../domain/uuid.ts'
import type { CallContext } from '../../context.ts'
import type { Tx } from '../../database.ts'
import { appendAudit, appendAudits, installationEvent } from '../audit/records.ts'
import { checkQuotas } from '../organizations/quotas.ts'
import { issueRuntimeToken, mintRefreshToken, type IssuedToken } from './issue-tokens.ts'
import { findInstallable, keyOf, type NotInstallable } from '../agents/registrations.ts'

/** The details that an installation reports at bootstrap and at recovery. */
export interface InstallationDetails {
  readonly upstream_url?: string | undefined
  readonly capabilities?: readonly string[] | undefined
  readonly heartbeat_interval_seconds?: number | undefined
}
export interface BootstrapInput {
  token_hash: string
  body_hash: string
  details: InstallationDetails
}
export type BootstrapOutcome =
  | { kind: 'unknown' | 'expired' | 'consumed' | NotInstallable }
  | QuotaExceeded
  | { kind: 'first'; installation: Installation; issued: IssuedToken; refresh_token: string }
  | { kind: 'replayed'; installation: Installation; issued: IssuedToken }

const CALLERS_KEPT = 20

/**
 * Exchanges an install token for an installation and its credentials (docs/specification/installations.md#bootstrap). If several callers
 * use one token at the same time, exactly one of them gets the refresh token; the others get replays of the same installation
 * (docs/specification/installations.md#i-02). A refusal does not consume the token.
 */
export async function bootstrapInstallation(
  tx: Tx,
  context: CallContext,
  input: BootstrapInput,
): Promise<BootstrapOutcome> {
  const token = await tx.install_tokens.first({ where: { hash: input.token_hash } })
  const installation = token?.installation_id
    ? await tx.installations.get({ installation_id: token.installation_id })
    : undefined
  const outcome = redeemInstallToken(token, installation, context.now)
  switch (outcome.kind) {
    case 'unknown':
      await appendAudit(tx, context, {
        event_type: 'installation.bootstrapped',
        organization_id: null,
        target: { type: 'install_token', id: 'unknown' },
        outcome: 'denied',
        reason: 'unknown install token',
      })
      return { kind: 'unknown' }
    case 'expired':
      await recordRefusal(tx, context, outcome.token, 'install token expired')
      return { kind: 'expired' }
    case 'consumed':
      await recordReplay(tx, context, outcome.token, input, 'denied')
      return { kind: 'consumed' }
    case 'replayed': {
      await recordReplay(tx, context, outcome.token, input, 'success')
      const issued = await issueRuntimeToken(tx, context, outcome.installation)
      return {
        kind: 'replayed',
        installation: { ...outcome.installation, token_version: issued.token_version },
        issued,
      }
    }
    case 'first':
      return consumeToken(tx, context, outcome.token, input)
  }
}

/** Installs the agent of a token that is used for the first time, unless the state of the agent or a quota prevents the installation. */
async function consumeToken(
  tx: Tx,
  context: CallContext,
  token: InstallToken,
  input: BootstrapInput,
): Promise<BootstrapOutcome> {
  const found = await findInstallable(tx, token.agent_id, token.organization_id)
  if (found.kind !== 'installable') {
    await recordRefusal(tx, context, token, REFUSALS[found.kind])
    return found
  }
  const exceeded = await checkQuotas(tx, context, token.organization_id, [
    'installations',
    'stored_bytes',
  ])
  return exceeded ?? install(tx, context, token, found.agent, input)
}

/** The reasons that are recorded in the audit log when an agent cannot be installed. */
const REFUSALS: Readonly<Record<NotInstallable, string>> = {
  agent_not_found: 'agent is not visible',
  not_an_installer: 'organization may not install the agent',
  agent_unusable: 'agent is suspended or revoked',
}

async function install(
  tx: Tx,
  context: CallContext,
  token: InstallToken,
  agent: Agent,
  { details, body_hash }: BootstrapInput,
): Promise<BootstrapOutcome> {
  const refresh = mintRefreshToken(context)
  const installation = newInstallation(context, token, agent, details, refresh.hash)
  const { installation_id } = installation
  await tx.installations.insert(installation)
  await tx.agents.update(keyOf(agent), { last_seen_at: context.now })
  await tx.install_tokens.update(
    { token_id: token.token_id },
    { consumed_at: context.now, installation_id, body_hash, callers: [originOf(context)] },
  )
  const issued = await issueRuntimeToken(tx, context, installation)
  const { organization_id, workspace_id } = token
  await appendAudits(tx, context, [
    {
      event_type: 'install_token.consumed',
      organization_id,
      workspace_id,
      target: { type: 'install_token', id: token.token_id },
      metadata: { installation_id },
    },
    installationEvent('installation.bootstrapped', installation, { agent_id: agent.svc_id }),
  ])
  return {
    kind: 'first',
    installation: { ...installation, token_version: issued.token_version },
    issued,
    refresh_token: refresh.token,
  }
}

function newInstallation(
  context: CallContext,
  token: InstallToken,
  agent: Agent,
  details: InstallationDetails,
  refresh_hash: string,
): Installation {
  const heartbeat_interval = effectiveInterval(details.heartbeat_interval_seconds)
  const lease_expires_at = leaseEnd(heartbeat_interval, context.now)
  return {
    installation_id: newId(context),
    organization_id: token.organization_id,
    workspace_id: token.workspace_id,
    agent_id: agent.svc_id,
    agent_organization_id: agent.organization_id,
    install_token_id: token.token_id,
    upstream_url: details.upstream_url ?? null,
    capabilities: details.capabilities ?? agent.details.capabilities ?? [],
    heartbeat_interval,
    lifecycle: 'active',
    health: 'online',
    status: null,
    health_payload: null,
    lease_expires_at,
    lease_check_at: lease_expires_at,
    last_seen_at: context.now,
    last_seen_date: dayOf(context.now),
    token_version: 0,
    refresh_hash,
    beacon: null,
    epoch: 0,
    created_at: context.now,
    recovered_at: null,
    revoked_at: null,
    revoke_reason: null,
    shutdown_deadline: null,
    in_flight: 0,
    attested_at: null,
    unreached_at: null,
    labels: null,
  }
}

/**
 * Records a replay in the audit log, with the first callers of the token and whether the body differs. The second and all later replays are
 * marked as alarms.
 */
async function recordReplay(
  tx: Tx,
  context: CallContext,
  token: InstallToken,
  input: BootstrapInput,
  outcome: 'success' | 'denied',
): Promise<void> {
  const callers = [...token.callers, originOf(context)].slice(0, CALLERS_KEPT)
  await tx.install_tokens.update({ token_id: token.token_id }, { callers })
  await appendAudit(tx, context, {
    event_type: 'install_token.replay_detected',
    organization_id: token.organization_id,
    workspace_id: token.workspace_id,
    target: { type: 'install_token', id: token.token_id },
    outcome,
    metadata: {
      agent_id: token.agent_id,
      alarm: callers.length > 2,
      body_differs: token.body_hash !== input.body_hash,
      callers: callers.map(({ ip, user_agent, at }) => ({ ip, user_agent, at })),
    },
  })
}

const recordRefusal = (tx: Tx, context: CallContext, token: InstallToken, reason: string) =>
  appendAudit(tx, context, {
    event_type: 'installation.bootstrapped',
    organization_id: token.organization_id,
    workspace_id: token.workspace_id,
    target: { type: 'install_token', id: token.token_id },
    outcome: 'denied',
    reason,
  })

const originOf = (context: CallContext): Origin => ({
  ip: context.actor.ip ?? '',
  user_agent: context.user_agent.slice(0, 200),
  at: context.now,
})
