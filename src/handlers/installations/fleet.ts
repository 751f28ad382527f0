import type { components } from '../../../generated/platform.ts'
import { commandStatus } from '../../domain/installations/command.ts'
import { effectiveHealth } from '../../domain/installations/lease.ts'
import type { Command, JsonObject } from '../../domain/records.ts'
import type { Timestamp } from '../../domain/time.ts'
import type { FleetMember } from '../../store/transactions/installations/fleet.ts'
import { presentPageOf, readCursor } from '../cursor.ts'
import { codeOfEnd } from './installations.ts'
import type { Handlers } from '../services.ts'

type Schemas = components['schemas']

/** Lists installations, sends them commands, and revokes several at once. */
export const fleet = {
  async listInstallations({ path, query, caller, reply, refuse }, { store, now }) {
    const { lifecycle, health, agent_id, limit, offset } = query
    const moment = now()
    const after = readCursor('listInstallations~created', query.cursor)
    const page = await store.listInstallations({
      reach: caller.reach,
      workspace_id: path.workspace_id,
      lifecycle,
      health,
      agent_id,
      limit,
      offset,
      after,
      now: moment,
    })
    if (page.kind === 'not_found') return refuse('WORKSPACE_NOT_FOUND')
    return reply(
      200,
      presentPageOf('listInstallations~created', page, offset, (member) => present(member, moment)),
    )
  },

  async getInstallation({ path, caller, reply, refuse }, { store, now }) {
    const moment = now()
    const found = await store.getInstallation({
      reach: caller.reach,
      installation_id: path.installation_id,
      now: moment,
    })
    if (found.kind === 'not_found') return refuse('INSTALLATION_NOT_FOUND')
    const { health_payload, beacon } = found.member.installation
    return reply(200, {
      ...present(found.member, moment),
      ...(health_payload !== null && { health_payload: health_payload as Schemas['HealthReport'] }),
      ...(beacon !== null && { beacon: beacon as Schemas['InstallationBeacon'] }),
    })
  },

  async listInstallationCommands({ path, query, caller, reply, refuse }, { store, now }) {
    const { limit, offset } = query
    const after = readCursor('listInstallationCommands~sequence', query.cursor)
    const page = await store.listCommands({
      reach: caller.reach,
      installation_id: path.installation_id,
      limit,
      offset,
      after,
    })
    if (page.kind === 'not_found') return refuse('INSTALLATION_NOT_FOUND')
    const moment = now()
    return reply(
      200,
      presentPageOf('listInstallationCommands~sequence', page, offset, (command) =>
        presentCommand(command, moment),
      ),
    )
  },

  async sendInstallationCommand(call, { store, contextFor }) {
    const { path, body, caller, reply, refuse } = call
    const { type, reason = '', heartbeat_interval_seconds } = body
    const params: JsonObject = type === 'set_interval' ? { heartbeat_interval_seconds } : {}
    const acting = contextFor(call)
    const outcome = await store.sendCommand(acting, {
      reach: caller.reach,
      installation_id: path.installation_id,
      type,
      reason,
      params,
    })
    switch (outcome.kind) {
      case 'not_found':
        return refuse('INSTALLATION_NOT_FOUND')
      case 'ended':
        return refuse(codeOfEnd(outcome.lifecycle))
      case 'sent':
        return reply(202, presentCommand(outcome.command, acting.now))
    }
  },

  async revokeInstallations(call, { store, contextFor }) {
    const { path, body, caller, reply, refuse } = call
    const { select, reason, shutdown_timeout_ms } = body
    const outcome = await store.revokeInstallations(contextFor(call), {
      reach: caller.reach,
      workspace_id: path.workspace_id,
      select,
      reason,
      shutdown_timeout_ms,
    })
    if (outcome.kind === 'not_found') return refuse('WORKSPACE_NOT_FOUND')
    const items = outcome.items.map(({ installation_id, revoked_at, shutdown_deadline }) => ({
      installation_id,
      status: 'revoked' as const,
      revoked_at: revoked_at!,
      deadline: shutdown_deadline ?? revoked_at!,
    }))
    return reply(200, { items, complete: outcome.complete })
  },
} satisfies Partial<Handlers>

/** Presents an installation without its free-form data, of which a page of installations could hold megabytes. */
function present(
  { installation, agent, command }: FleetMember,
  now: Timestamp,
): Schemas['Installation'] {
  const {
    installation_id,
    organization_id,
    workspace_id,
    agent_id,
    lifecycle,
    status,
    capabilities,
    upstream_url,
    heartbeat_interval,
  } = installation
  const {
    lease_expires_at,
    last_seen_at,
    unreached_at,
    token_version,
    beacon,
    created_at,
    recovered_at,
    attested_at,
    revoked_at,
    revoke_reason,
  } = installation
  return {
    installation_id,
    organization_id,
    workspace_id,
    agent_id,
    ...(agent && { agent_name: agent.name, agent_version: agent.version }),
    lifecycle,
    health: effectiveHealth(installation, now),
    ...(status !== null && { status }),
    capabilities: [...capabilities],
    ...(upstream_url !== null &&
      URL.canParse(upstream_url) && { upstream_origin: new URL(upstream_url).origin }),
    heartbeat_interval,
    lease_expires_at,
    last_seen_at,
    token_version,
    ...(unreached_at !== null && { unreached_at }),
    ...(beacon && {
      beacon: {
        registered_at: beacon.registered_at,
        ...(beacon.platform !== undefined && { platform: beacon.platform }),
      },
    }),
    ...(command && { command: presentCommand(command, now) }),
    created_at,
    ...(recovered_at !== null && { recovered_at }),
    ...(attested_at && { attested_at }),
    ...(revoked_at !== null && { revoked_at }),
    ...(revoke_reason && { revoke_reason }),
  }
}

function presentCommand(command: Command, now: Timestamp): Schemas['InstallationCommand'] {
  const {
    command_id,
    installation_id,
    type,
    reason,
    params,
    issued_at,
    expires_at,
    acknowledged_at,
    acknowledgement,
  } = command
  return {
    command_id,
    installation_id,
    type,
    reason,
    params,
    status: commandStatus(command, now),
    issued_at,
    expires_at,
    ...(acknowledged_at !== null && { acknowledged_at }),
    ...(acknowledgement && { acknowledgement }),
  }
}
