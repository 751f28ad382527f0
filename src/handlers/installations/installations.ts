import type { components } from '../../../generated/platform.ts'
import { table } from '../../../generated/platform.table.ts'
import { addressKey } from '../../contract/address.ts'
import { FAILED_TOKENS } from '../../auth/limits.ts'
import { rateLimitHeaders } from '../../auth/rate-limiter.ts'
import { isOutsideWorkspace } from '../../auth/callers.ts'
import { rateLimitDetails } from '../../auth/gates.ts'
import { challengeInBody, challengesOf } from '../../auth/unauthenticated.ts'
import { canonicalize, sha256Hex } from '../../domain/crypto/hash.ts'
import type { Lifecycle } from '../../domain/installations/installation.ts'
import type { Command, Installation, JsonObject } from '../../domain/records.ts'
import { hashToken } from '../../domain/tokens.ts'
import type { IssuedToken } from '../../store/transactions/installations/issue-tokens.ts'
import { quotaProblem } from '../quota.ts'
import type { Handlers } from '../services.ts'
import { presentRevocation } from './present.ts'

/** Returns the problem code of an installation that has ended (docs/specification/installations.md#lifecycle). */
export const codeOfEnd = (lifecycle: Lifecycle) =>
  lifecycle === 'revoked' ? 'INSTALLATION_REVOKED' : 'INSTALLATION_TERMINATED'

/**
 * Handles the lifecycle of an installation, from its bootstrap (docs/specification/installations.md#bootstrap) to its revocation
 * (docs/specification/installations.md#revoke).
 */
export const installations = {
  async bootstrapInstallation(call, { store, limiter, contextFor, upgrade_url }) {
    const { body, request, reply, refuse } = call
    const { upstream_url, capabilities, heartbeat_interval_seconds } = body
    const details = { upstream_url, capabilities, heartbeat_interval_seconds }
    const outcome = await store.bootstrapInstallation(contextFor(call), {
      token_hash: hashToken(body.install_token),
      body_hash: sha256Hex(canonicalize(details)),
      details,
      failed: limiter.storedLimit(FAILED_TOKENS, addressKey(request.ip)),
    })
    const headers = rateLimitHeaders(outcome.rate)
    switch (outcome.kind) {
      case 'limited':
        return refuse('RATE_LIMITED', rateLimitDetails(outcome.rate))
      case 'first':
        return reply(201, {
          ...presentCredentials(outcome.installation, outcome.issued),
          refresh_token: outcome.refresh_token,
        }).with(headers)
      case 'replayed':
        return reply(200, presentCredentials(outcome.installation, outcome.issued)).with(headers)
      case 'quota':
        return refuse(...quotaProblem(outcome, upgrade_url, headers))
      case 'agent_not_found':
        return refuse('AGENT_NOT_FOUND', { headers })
      case 'not_an_installer':
        return refuse('INSTALLATION_NOT_ALLOWED', { headers })
      case 'agent_unusable':
        return refuse('AGENT_NOT_ACTIVE', { headers })
      case 'unknown':
      case 'expired':
        return refuse(INSTALL_TOKEN_PROBLEMS[outcome.kind], {
          headers: { ...headers, ...challengeInBody('install_token') },
        })
      case 'consumed':
        return refuse('INSTALL_TOKEN_CONSUMED', { headers })
    }
  },

  async renewLease(call, { store, contextFor, random, count }) {
    const { path, body, caller, reply, refuse } = call
    if (caller.installation_id !== path.installation_id) return refuse('INSTALLATION_NOT_FOUND')
    const { status, heartbeat_interval_seconds, health_payload, command_ack } = body
    const outcome = await store.renewLease(contextFor(call), {
      installation_id: caller.installation_id,
      token_hash: caller.token_hash,
      heartbeat: {
        status,
        heartbeat_interval_seconds,
        health_payload: health_payload as JsonObject | undefined,
      },
      ack: command_ack,
      jitter: random(1)[0]! / 256,
    })
    switch (outcome.kind) {
      case 'invalid_token':
        return refuse('INVALID_RUNTIME_TOKEN', { headers: challengesOf(table.renewLease.security) })
      case 'refused':
        return refuse(codeOfEnd(outcome.lifecycle))
      case 'renewed': {
        count('heartbeat', caller.organization_id)
        const { installation_id, lease_expires_at, next_heartbeat_at, command, refreshed } = outcome
        return reply(200, {
          installation_id,
          lease_expires_at,
          next_heartbeat_at,
          command: command ? presentDeliveredCommand(command) : null,
          ...(refreshed && { refreshed_token: presentToken(refreshed) }),
        })
      }
    }
  },

  async refreshRuntimeToken(call, { store, limiter, contextFor }) {
    const { path, body, request, reply, refuse } = call
    const failed = limiter.storedLimit(FAILED_TOKENS, addressKey(request.ip))
    const outcome = await store.refreshRuntimeToken(contextFor(call), {
      installation_id: path.installation_id,
      refresh_hash: hashToken(body.refresh_token),
      failed,
    })
    const headers = rateLimitHeaders(outcome.rate)
    switch (outcome.kind) {
      case 'limited':
        return refuse('RATE_LIMITED', rateLimitDetails(outcome.rate))
      case 'refreshed':
        return reply(200, presentToken(outcome.issued)).with(headers)
      case 'invalid':
        return refuse('INVALID_REFRESH_TOKEN', {
          headers: { ...headers, ...challengeInBody('refresh_token') },
        })
    }
  },

  async recoverInstallation(call, { store, contextFor }) {
    const { body, caller, reply, refuse } = call
    const { workspace_id, agent_id, upstream_url, capabilities, heartbeat_interval_seconds } = body
    if (isOutsideWorkspace(caller, workspace_id)) return refuse('WORKSPACE_NOT_ALLOWED')
    const outcome = await store.recoverInstallation(contextFor(call), {
      reach: caller.reach,
      workspace_id,
      agent_id,
      details: { upstream_url, capabilities, heartbeat_interval_seconds },
    })
    switch (outcome.kind) {
      case 'workspace_not_found':
        return refuse('WORKSPACE_NOT_FOUND')
      case 'not_found':
        return refuse('INSTALLATION_NOT_FOUND')
      case 'agent_not_found':
        return refuse('AGENT_NOT_FOUND')
      case 'not_an_installer':
        return refuse('INSTALLATION_NOT_ALLOWED')
      case 'agent_unusable':
        return refuse('AGENT_NOT_ACTIVE')
      case 'all_revoked':
        return refuse('INSTALLATION_REVOKED')
      case 'recovered':
        return reply(200, {
          ...presentCredentials(outcome.installation, outcome.issued),
          refresh_token: outcome.refresh_token,
        })
    }
  },

  async registerBeacon(call, { store, contextFor }) {
    const { path, body, caller, reply, refuse } = call
    const outcome = await store.registerBeacon(contextFor(call), {
      reach: caller.reach,
      installation_id: path.installation_id,
      platform: body.platform,
      metadata: body.metadata as JsonObject | undefined,
    })
    switch (outcome.kind) {
      case 'not_found':
        return refuse('INSTALLATION_NOT_FOUND')
      case 'ended':
        return refuse(codeOfEnd(outcome.lifecycle))
      case 'registered': {
        const { platform, metadata, registered_at } = outcome.beacon
        return reply(200, {
          installation_id: outcome.installation_id,
          registered_at,
          ...(platform !== undefined && { platform }),
          ...(metadata !== undefined && { metadata }),
        })
      }
    }
  },

  async revokeInstallation(call, { store, contextFor }) {
    const { path, body, caller, reply, refuse } = call
    const outcome = await store.revokeInstallation(contextFor(call), {
      reach: caller.reach,
      installation_id: path.installation_id,
      reason: body.reason,
      shutdown_timeout_ms: body.shutdown_timeout_ms,
    })
    if (outcome.kind === 'not_found') return refuse('INSTALLATION_NOT_FOUND')
    return reply(200, presentRevocation(outcome.installation))
  },
} satisfies Partial<Handlers>

const INSTALL_TOKEN_PROBLEMS = {
  unknown: 'INVALID_INSTALL_TOKEN',
  expired: 'INSTALL_TOKEN_EXPIRED',
} as const

const presentCredentials = (
  { installation_id, workspace_id, heartbeat_interval }: Installation,
  { runtime_token, expires_at }: IssuedToken,
): components['schemas']['InstallationCredentials'] => ({
  installation_id,
  workspace_id,
  runtime_token,
  expires_at,
  heartbeat_interval,
})

const presentToken = ({ runtime_token, expires_at, token_version }: IssuedToken) => ({
  runtime_token,
  expires_at,
  token_version,
})

const presentDeliveredCommand = ({
  command_id,
  type,
  reason,
  issued_at,
  expires_at,
  params,
}: Command) => ({
  id: command_id,
  type,
  reason,
  issued_at,
  expires_at,
  params,
})
