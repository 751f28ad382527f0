import { Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import { RowExists, StoreRefused } from '../../database.ts'
import { BATCH, RESTORE, type Loader, type Snapshot } from '../../snapshot.ts'
import { shapeOf, TABLE_NAMES, type StoredRow, type TableName } from '../../tables.ts'
import { INDEXES, indexStatement, type Db } from '../schema.ts'
import { orderOfKey, schemaDifferences, selection } from '../schema-facts.ts'
import { packerOf, sqlTables, unpackerOf, type Execute } from '../table.ts'
import { withoutPassword } from './address.ts'
import { ARRAYS } from './lists.ts'
import { readIndexes } from './migrate.ts'
import { isDuplicate, packText } from './statement.ts'
import { openPool, reasonOf } from './pool.ts'

const TYPES = { text: 'text', integer: 'int8', boolean: 'int2', json: 'text' } as const
/** No request waits for these statements, so they have no time limits. */
const WITHOUT_TIMEOUTS = { connections: 2, wait_ms: 10_000, no_timeouts: true }

/**
 * Opens one committed state of a PostgreSQL store. The server retains old versions of rows for it, so it does not block writers.
 * @throws StoreRefused if no connection to the server can be made
 */
export async function openPostgresSnapshot(address: string): Promise<Snapshot> {
  const { close, client, db } = await connect(address)
  const schema = await orClose(close, async () => {
    await client.query('begin isolation level repeatable read read only')
    return readSchemaDifferences(db)
  })
  const execute: Execute = async ({ text, values }) =>
    (await client.query<Record<string, unknown>>(text, values.map(bindable))).rows
  return {
    schema,
    async *rows(table) {
      if (schema.missingTables.includes(table)) return
      const unpack = unpackerOf(table, shapeOf(table))
      const select = `select ${selection(table, schema)} from "${table}"`
      const limit = await rowsPerBatch(client, table, select)
      await client.query(
        `declare rows_of_${table} no scroll cursor for ${select} order by ${orderOfKey(table)}`,
      )
      for (;;) {
        const { rows } = await client.query<Record<string, unknown>>(
          `fetch ${limit} from rows_of_${table}`,
        )
        if (rows.length > 0) yield rows.map(unpack)
        if (rows.length < limit) break
      }
      await client.query(`close rows_of_${table}`)
    },
    tx: sqlTables(db, execute),
    damage: async () => [],
    close,
  }
}

/**
 * Returns how many rows are fetched at a time. The driver receives them all at once, so even the largest ones together may not exceed a
 * batch. The server finds the largest row without reading values that it stores outside of the rows.
 */
async function rowsPerBatch(
  client: pg.PoolClient,
  table: TableName,
  select: string,
): Promise<number> {
  const lengths = Object.entries(shapeOf(table).columns)
    .filter(([, column]) => column === 'text' || column === 'json')
    .map(([field]) => `coalesce(octet_length("${field}"), 0)`)
  const { rows } = await client.query<{ largest: string | null }>(
    `select max(${['0', ...lengths].join(' + ')})::text as largest from (${select}) as packed`,
  )
  const largest = Math.max(1, Number(rows[0]?.largest ?? 0))
  return Math.min(BATCH.rows, Math.max(1, Math.floor(BATCH.length / largest)))
}

/**
 * Returns a loader that fills an empty PostgreSQL store in one transaction, which locks all its tables. Indexes are created after the last
 * row.
 * @throws StoreRefused
 */
export async function loadPostgres(address: string): Promise<Loader> {
  const { close, client, db } = await connect(address)
  await orClose(close, async () => {
    await client.query('begin')
    await client.query(
      `lock table ${TABLE_NAMES.map((name) => `"${name}"`).join(', ')} in access exclusive mode`,
    )
    const { rowCount } = await client.query('select 1 from organizations limit 1')
    if (rowCount !== 0)
      throw new StoreRefused(
        `The PostgreSQL store ${withoutPassword(address)} is no longer empty, because another process has begun to use it. Restore into a new database.`,
      )
    for (const { name } of INDEXES) await client.query(`drop index if exists "${name}"`)
    await client.query('delete from platform_facts where name = $1', [RESTORE])
  })
  return {
    async add(table, rows) {
      const { text, values } = insertOf(table, rows)
      await client.query(text, values).catch((cause: unknown) => {
        throw isDuplicate(cause) ? new RowExists() : cause
      })
    },
    async commit() {
      for (const index of INDEXES) await client.query(indexStatement(index).compile(db).sql)
      await client.query('commit')
      await close()
    },
    async abandon() {
      await client.query('rollback').catch(() => undefined)
      await close()
    },
  }
}

function insertOf(
  table: TableName,
  rows: readonly StoredRow[],
): { text: string; values: unknown[][] } {
  const shape = shapeOf(table)
  const fields = Object.entries(shape.columns)
  const packed = rows.map(packerOf(shape))
  return {
    text: `insert into "${table}" (${fields.map(([field]) => `"${field}"`).join(', ')}) select * from unnest(${fields.map(([, column], index) => `$${index + 1}::${ARRAYS[column]}`).join(', ')})`,
    values: fields.map((_, index) => packed.map((row) => bindable(row[index]))),
  }
}

const bindable = (value: unknown): unknown => (typeof value === 'string' ? packText(value) : value)

interface Connection {
  readonly client: pg.PoolClient
  readonly db: Db
  /** Closes the client's connection, which ends its transaction, and the pool. */
  close(): Promise<void>
}

async function connect(address: string): Promise<Connection> {
  const { source, close, acquire } = openPool(address, WITHOUT_TIMEOUTS)
  try {
    const client = await acquire()
    return {
      client,
      db: new Kysely({ dialect: new PostgresDialect({ pool: source }) }),
      async close() {
        client.release(true)
        await close()
      },
    }
  } catch (cause) {
    await close()
    throw new StoreRefused(
      `The PostgreSQL store ${withoutPassword(address)} cannot be opened: ${reasonOf((cause as Error).cause ?? cause)}.`,
    )
  }
}

/** Begins to use a connection, and closes it if that fails, so that nothing on the server waits for it. */
async function orClose<Result>(
  close: () => Promise<void>,
  begin: () => Promise<Result>,
): Promise<Result> {
  try {
    return await begin()
  } catch (cause) {
    await close()
    throw cause
  }
}

async function readSchemaDifferences(db: Db) {
  const [current] = (await sql<{ name: string }>`select current_schema() as name`.execute(db)).rows
  const indexes = await readIndexes(db)
  const ownedTables = await ownTables(db, current!.name)
  return schemaDifferences({
    db,
    schema: current!.name,
    types: TYPES,
    indexes: indexes.filter(({ valid }) => valid).map(({ name }) => name),
    isOurs: (table) => ownedTables.has(table),
  })
}

/**
 * Returns the tables and columns that this program has created, as `schema_versions` lists them. The database may also contain tables of
 * other programs.
 */
async function ownTables(db: Db, schema: string): Promise<ReadonlySet<string>> {
  const found =
    await sql`select 1 from pg_tables where schemaname = ${schema} and tablename = 'schema_versions'`.execute(
      db,
    )
  if (found.rows.length === 0) return new Set()
  const { rows } = await sql<{ changes: string }>`select changes from schema_versions`.execute(db)
  return new Set(rows.flatMap(({ changes }) => changes.split(' ')))
}
