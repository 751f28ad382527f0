import type * as records from '../../domain/records.ts'
import { by, type Shapes } from './shape.ts'

export interface AuditRows {
  audit_log: records.AuditRow
  audit_heads: records.AuditHead
  audit_checkpoints: records.AuditCheckpoint
  exports: records.ExportJob
}

/** The tables of the audit chains and of the exports of their records. */
export const AUDIT_TABLES: Shapes<AuditRows> = {
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
}
