import type * as records from '../../domain/records.ts'
import { by, type Shapes } from './shape.ts'

export interface InstallationRows {
  install_tokens: records.InstallToken
  installations: records.Installation
  runtime_tokens: records.RuntimeToken
  commands: records.Command
  fleet_hours: records.FleetHour
}

/** The tables of install tokens, installations, runtime tokens, commands to installations, and hourly sums. */
export const INSTALLATION_TABLES: Shapes<InstallationRows> = {
  install_tokens: {
    columns: {
      token_id: 'text',
      hash: 'text',
      organization_id: 'text',
      workspace_id: 'text',
      agent_id: 'text',
      created_at: 'text',
      expires_at: 'text',
      consumed_at: 'text',
      revoked_at: 'text',
      expiry_audited: 'boolean',
      installation_id: 'text',
      body_hash: 'text',
      callers: 'json',
    },
    key: ['token_id'],
    indexes: [
      by(['hash']),
      by(['workspace_id'], 'created_at', 'token_id'),
      by(['organization_id', 'consumed_at'], 'expires_at'),
      by(['consumed_at', 'expiry_audited'], 'expires_at'),
    ],
  },
  installations: {
    columns: {
      installation_id: 'text',
      organization_id: 'text',
      workspace_id: 'text',
      agent_id: 'text',
      agent_organization_id: 'text',
      install_token_id: 'text',
      upstream_url: 'text',
      capabilities: 'json',
      heartbeat_interval: 'integer',
      lifecycle: 'text',
      health: 'text',
      status: 'text',
      health_payload: 'json',
      lease_expires_at: 'text',
      lease_check_at: 'text',
      last_seen_at: 'text',
      last_seen_date: 'text',
      token_version: 'integer',
      refresh_hash: 'text',
      beacon: 'json',
      epoch: 'integer',
      created_at: 'text',
      recovered_at: 'text',
      revoked_at: 'text',
      revoke_reason: 'text',
      shutdown_deadline: 'text',
      in_flight: 'integer',
      attested_at: 'text',
      unreached_at: 'text',
      labels: 'json',
    },
    key: ['installation_id'],
    indexes: [
      ...[['organization_id'], ['workspace_id'], ['workspace_id', 'agent_id']].map((fields) =>
        by(fields, 'created_at', 'installation_id'),
      ),
      by(['agent_id', 'organization_id', 'lifecycle']),
      by(['organization_id'], 'installation_id'),
      by(['organization_id', 'lifecycle'], 'last_seen_date'),
      by(['workspace_id', 'lifecycle'], 'health', 'installation_id'),
      by(['workspace_id', 'agent_id', 'lifecycle', 'health'], 'last_seen_date'),
      by(['health'], 'lease_check_at'),
      by(['health'], 'installation_id'),
    ],
  },
  runtime_tokens: {
    columns: {
      hash: 'text',
      installation_id: 'text',
      version: 'integer',
      issued_at: 'text',
      expires_at: 'text',
      first_used_at: 'text',
      effective_expires_at: 'text',
    },
    key: ['hash'],
    indexes: [by(['installation_id'], 'version'), by([], 'effective_expires_at')],
  },
  commands: {
    columns: {
      command_id: 'text',
      installation_id: 'text',
      sequence: 'integer',
      type: 'text',
      reason: 'text',
      params: 'json',
      issued_at: 'text',
      expires_at: 'text',
      token_version: 'integer',
      acknowledged_at: 'text',
      acknowledgement: 'json',
    },
    key: ['command_id'],
    indexes: [
      by(['installation_id', 'acknowledged_at'], 'sequence'),
      by(['installation_id'], 'sequence'),
      by([], 'expires_at'),
    ],
  },
  fleet_hours: {
    columns: { organization_id: 'text', metric: 'text', hour: 'text', amount: 'integer' },
    key: ['organization_id', 'metric', 'hour'],
    indexes: [by(['organization_id'], 'hour'), by([], 'hour')],
  },
}
