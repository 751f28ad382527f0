import { isOperative, type Lifecycle } from '../../domain/installations/installation.ts'
import type { ReadTx } from '../database.ts'
import { TABLES, type StoredRow, type TableName } from '../tables.ts'
import { countByValue, type Check } from './check.ts'

/** A field that refers to a row of another table if `when` returns true. Null refers to no row. */
export interface Reference {
  readonly from: TableName
  readonly field: string
  readonly to: TableName
  readonly by: string
  readonly when?: (row: StoredRow) => boolean
}

const refers = (
  from: TableName,
  field: string,
  to: TableName,
  when?: Reference['when'],
): Reference => ({ from, field, to, by: TABLES[to].key[0]!, ...(when && { when }) })
const isOperativeRow = ({ lifecycle }: StoredRow) =>
  isOperative({ lifecycle: lifecycle as Lifecycle })

const isKeyId = (credential: unknown): boolean => String(credential).startsWith('key_')

/** All references between tables. References that may outlive their target are restricted by `when` or listed in `UNCHECKED_FIELDS`. */
export const REFERENCES: readonly Reference[] = [
  ...(
    [
      'api_keys',
      'members',
      'invitations',
      'agents',
      'workspaces',
      'install_tokens',
      'installations',
      'policies',
      'tasks',
      'tickets',
      'images',
      'image_scans',
      'image_reports',
      'exports',
      'disputes',
    ] as const
  ).map((table) => refers(table, 'organization_id', 'organizations')),
  refers('api_keys', 'created_by_key', 'api_keys'),
  refers('api_keys', 'workspace_id', 'workspaces', ({ revoked_at }) => revoked_at === null),
  // A row about a person has an e-mail address instead.
  refers('credential_uses', 'credential', 'api_keys', ({ credential }) => isKeyId(credential)),
  refers('published_heads', 'chain', 'audit_heads'),
  refers('install_tokens', 'workspace_id', 'workspaces'),
  refers('install_tokens', 'agent_id', 'agents'),
  refers('install_tokens', 'installation_id', 'installations'),
  refers('installations', 'workspace_id', 'workspaces', isOperativeRow),
  refers('installations', 'agent_id', 'agents'),
  refers('installations', 'agent_organization_id', 'organizations'),
  refers('runtime_tokens', 'installation_id', 'installations'),
  refers('commands', 'installation_id', 'installations'),
  refers('policies', 'workspace_id', 'workspaces'),
  refers('policies', 'signing_key_id', 'signing_keys'),
  refers('tasks', 'agent_id', 'agents'),
  refers('agent_terms', 'svc_id', 'agents'),
  refers('fleet_hours', 'organization_id', 'organizations'),
  refers('reputation_days', 'svc_id', 'agents'),
  refers('reputation_days', 'organization_id', 'organizations'),
  refers('reputation_shares', 'svc_id', 'agents'),
  refers('reputation_shares', 'organization_id', 'organizations'),
  refers('reputation_shares', 'rater_id', 'organizations'),
  refers('disputes', 'respondent_id', 'organizations'),
  refers('disputes', 'svc_id', 'agents'),
  refers('images', 'last_scan_id', 'image_scans'),
  refers('image_reports', 'scan_id', 'image_scans'),
  refers('audit_log', 'chain', 'audit_heads'),
  refers('audit_checkpoints', 'chain', 'audit_heads'),
  refers('audit_checkpoints', 'signing_key_id', 'signing_keys'),
  refers('audit_heads', 'chain', 'organizations', ({ chain }) => chain !== 'platform'),
]

/** Fields that look like references but are not, or whose target may have been deleted. */
export const UNCHECKED_FIELDS: readonly string[] = [
  // Historical records remain after the objects that they refer to are deleted.
  'audit_log.organization_id',
  'audit_log.workspace_id',
  'audit_log.request_id',
  'tasks.workspace_id',
  'tickets.workspace_id',
  'tickets.key_id',
  'tickets.request_id',
  'exports.workspace_id',
  'exports.request_id',
  'tasks.trace_id',
  // The requester may be an organization, a member, an agent or any other name.
  'tasks.requester_id',
  // The organization that opens a dispute states the task, which need not exist.
  'disputes.task_id',
  // A workspace is deleted with its install tokens, while its installations, which have ended, remain.
  'installations.install_token_id',
  // These are a workspace, or an organization if the request names no workspace, and the agent of a trust request, which need not be
  // registered.
  'nonces.workspace_id',
  'nonces.svc_id',
  // Master keys are never in the store.
  'pin_challenges.master_key_id',
  // In a store of an earlier version, the row of agent_ids is not created until a registration of the identifier changes.
  'agents.svc_id',
]

/** Checks that every row to which another row refers exists. */
export const references: Check = {
  name: 'references',
  says: 'every row that another row names exists',
  async *run({ snapshot }) {
    for (const [table, tableReferences] of Map.groupBy(REFERENCES, ({ from }) => from)) {
      for await (const rows of snapshot.rows(table))
        yield* findOrphans(rows, tableReferences, snapshot.tx)
    }
  },
}

async function* findOrphans(
  rows: readonly StoredRow[],
  tableReferences: readonly Reference[],
  tx: ReadTx,
): AsyncGenerator<string> {
  for (const reference of tableReferences) yield* findOrphansOf(reference, rows, tx)
}

async function* findOrphansOf(
  { from, field, to, by, when }: Reference,
  rows: readonly StoredRow[],
  tx: ReadTx,
): AsyncGenerator<string> {
  const referring = rows.filter((row) => row[field] !== null && (when?.(row) ?? true))
  const existing = await countByValue(tx, to, by, [...new Set(referring.map((row) => row[field]))])
  for (const row of referring)
    if (!existing.has(row[field]))
      yield `${nameOf(from, row)}: its ${field} ${String(row[field])} is not in ${to}`
}

/** Returns the name of a row for a report. It contains no hashes of credentials. */
export function nameOf(table: TableName, row: StoredRow): string {
  const key = TABLES[table].key
    .filter((field) => field !== 'hash')
    .map((field) => String(row[field]))
  return [table, ...key].join(' ')
}
