/**
 * The size of one record of each kind in a database, with its share of the indexes: a fleet is created through the store's own
 * transactions, and the size of the database is measured. Prints one JSON line; `ratio` is an installation in PostgreSQL over one in
 * SQLite.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { masterKey } from '../src/domain/secrets.ts'
import { iso } from '../src/domain/time.ts'
import { hashToken } from '../src/domain/tokens.ts'
import type { CallContext } from '../src/store/context.ts'
import { openDatabase } from '../src/store/open.ts'
import { createStore, type Store } from '../src/store/store.ts'
import { runStatement } from '../test/postgres/server.ts'
import { report, round } from './kit/figures.ts'
import { benchFolder, benchServer } from './kit/resources.ts'

/** Bytes of one row, with its share of the indexes, by table. */
export interface Sizes {
  readonly agent: number
  readonly installation: number
  readonly install_token: number
  readonly runtime_token: number
  readonly audit_record: number
}

const ROWS = 1000
/** Number of concurrent callers; few, because installations in one workspace wait for one another. */
const CONCURRENCY = 4
/** Tables whose rows are measured. */
const TABLES = {
  agent: 'agents',
  installation: 'installations',
  install_token: 'install_tokens',
  runtime_token: 'runtime_tokens',
  audit_record: 'audit_log',
} as const

const context = (): CallContext => ({
  now: iso(Date.now()),
  actor: { type: 'api_key', id: `key_${randomUUID()}`, ip: '203.0.113.7' },
  request_id: randomBytes(12).toString('base64url'),
  user_agent: 'svc-agent',
  random: randomBytes,
})

/** Typical details of an agent. */
const DETAILS = {
  description:
    'Reads invoices as PDF or plain text and returns supplier, date, total and line items as structured data.',
  publisher: 'Acme Invoices Ltd',
  category: 'productivity',
  llm_provider: 'anthropic',
  capabilities: ['extract_invoice', 'summarize_text', 'redact_personal_data'],
  url: 'https://agents.example.com/invoice-reader',
  permissions: { network: ['api.example.com'], filesystem: [], api: ['invoices:read'] },
}

async function fill(store: Store): Promise<void> {
  const signer = await store.loadSigner(context(), { master_keys: [masterKey(randomBytes(32))] })
  const { organization_id } = await store.createOrganization(context(), {
    name: 'Size',
    plan: 'enterprise',
  })
  const reach = { organizations: [organization_id], workspace_id: null }
  const made = await store.createWorkspace(context(), {
    reach,
    organization_id,
    name: 'Main',
    signer,
  })
  if (made.kind !== 'created') throw new Error(made.kind)
  const { workspace_id } = made.workspace
  const install = async (): Promise<void> => {
    const svc_id = randomBytes(32).toString('hex')
    const key = randomBytes(32).toString('base64')
    await store.registerAgent(context(), {
      svc_id,
      name: 'Invoice reader',
      version: '1.4.2',
      public_key: key,
      manifest_hash: randomBytes(32).toString('hex'),
      key_sound: true,
      proven: true,
      private: false,
      details: DETAILS,
      organization_id,
    })
    const token = await store.createInstallToken(context(), {
      reach,
      workspace_id,
      agent_id: svc_id,
      expiry_minutes: 1440,
    })
    if (token.kind !== 'created') throw new Error(token.kind)
    const details = {
      upstream_url: 'https://agents.example.com/a2a/tasks',
      capabilities: DETAILS.capabilities,
      heartbeat_interval_seconds: 60,
    }
    const first = await store.bootstrapInstallation(context(), {
      token_hash: hashToken(token.token),
      body_hash: randomBytes(32).toString('hex'),
      details,
    })
    if (first.kind !== 'first') throw new Error(first.kind)
    const { installation_id } = first.installation
    const heartbeat = {
      status: 'running',
      heartbeat_interval_seconds: 60,
      health_payload: { uptime_seconds: 86_400, tasks_in_flight: 2, memory_mb: 212 },
    }
    const renewed = await store.renewLease(context(), {
      installation_id,
      token_hash: hashToken(first.issued.runtime_token),
      heartbeat,
      jitter: 0.5,
    })
    if (renewed.kind !== 'renewed') throw new Error(renewed.kind)
  }
  for (let done = 0; done < ROWS; done += CONCURRENCY)
    await Promise.all(Array.from({ length: CONCURRENCY }, install))
}

/** The bytes and the rows of each table. */
type Measured = Readonly<Record<string, { readonly bytes: number; readonly rows: number }>>

const sizesOf = (measured: Measured): Sizes =>
  Object.fromEntries(
    Object.entries(TABLES).map(([name, table]) => [
      name,
      Math.round(measured[table]!.bytes / measured[table]!.rows),
    ]),
  ) as never

async function inSqlite(): Promise<Sizes> {
  const path = join(benchFolder(), 'registry.db')
  const store = createStore(await openDatabase(`sqlite:${path}`))
  await fill(store)
  await store.close()
  const database = new DatabaseSync(path, { readOnly: true })
  const measured = Object.fromEntries(
    Object.values(TABLES).map((table) => {
      // An index has its own pages; dbstat names it, and the schema names its table.
      const { bytes } = database
        .prepare(
          'select sum(pgsize) as bytes from dbstat where name in (select name from sqlite_schema where tbl_name = ?)',
        )
        .get(table) as { bytes: number }
      const { rows } = database.prepare(`select count(*) as rows from ${table}`).get() as {
        rows: number
      }
      return [table, { bytes, rows }]
    }),
  )
  database.close()
  return sizesOf(measured)
}

async function inPostgres(): Promise<Sizes> {
  // A server that is not durable does not vacuum, so dead versions of rows count as well.
  const server = await benchServer({ durable: false })
  await runStatement(server.address('postgres'), 'create database size')
  const address = server.address('size')
  const store = createStore(await openDatabase(address, { connections: 16, wait_ms: 60_000 }))
  await fill(store)
  await store.close()
  const measured: Record<string, { bytes: number; rows: number }> = {}
  for (const table of Object.values(TABLES)) {
    const [row] = await runStatement(
      address,
      `select pg_total_relation_size('${table}') as bytes, (select count(*) from ${table}) as rows`,
    )
    measured[table] = { bytes: Number(row!['bytes']), rows: Number(row!['rows']) }
  }
  await server.remove()
  return sizesOf(measured)
}

/** Measures both stores. */
export async function measureSizes(): Promise<{
  readonly sqlite: Sizes
  readonly postgres: Sizes
}> {
  return { sqlite: await inSqlite(), postgres: await inPostgres() }
}

if (import.meta.main) {
  const sizes = await measureSizes()
  report({
    bench: 'size',
    ratio: round(sizes.postgres.installation / sizes.sqlite.installation),
    rows: ROWS,
    bytes: sizes,
  })
}
