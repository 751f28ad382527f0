import type { components } from '../../../generated/platform.ts'
import { commandStatus } from '../../domain/installations/command.ts'
import { effectiveHealth } from '../../domain/installations/lease.ts'
import type { Command, Installation } from '../../domain/records.ts'
import type { Timestamp } from '../../domain/time.ts'
import type { FleetMember } from '../../store/transactions/installations/fleet.ts'
import { membersOf } from '../members-of.ts'

type Schemas = components['schemas']

/** Presents an installation without its free-form data, of which a page of installations could hold megabytes. */
export function presentInstallation(
  { installation, agent, command }: FleetMember,
  now: Timestamp,
): Schemas['Installation'] {
  const { capabilities, upstream_url, last_seen_at, beacon, labels, revoke_reason } = installation
  return {
    ...membersOf(installation, INSTALLATION_MEMBERS),
    ...(agent && { agent_name: agent.name, agent_version: agent.version }),
    health: effectiveHealth(installation, now),
    capabilities: [...capabilities],
    ...(upstream_url !== null &&
      URL.canParse(upstream_url) && { upstream_origin: new URL(upstream_url).origin }),
    last_seen_at,
    ...(beacon && { beacon: membersOf(beacon, ['registered_at', 'platform']) }),
    ...(labels && labels.length > 0 && { labels: [...labels] }),
    ...(command && { command: presentCommand(command, now) }),
    ...(revoke_reason && { revoke_reason }),
  }
}
const INSTALLATION_MEMBERS = [
  'installation_id',
  'organization_id',
  'workspace_id',
  'agent_id',
  'lifecycle',
  'status',
  'heartbeat_interval',
  'lease_expires_at',
  'token_version',
  'unreached_at',
  'created_at',
  'recovered_at',
  'attested_at',
  'revoked_at',
] as const satisfies readonly (keyof Schemas['Installation'])[]

/** Presents the revocation of an installation. */
export const presentRevocation = ({
  installation_id,
  revoked_at,
  shutdown_deadline,
}: Installation) => ({
  installation_id,
  status: 'revoked' as const,
  revoked_at: revoked_at!,
  deadline: shutdown_deadline ?? revoked_at!,
})

/** Presents a command with its status. */
export const presentCommand = (
  command: Command,
  now: Timestamp,
): Schemas['InstallationCommand'] => ({
  ...membersOf(command, COMMAND_MEMBERS),
  status: commandStatus(command, now),
})
const COMMAND_MEMBERS = [
  'command_id',
  'installation_id',
  'type',
  'reason',
  'params',
  'issued_at',
  'expires_at',
  'acknowledged_at',
  'acknowledgement',
] as const satisfies readonly (keyof Schemas['InstallationCommand'])[]
