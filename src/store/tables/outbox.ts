import type * as records from '../../domain/records.ts'
import { by, type Shapes } from './shape.ts'

export interface OutboxRows {
  outbox: records.OutboxItem
}

export const OUTBOX_TABLES: Shapes<OutboxRows> = {
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
}
