import type * as records from '../../domain/records.ts'
import { by, type Shapes } from './shape.ts'

export interface OrganizationRows {
  organizations: records.Organization
  workspaces: records.Workspace
  api_keys: records.ApiKey
  members: records.Member
  invitations: records.Invitation
  operators: records.Operator
}

/** The tables of organizations, their workspaces, members and API keys, and of the platform's operators. */
export const ORGANIZATION_TABLES: Shapes<OrganizationRows> = {
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
      last_used_from: 'text',
      unusual_use: 'json',
      warned_days: 'integer',
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
      by(['revoked_at', 'warned_days'], 'expires_at'),
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
}
