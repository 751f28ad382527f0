import type * as records from '../../domain/records.ts'
import { by, type Shapes } from './shape.ts'

export interface PolicyRows {
  policies: records.Policy
}

/** The table of policies, one row for each version. */
export const POLICY_TABLES: Shapes<PolicyRows> = {
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
      announcement_cursor: 'text',
      created_at: 'text',
      updated_at: 'text',
    },
    key: ['workspace_id', 'version'],
    indexes: [by(['workspace_id'], 'version'), by([], 'announcement_cursor')],
  },
}
