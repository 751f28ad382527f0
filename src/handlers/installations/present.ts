import type { components } from '../../../generated/platform.ts'
import { commandStatus } from '../../domain/installations/command.ts'
import { effectiveHealth } from '../../domain/installations/lease.ts'
import type { Command } from '../../domain/records.ts'
import type { Timestamp } from '../../domain/time.ts'
import type { FleetMember } from '../../store/transactions/installations/fleet.ts'

type Schemas = components['schemas']

/** Presents an installation without its free-form data, of which a page of installations could hold megabytes. */
export function presentInstallation(
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
    labels,
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
    ...(labels && labels.length > 0 && { labels: [...labels] }),
    ...(command && { command: presentCommand(command, now) }),
    created_at,
    ...(recovered_at !== null && { recovered_at }),
    ...(attested_at && { attested_at }),
    ...(revoked_at !== null && { revoked_at }),
    ...(revoke_reason && { revoke_reason }),
  }
}

/** Presents a command with its status. */
export function presentCommand(command: Command, now: Timestamp): Schemas['InstallationCommand'] {
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
