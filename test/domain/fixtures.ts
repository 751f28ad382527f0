import type { Command, Installation, InstallToken, RuntimeToken } from '../../src/domain/records.ts'
import { issue } from '../../src/domain/installations/runtime-token.ts'
import { iso, ms, type Timestamp } from '../../src/domain/time.ts'
import { DAY, MINUTE } from '../kit/time.ts'

export const NOW: Timestamp = '2026-03-01T12:00:00.000Z'
/** Returns the time this many milliseconds after noon, or before if negative. */
export const at = (milliseconds: number): Timestamp => iso(ms(NOW) + milliseconds)

export const anInstallation = (more: Partial<Installation> = {}): Installation => ({
  installation_id: 'i',
  organization_id: 'o',
  workspace_id: 'w',
  agent_id: 'a',
  agent_organization_id: 'o',
  install_token_id: 't',
  upstream_url: null,
  capabilities: [],
  heartbeat_interval: 60,
  lifecycle: 'active',
  health: 'online',
  status: null,
  health_payload: null,
  lease_expires_at: at(3 * MINUTE),
  lease_check_at: at(3 * MINUTE),
  last_seen_at: NOW,
  last_seen_date: NOW.slice(0, 10),
  token_version: 1,
  refresh_hash: 'h',
  beacon: null,
  epoch: 0,
  created_at: NOW,
  recovered_at: null,
  revoked_at: null,
  revoke_reason: null,
  shutdown_deadline: null,
  in_flight: 0,
  attested_at: null,
  unreached_at: null,
  labels: null,
  ...more,
})

export const anInstallToken = (more: Partial<InstallToken> = {}): InstallToken => ({
  token_id: 't',
  hash: 'h',
  organization_id: 'o',
  workspace_id: 'w',
  agent_id: 'a',
  created_at: NOW,
  expires_at: at(15 * MINUTE),
  consumed_at: null,
  revoked_at: null,
  expiry_audited: false,
  installation_id: null,
  body_hash: null,
  callers: [],
  ...more,
})

export const aCommand = (more: Partial<Command> = {}): Command => ({
  command_id: 'c',
  installation_id: 'i',
  sequence: 1,
  type: 'pause',
  reason: '',
  params: {},
  issued_at: NOW,
  expires_at: at(DAY),
  token_version: null,
  acknowledged_at: null,
  acknowledgement: null,
  ...more,
})

export const aRuntimeToken = (version: number, more: Partial<RuntimeToken> = {}): RuntimeToken => ({
  ...issue('i', version, `hash-${version}`, NOW),
  ...more,
})
