import type * as records from '../../domain/records.ts'
import { by, type Shapes } from './shape.ts'

export interface DisputeRows {
  disputes: records.Dispute
}

export const DISPUTE_TABLES: Shapes<DisputeRows> = {
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
}
