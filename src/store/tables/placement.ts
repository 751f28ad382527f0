import type { TableName } from '../tables.ts'

/**
 * In which database the rows of a table would be stored if the data were sharded (docs/specification/sharding.md). No code depends on it
 * yet; a test compares it with the tables and with the statements on them.
 */
export type Placement =
  /** With their organization, which a column names. */
  | { readonly kind: 'organization'; readonly column: string }
  /** With the row of another table that a column names. */
  | { readonly kind: 'with'; readonly table: TableName; readonly column: string }
  /** In the database of the registry, which all organizations read. */
  | { readonly kind: 'registry' }
  /** In the database of data that is looked up before the organization is known: people and operators. */
  | { readonly kind: 'identity' }
  /** In every database, with data about that database. */
  | { readonly kind: 'each' }

const ofOrganization = { kind: 'organization', column: 'organization_id' } as const
const ofChain = { kind: 'organization', column: 'chain' } as const
const [registry, identity, each] = [
  { kind: 'registry' },
  { kind: 'identity' },
  { kind: 'each' },
] as const

export const PLACEMENTS: Readonly<Record<TableName, Placement>> = {
  organizations: ofOrganization,
  workspaces: ofOrganization,
  api_keys: ofOrganization,
  members: identity,
  invitations: identity,
  operators: identity,
  agent_ids: registry,
  agents: registry,
  agent_terms: registry,
  reputation_days: registry,
  reputation_shares: registry,
  install_tokens: ofOrganization,
  installations: ofOrganization,
  runtime_tokens: { kind: 'with', table: 'installations', column: 'installation_id' },
  commands: { kind: 'with', table: 'installations', column: 'installation_id' },
  fleet_hours: ofOrganization,
  policies: ofOrganization,
  signing_keys: registry,
  nonces: { kind: 'with', table: 'workspaces', column: 'workspace_id' },
  pin_challenges: identity,
  admin_sessions: identity,
  credential_uses: each,
  tasks: ofOrganization,
  disputes: registry,
  tickets: ofOrganization,
  images: ofOrganization,
  image_scans: ofOrganization,
  image_reports: ofOrganization,
  advisories: registry,
  outbox: each,
  audit_log: ofChain,
  audit_heads: ofChain,
  audit_checkpoints: ofChain,
  exports: ofOrganization,
  platform_facts: each,
  rates: each,
  counters: each,
  log_entries: registry,
  log_tiles: registry,
  published_heads: registry,
  published_tiles: registry,
  witnesses: registry,
}
