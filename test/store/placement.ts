import { TABLES, type TableName } from '../../src/store/tables.ts'

/**
 * In which database the rows of a table would be stored if the data were sharded (docs/specification/sharding.md). Only tests use
 * it; they compare it with the tables and with the statements on them.
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
  /** In every database, because rows are written in the transaction of the change that causes them. */
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

/** Columns whose value belongs to one organization, which the directory in docs/specification/sharding.md can look up. */
const LOCATORS = new Set([
  'organization_id',
  'workspace_id',
  'installation_id',
  'chain',
  'hash',
  'created_by_key',
])

/** Returns the table and the conditions of a statement, shown for example as `tasks: status =, deadline <=`. */
function conditionsOf(statement: string): { table: TableName; equal: string[]; shown: string } {
  const table = /(?:from|update) "(\w+)"/.exec(statement)![1] as TableName
  const where = statement.includes(' where ') ? statement.slice(statement.indexOf(' where ')) : ''
  // A page continues after a key of several columns: `("created_at", "task_id") > ($1, $2)`.
  const flat = where.replaceAll(/\((?:"\w+", )*"(\w+)"\) ([<>])/g, '"$1" $2')
  const compared = [...flat.matchAll(/"(\w+)" (=|<>|<=?|>=?|in|is null|is not null)/g)].map(
    ([, column, comparison]) => ({ column: column!, comparison: comparison! }),
  )
  return {
    table,
    equal: compared
      .filter(({ comparison }) => comparison === '=' || comparison === 'in')
      .map(({ column }) => column),
    shown: `${table}: ${[...new Set(compared.map(({ column, comparison }) => `${column} ${comparison}`))].join(', ') || 'all rows'}`,
  }
}

/** Returns the statements on rows of organizations that name neither an organization nor what belongs to one. */
export function acrossOrganizations(statements: Iterable<string>): readonly string[] {
  const found = new Set<string>()
  for (const statement of statements) {
    const { table, equal, shown } = conditionsOf(statement)
    const { kind } = PLACEMENTS[table]
    const isLocated =
      equal.some((column) => LOCATORS.has(column)) ||
      TABLES[table].key.every((column) => equal.includes(column))
    if ((kind === 'organization' || kind === 'with') && !isLocated) found.add(shown)
  }
  return [...found].toSorted()
}
