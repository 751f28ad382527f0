import { sql } from 'kysely'
import { setTimeout as delay } from 'node:timers/promises'
import type { TableName } from '../../tables.ts'
import {
  addTables,
  createIndex,
  dropIndex,
  INDEXES,
  findMissing,
  OBSOLETE_INDEXES,
  type ColumnTypes,
  type Db,
  type MissingSchema,
} from '../schema.ts'

/** Text is compared byte by byte, as in the other stores, regardless of the database's locale. */
const TYPES: ColumnTypes = {
  text: sql`text collate "C"`,
  integer: sql`bigint`,
  boolean: sql`smallint`,
  json: 'text',
}
/** The key of the advisory lock that a process must hold to change the schema. */
const LOCK = 0x5e61574e
const LOCK_RETRY_MS = 100
const NEEDS_SESSION =
  'its schema has to be migrated, which is not possible through PgBouncer; first run svc-registry migrate with the address of the server itself'

/**
 * Creates the tables, columns and indexes of this version that are missing, renames columns, and drops obsolete indexes. Several processes
 * may start at once: one of them makes the changes under an advisory lock, and the others have nothing left to do. Each migration that adds
 * tables or columns, or renames columns, is recorded as one version in `schema_versions`. If the schema only grows, processes of the
 * previous version continue to work; if a column is renamed, they have to be stopped first.
 * @param db a connection that nothing else uses, because the lock belongs to it
 * @throws Error if the schema has to be changed and the connection has no session of its own
 */
export async function migrate(db: Db, { isPooled }: { isPooled: boolean }): Promise<void> {
  if (isComplete(await inspect(db))) return
  if (isPooled) throw new Error(NEEDS_SESSION)
  // The lock is polled, because a session that waits for it on the server would prevent a concurrent index build from completing.
  while (!(await tryLock(db))) await delay(LOCK_RETRY_MS)
  try {
    await expand(db, await inspect(db))
  } finally {
    await sql`select pg_advisory_unlock(${LOCK})`.execute(db)
  }
}

/** The state of a schema. An index is unfinished if the process that built it was interrupted. PostgreSQL does not use such an index. */
interface SchemaState {
  readonly missing: MissingSchema
  readonly indexes: ReadonlyMap<string, 'complete' | 'unfinished'>
}

const isComplete = ({ missing: { tables, columns, renamed }, indexes }: SchemaState): boolean =>
  tables.length + columns.length + renamed.length === 0 &&
  INDEXES.every(({ name }) => indexes.get(name) === 'complete') &&
  !OBSOLETE_INDEXES.some((name) => indexes.has(name))

/** Reads the state of the schema. Kysely's introspection takes ten times as long, because it also reads the sequence of each column. */
async function inspect(db: Db): Promise<SchemaState> {
  const columns = await sql<{ table: string; name: string }>`
    select relname as table, attname as name from pg_attribute join pg_class on pg_class.oid = attrelid join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = current_schema() and relkind in ('r', 'p') and attnum > 0 and not attisdropped`.execute(
    db,
  )
  const indexes = await readIndexes(db)
  const present = Map.groupBy(columns.rows, ({ table }) => table)
  return {
    missing: findMissing(
      new Map([...present].map(([table, rows]) => [table, rows.map(({ name }) => name)])),
    ),
    indexes: new Map(indexes.map(({ name, valid }) => [name, valid ? 'complete' : 'unfinished'])),
  }
}

/** Returns the indexes of the current schema. An unfinished index is not valid. */
export async function readIndexes(
  db: Db,
): Promise<readonly { readonly name: string; readonly valid: boolean }[]> {
  const { rows } = await sql<{ name: string; valid: boolean }>`
    select relname as name, indisvalid as valid from pg_index join pg_class on pg_class.oid = indexrelid
    join pg_namespace on pg_namespace.oid = relnamespace where nspname = current_schema()`.execute(
    db,
  )
  return rows
}

async function tryLock(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    taken: boolean
  }>`select pg_try_advisory_lock(${LOCK}) as taken`.execute(db)
  return rows[0]!.taken
}

async function expand(db: Db, { missing, indexes }: SchemaState): Promise<void> {
  const isNew = (table: TableName) => missing.tables.includes(table)
  await db.transaction().execute(async (tx) => {
    await addTables(tx, TYPES, missing)
    for (const index of INDEXES.filter(({ table }) => isNew(table))) await createIndex(tx, index)
    if (missing.tables.length + missing.columns.length + missing.renamed.length > 0)
      await recordVersion(tx, missing)
  })
  // Indexes of tables that are in use are built concurrently, so that they do not block writes.
  for (const index of INDEXES.filter(
    ({ table, name }) => !isNew(table) && indexes.get(name) !== 'complete',
  )) {
    if (indexes.has(index.name)) await sql`drop index ${sql.ref(index.name)}`.execute(db)
    await createIndex(db, index, 'concurrently')
  }
  for (const name of OBSOLETE_INDEXES.filter((candidate) => indexes.has(candidate)))
    await dropIndex(db, name, 'concurrently')
}

async function recordVersion(db: Db, { tables, columns, renamed }: MissingSchema): Promise<void> {
  await sql`create table if not exists schema_versions (version bigint primary key, applied_at timestamptz not null default now(), changes text not null)`.execute(
    db,
  )
  const changes = [
    ...tables,
    ...columns.flatMap(({ table, fields }) => fields.map((field) => `${table}.${field}`)),
    ...renamed.map(({ table, to }) => `${table}.${to}`),
  ].join(' ')
  await sql`insert into schema_versions (version, changes) select coalesce(max(version), 0) + 1, ${changes} from schema_versions`.execute(
    db,
  )
}
