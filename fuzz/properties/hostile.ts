import fc from 'fast-check'
import { bearer, send, apiKey } from '../../test/http/client.ts'
import type { TableName } from '../../src/store/tables.ts'
import { newTenant, type Tenant } from '../../test/http/requests.ts'
import type { Operation } from './contract.ts'
import type { Target } from './operations.ts'
import { expectNone, property, type Property } from './property.ts'
import { validRequests, withOnlyCredential, type GeneratedRequest } from './requests.ts'
import type { World } from './world.ts'

/** A request from the attacker that may name resources of the victim. */
interface Attack {
  readonly id: string
  readonly drawn: GeneratedRequest
  readonly names: 'victim' | 'attacker'
  readonly credential: 'key' | 'session' | 'installation' | 'none'
}

type Row = Readonly<Record<string, unknown>>
/** Columns of a tenant's rows that other tenants may change, for example through tasks and disputes. */
const COLUMNS_OTHERS_CHANGE: Readonly<Record<string, readonly string[]>> = {
  agents: [
    'reputation',
    'score',
    'score_changes_at',
    'disputes_open',
    'last_seen_at',
    'updated_at',
    'name_key',
    'listed',
  ],
}
/**
 * Tables to which permitted requests from other tenants add rows: for example, a dispute is recorded in the audit logs of both
 * organizations. They may not change or remove any.
 */
const TABLES_OTHERS_EXTEND: ReadonlySet<TableName> = new Set(['audit_log', 'disputes'])
/** Tables whose rows permitted requests from other tenants also change or remove, such as the counters of tasks. */
const TABLES_OTHERS_CHANGE: ReadonlySet<TableName> = new Set([
  'audit_heads',
  'reputation_days',
  'reputation_shares',
  'counters',
  'rates',
  'outbox',
])

/**
 * Returns the property that a hostile tenant, which sends arbitrary requests with any of its credentials and the identifiers of a victim,
 * changes nothing that belongs to the victim, including the keys of its agents (docs/specification/trust.md#invariants).
 */
export function hostileProperties(world: World, { contract }: Target): readonly Property[] {
  const { platform } = world
  const operations = contract.operations.filter(({ id }) => !EXCLUDED.has(id))
  const attack: fc.Arbitrary<Attack> = fc.constantFrom(...operations).chain(
    (operation) =>
      fc.record({
        id: fc.constant(operation.id),
        drawn: validRequests(operation, fc.constant(true)),
        names: fc.constantFrom('victim', 'victim', 'attacker'),
        credential: fc.constantFrom('key', 'key', 'session', 'installation', 'none'),
      }) as fc.Arbitrary<Attack>,
  )

  const byId = new Map<string, Operation>(operations.map((operation) => [operation.id, operation]))
  let victim: Promise<Tenant> | undefined

  const untouched = property(
    "T-02, T-04: nothing that a hostile tenant sends changes another tenant's data or is attributed to its sender in that tenant's audit log",
    fc.array(attack, { minLength: 4, maxLength: 12, size: 'max' }),
    async (attacks) => {
      const [ours, theirs] = [await (victim ??= newTenant(platform)), await newTenant(platform)]
      const before = await rowsOf(ours)
      const score = await scoreOf(ours)
      const sent: string[] = []
      const request_ids: string[] = []
      for (const { id, drawn, names, credential } of attacks) {
        const request = world.requestFor(
          byId.get(id)!,
          drawn,
          names === 'victim' ? withSecretsOf(theirs, ours) : theirs,
        )
        const { status, headers } = await send(
          platform.server,
          withOnlyCredential(request, credentialOf(theirs, credential)),
        )
        request_ids.push(String(headers['x-request-id']))
        sent.push(`${id} (${names}, ${credential}) -> ${status}`)
      }
      const after = await rowsOf(ours)
      const scoreChange = Math.abs((await scoreOf(ours)) - score)
      expectNone(
        [
          ...changesOf(before, after),
          ...disclosuresIn(after, request_ids),
          ...(scoreChange > 10 ? [`T-07: the score moved by ${scoreChange}`] : []),
        ],
        sent.join('; '),
      )
    },
    0.3,
  )
  return [untouched]

  async function scoreOf({ ids, api }: Tenant): Promise<number> {
    const { body } = await api.get(`/trust/profile/${encodeURIComponent(`did:svc:${ids.agent}`)}`)
    return (body.reputation as { score: number }).score
  }
  async function rowsOf({ organization_id }: Tenant): Promise<ReadonlyMap<string, Row>> {
    const tables = Object.entries(await platform.rows())
    return new Map(
      tables
        .filter(([table]) => !TABLES_OTHERS_CHANGE.has(table as TableName))
        .flatMap(([table, rows]) =>
          rows
            .map((row) => JSON.parse(row) as Row)
            .filter(
              (row) =>
                row['organization_id'] === organization_id || row['chain'] === organization_id,
            )
            .map((row) => [`${table} ${identityOf(row)}`, comparableRow(table, row)] as const),
        ),
    )
  }
}

/** Operations that affect only the attacker: ending its own session would merely disable its later requests. */
const EXCLUDED: ReadonlySet<string> = new Set(['endAdminSession'])

function credentialOf(
  { api_key, session, installed }: Tenant,
  kind: Attack['credential'],
): Readonly<Record<string, string>> {
  switch (kind) {
    case 'key':
      return apiKey(api_key)
    case 'session':
      return bearer(session)
    case 'installation':
      return bearer(installed.runtime_token)
    case 'none':
      return {}
  }
}

/** Returns the victim's identifiers with the attacker's secrets, because an attacker may know every identifier but no secret. */
function withSecretsOf(attacker: Tenant, victim: Tenant): Tenant {
  const replacements = Object.entries(victim.replacements).map(([name, value]) => [
    name,
    SECRET.test(value) ? attacker.replacements[name]! : value,
  ])
  return { ...victim, replacements: Object.fromEntries(replacements) as Tenant['replacements'] }
}
/** Matches install tokens, refresh tokens and PINs. */
const SECRET = /^(skt_|srf_|\d{8}$)/

const KEYS = [
  'svc_id',
  'installation_id',
  'workspace_id',
  'key_id',
  'user_id',
  'token_id',
  'policy_id',
  'version',
  'task_id',
  'dispute_id',
  'export_id',
  'scan_id',
  'invitation_id',
  'id',
  'sequence',
  'day',
  'name',
  'email',
  'ref',
  'ticket_id',
  'command_id',
]
const identityOf = (row: Row): string => KEYS.map((key) => String(row[key] ?? '')).join('|')

/** Returns a row without the columns that other tenants may change. */
const comparableRow = (table: string, row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).filter(([name]) => !(COLUMNS_OTHERS_CHANGE[table] ?? []).includes(name)),
  )

function changesOf(
  before: ReadonlyMap<string, Row>,
  after: ReadonlyMap<string, Row>,
): readonly string[] {
  const tableOf = (key: string) => key.split(' ')[0] as TableName
  const gone = [...before.keys()].filter((key) => !after.has(key)).map((key) => `gone: ${key}`)
  const changed = [...before]
    .filter(
      ([key, row]) => after.has(key) && JSON.stringify(after.get(key)) !== JSON.stringify(row),
    )
    .map(([key, row]) => `changed: ${key}: ${differenceOf(row, after.get(key)!)}`)
  const added = [...after.keys()]
    .filter((key) => !before.has(key) && !TABLES_OTHERS_EXTEND.has(tableOf(key)))
    .map((key) => `added: ${key}`)
  return [...gone, ...changed, ...added]
}

/**
 * Returns the audit records that contain the id of one of these requests and so disclose who sent it. Records of anonymous requests,
 * such as those for a PIN, are permitted.
 */
const disclosuresIn = (
  rows: ReadonlyMap<string, Row>,
  request_ids: readonly string[],
): readonly string[] =>
  [...rows]
    .filter(
      ([key, { request_id, actor }]) =>
        key.startsWith('audit_log ') &&
        request_ids.includes(String(request_id)) &&
        (actor as { type: string }).type !== 'anonymous',
    )
    .map(([key, row]) => `discloses who acted: ${key}: ${JSON.stringify(row)}`)

const differenceOf = (before: Row, after: Row): string =>
  Object.keys({ ...before, ...after })
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => `${name} ${JSON.stringify(before[name])} -> ${JSON.stringify(after[name])}`)
    .join(', ')
    .slice(0, 400)
