import type { Advisory } from '../domain/images/advisory.ts'
import type { Image, ImageReport, ImageScan } from '../domain/images/records.ts'
import type { Operator } from '../domain/organizations/operator.ts'
import type { RateBucket } from '../domain/rate.ts'
import type * as records from '../domain/records.ts'
import type { SigningKey } from '../domain/trust/signing-keys.ts'
import { AGENT_TABLES } from './agent-tables.ts'
import { by, type ShapeOf } from './table-shape.ts'
export type { Column, Index, TableShape } from './table-shape.ts'

/** Every table and the record it holds. */
export interface Rows {
  organizations: records.Organization
  api_keys: records.ApiKey
  members: records.Member
  invitations: records.Invitation
  operators: Operator
  agent_ids: records.AgentId
  agents: records.Agent
  agent_terms: records.AgentTerm
  reputation_days: records.ReputationDay
  reputation_shares: records.ReputationShare
  workspaces: records.Workspace
  install_tokens: records.InstallToken
  installations: records.Installation
  runtime_tokens: records.RuntimeToken
  commands: records.Command
  policies: records.Policy
  signing_keys: SigningKey
  nonces: records.Nonce
  pin_challenges: records.PinChallenge
  admin_sessions: records.AdminSession
  tasks: records.Task
  disputes: records.Dispute
  tickets: records.Ticket
  images: Image
  image_scans: ImageScan
  image_reports: ImageReport
  advisories: Advisory
  outbox: records.OutboxItem
  audit_log: records.AuditRow
  audit_heads: records.AuditHead
  audit_checkpoints: records.AuditCheckpointRow
  exports: records.ExportJob
  platform_facts: records.PlatformFact
  rates: RateBucket
  counters: records.Counter
}
export type TableName = keyof Rows

export const TABLES: { readonly [Name in TableName]: ShapeOf<Rows[Name]> } = {
  organizations: {
    columns: {
      organization_id: 'text',
      name: 'text',
      plan: 'text',
      audit_log_retention_days: 'integer',
      retention_shortening: 'json',
      created_at: 'text',
    },
    key: ['organization_id'],
    indexes: [],
  },
  api_keys: {
    columns: {
      key_id: 'text',
      hash: 'text',
      organization_id: 'text',
      workspace_id: 'text',
      name: 'text',
      preview: 'text',
      scopes: 'json',
      created_by: 'text',
      created_by_key: 'text',
      created_at: 'text',
      expires_at: 'text',
      last_used_at: 'text',
      revoked_at: 'text',
      revoking: 'boolean',
    },
    key: ['key_id'],
    indexes: [
      by(['hash']),
      by(['organization_id'], 'created_at', 'key_id'),
      by(['organization_id', 'revoked_at'], 'created_at'),
      by(['created_by_key', 'revoked_at'], 'created_at', 'key_id'),
      by(['revoking'], 'created_at'),
    ],
  },
  members: {
    columns: {
      user_id: 'text',
      organization_id: 'text',
      email: 'text',
      role: 'text',
      joined_at: 'text',
    },
    key: ['user_id'],
    indexes: [
      by(['email'], 'joined_at', 'user_id'),
      by(['organization_id'], 'joined_at', 'user_id'),
    ],
  },
  invitations: {
    columns: {
      invitation_id: 'text',
      organization_id: 'text',
      email: 'text',
      role: 'text',
      invited_by: 'text',
      created_at: 'text',
      expires_at: 'text',
    },
    key: ['invitation_id'],
    indexes: [
      by(['organization_id'], 'created_at', 'invitation_id'),
      by(['organization_id', 'email']),
      by(['email'], 'created_at', 'invitation_id'),
      by([], 'expires_at'),
    ],
  },
  operators: { columns: { email: 'text', added_at: 'text' }, key: ['email'], indexes: [] },
  ...AGENT_TABLES,
  workspaces: {
    columns: {
      workspace_id: 'text',
      organization_id: 'text',
      name: 'text',
      description: 'text',
      created_at: 'text',
      updated_at: 'text',
    },
    key: ['workspace_id'],
    indexes: [by(['organization_id'], 'created_at', 'workspace_id')],
  },
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
      watch_at: 'text',
      last_seen_at: 'text',
      seen_on: 'text',
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
    },
    key: ['installation_id'],
    indexes: [
      ...[['organization_id'], ['workspace_id'], ['workspace_id', 'agent_id']].map((whose) =>
        by(whose, 'created_at', 'installation_id'),
      ),
      by(['agent_id', 'organization_id', 'lifecycle']),
      by(['organization_id', 'lifecycle'], 'seen_on'),
      by(['workspace_id', 'lifecycle'], 'health', 'installation_id'),
      by(['workspace_id', 'agent_id', 'lifecycle', 'health'], 'seen_on'),
      by(['health'], 'watch_at'),
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
      dies_at: 'text',
    },
    key: ['hash'],
    indexes: [by(['installation_id'], 'version'), by([], 'dies_at')],
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
  policies: {
    columns: {
      policy_id: 'text',
      workspace_id: 'text',
      organization_id: 'text',
      version: 'integer',
      status: 'text',
      content: 'json',
      hash: 'text',
      issuer: 'text',
      signature: 'text',
      signing_key_id: 'text',
      author: 'json',
      announced_to: 'text',
      created_at: 'text',
      updated_at: 'text',
    },
    key: ['workspace_id', 'version'],
    indexes: [by(['workspace_id'], 'version'), by([], 'announced_to')],
  },
  signing_keys: {
    columns: { key_id: 'text', sealed: 'text' },
    key: ['key_id'],
    indexes: [],
  },
  nonces: {
    columns: { svc_id: 'text', workspace_id: 'text', nonce: 'text', expires_at: 'text' },
    key: ['svc_id', 'workspace_id', 'nonce'],
    indexes: [by([], 'expires_at')],
  },
  pin_challenges: {
    columns: {
      challenge_id: 'text',
      email: 'text',
      created_at: 'text',
      expires_at: 'text',
      attempts: 'integer',
      handed_out: 'boolean',
      consumed_at: 'text',
    },
    key: ['challenge_id'],
    indexes: [by([], 'expires_at')],
  },
  admin_sessions: {
    columns: {
      session_id: 'text',
      hash: 'text',
      email: 'text',
      created_at: 'text',
      expires_at: 'text',
    },
    key: ['session_id'],
    indexes: [by(['hash']), by([], 'expires_at')],
  },
  tasks: {
    columns: {
      task_id: 'text',
      organization_id: 'text',
      workspace_id: 'text',
      skill: 'text',
      requester_id: 'text',
      requester: 'json',
      agent: 'json',
      agent_id: 'text',
      counts_for: 'text',
      counted_at: 'text',
      status: 'text',
      attested: 'boolean',
      execution_time_ms: 'integer',
      error: 'json',
      created_at: 'text',
      deadline: 'text',
      finished_at: 'text',
    },
    key: ['task_id'],
    indexes: [
      by(['workspace_id'], 'created_at', 'task_id'),
      by(['workspace_id', 'status'], 'created_at', 'task_id'),
      by(['status'], 'deadline'),
      by(['agent_id', 'counts_for'], 'counted_at'),
      by(['workspace_id', 'skill'], 'created_at', 'task_id'),
      by(['workspace_id', 'agent_id'], 'created_at', 'task_id'),
    ],
  },
  disputes: {
    columns: {
      dispute_id: 'text',
      organization_id: 'text',
      respondent_id: 'text',
      svc_id: 'text',
      issue_type: 'text',
      description: 'text',
      task_id: 'text',
      task_on_record: 'boolean',
      logs: 'text',
      state: 'text',
      reason: 'text',
      comments: 'json',
      opened_at: 'text',
      updated_at: 'text',
      review_started_at: 'text',
      decided_at: 'text',
    },
    key: ['dispute_id'],
    indexes: [
      by(['organization_id'], 'opened_at', 'dispute_id'),
      by(['respondent_id'], 'opened_at', 'dispute_id'),
      by(['organization_id', 'svc_id', 'task_id']),
      by(['organization_id', 'svc_id'], 'state'),
      by(['state'], 'opened_at', 'dispute_id'),
    ],
  },
  tickets: {
    columns: {
      ticket_id: 'text',
      organization_id: 'text',
      workspace_id: 'text',
      route: 'text',
      channel: 'text',
      priority: 'text',
      status: 'text',
      category: 'text',
      subject: 'text',
      message: 'text',
      contact_email: 'text',
      key_id: 'text',
      request_id: 'text',
      created_at: 'text',
      first_response_due_at: 'text',
    },
    key: ['ticket_id'],
    indexes: [
      by([], 'created_at', 'ticket_id'),
      by(['organization_id'], 'created_at', 'ticket_id'),
    ],
  },
  images: {
    columns: {
      organization_id: 'text',
      ref: 'text',
      digest: 'text',
      size_bytes: 'integer',
      created_at: 'text',
      last_scan_id: 'text',
    },
    key: ['organization_id', 'ref'],
    indexes: [by(['organization_id'], 'ref')],
  },
  image_scans: {
    columns: {
      scan_id: 'text',
      organization_id: 'text',
      ref: 'text',
      digest: 'text',
      status: 'text',
      requested_at: 'text',
      started_at: 'text',
      finished_at: 'text',
      attempts: 'integer',
      claimed_until: 'text',
      summary: 'json',
      error: 'json',
    },
    key: ['scan_id'],
    indexes: [
      by(['organization_id', 'ref'], 'requested_at', 'scan_id'),
      by(['status'], 'requested_at'),
      by(['status'], 'claimed_until'),
      by(['status'], 'organization_id', 'requested_at'),
    ],
  },
  image_reports: {
    columns: { scan_id: 'text', organization_id: 'text', report: 'json', sbom: 'json' },
    key: ['scan_id'],
    indexes: [],
  },
  advisories: {
    columns: {
      ecosystem: 'text',
      package: 'text',
      advisory_id: 'text',
      aliases: 'json',
      title: 'text',
      severity: 'text',
      score: 'json',
      url: 'text',
      modified_at: 'text',
      ranges: 'json',
      versions: 'json',
    },
    key: ['ecosystem', 'package', 'advisory_id'],
    indexes: [by(['ecosystem'], 'package'), by(['advisory_id'])],
  },
  outbox: {
    columns: {
      outbox_id: 'text',
      kind: 'text',
      party: 'text',
      payload: 'json',
      created_at: 'text',
      attempts: 'integer',
      next_attempt_at: 'text',
      delivered_at: 'text',
      last_error: 'text',
      ended: 'text',
      give_up_at: 'text',
      claim: 'text',
    },
    key: ['outbox_id'],
    indexes: [
      by(['delivered_at'], 'next_attempt_at'),
      by(['kind', 'delivered_at'], 'next_attempt_at'),
      by(['kind', 'delivered_at'], 'party', 'next_attempt_at'),
      by(['ended'], 'created_at', 'outbox_id'),
      by([], 'created_at', 'outbox_id'),
    ],
  },
  audit_log: {
    columns: {
      chain: 'text',
      id: 'text',
      sequence: 'integer',
      organization_id: 'text',
      workspace_id: 'text',
      event_type: 'text',
      actor: 'json',
      target: 'json',
      outcome: 'text',
      reason: 'text',
      request_id: 'text',
      occurred_at: 'text',
      metadata: 'json',
      prev_hash: 'text',
      hash: 'text',
    },
    key: ['chain', 'sequence'],
    indexes: [
      by(['chain'], 'sequence'),
      by(['chain', 'event_type'], 'sequence'),
      by(['chain', 'workspace_id'], 'sequence'),
    ],
  },
  audit_heads: {
    columns: { chain: 'text', sequence: 'integer', hash: 'text', purge_at: 'text' },
    key: ['chain'],
    indexes: [by([], 'purge_at')],
  },
  audit_checkpoints: {
    columns: {
      chain: 'text',
      sequence: 'integer',
      hash: 'text',
      occurred_at: 'text',
      retention_days: 'integer',
      purged_at: 'text',
      issuer: 'text',
      signing_key_id: 'text',
      signature: 'text',
    },
    key: ['chain'],
    indexes: [],
  },
  exports: {
    columns: {
      export_id: 'text',
      organization_id: 'text',
      destination: 'text',
      workspace_id: 'text',
      event_type: 'text',
      options: 'json',
      lane: 'text',
      sealed: 'text',
      status: 'text',
      matched: 'integer',
      delivered: 'integer',
      failed: 'integer',
      first_sequence: 'integer',
      last_sequence: 'integer',
      cursor: 'integer',
      pending: 'json',
      tries: 'integer',
      next_attempt_at: 'text',
      claim: 'text',
      error: 'json',
      rejected: 'json',
      actor: 'json',
      request_id: 'text',
      created_at: 'text',
      started_at: 'text',
      progress_at: 'text',
      finished_at: 'text',
    },
    key: ['export_id'],
    indexes: [
      by(['finished_at'], 'next_attempt_at'),
      by(['finished_at'], 'organization_id', 'next_attempt_at'),
      by(['lane', 'finished_at'], 'created_at', 'export_id'),
      by(['organization_id', 'finished_at']),
    ],
  },
  platform_facts: { columns: { name: 'text', value: 'json' }, key: ['name'], indexes: [] },
  rates: {
    columns: { bucket: 'text', full_us: 'integer', drawn_us: 'integer' },
    key: ['bucket'],
    indexes: [by([], 'full_us')],
  },
  counters: {
    columns: { name: 'text', grouping: 'text', value: 'text', share: 'integer', rows: 'integer' },
    key: ['name', 'grouping', 'value', 'share'],
    indexes: [by(['name', 'grouping'], 'rows', 'value')],
  },
}

/** Table names in a fixed order, for adapters that create or dump them all. */
export const TABLE_NAMES = Object.keys(TABLES) as TableName[]
