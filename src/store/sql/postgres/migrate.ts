import { sql } from 'kysely'
import { setTimeout as delay } from 'node:timers/promises'
import { addTables, createIndex, dropIndex, INDEXES, missingIn, UNUSED, type ColumnTypes, type Db } from '../schema.ts'

/** Text is compared byte by byte, as everywhere else, whatever language the database was made for. */
const TYPES: ColumnTypes = { text: sql`text collate "C"`, integer: sql`bigint`, boolean: sql`smallint`, json: 'text' }
/** Names the lock that whoever changes the tables must hold. */
const LOCK = 0x5e61574e
const LOCK_RETRY_MS = 100

/**
 * Brings the database to the tables this version knows. Several processes may start at once: one of them does it, under an advisory
 * lock, and the others find it done. Each change is one version in `schema_versions`. Tables are only ever added to, so processes of
 * the previous version go on working.
 * @param db a connection that nobody else uses: the lock belongs to it
 */
export async function migrate(db: Db): Promise<void> {
  // Asked for again and again, because who waits inside the server would keep an index from being finished.
  while (!(await tryLock(db))) await delay(LOCK_RETRY_MS)
  try {
    await expand(db)
  } finally {
    await sql`select pg_advisory_unlock(${LOCK})`.execute(db)
  }
}

async function tryLock(db: Db): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${LOCK}) as taken`.execute(db)
  return rows[0]!.taken
}

async function expand(db: Db): Promise<void> {
  const schema = (await sql<{ name: string }>`select current_schema() as name`.execute(db)).rows[0]!.name
  const missing = await missingIn(db, schema)
  const isNew = (table: string) => missing.tables.includes(table)
  await db.transaction().execute(async (tx) => {
    await addTables(tx, TYPES, missing)
    for (const index of INDEXES.filter(({ table }) => isNew(table))) await createIndex(tx, index)
    if (missing.tables.length + missing.columns.length > 0) await note(tx, missing)
  })
  // Building an index must not keep anybody from writing to a table that is in use.
  const present = await indexesIn(db, schema)
  for (const index of INDEXES.filter(({ table, name }) => !isNew(table) && present.get(name) !== 'whole')) {
    if (present.has(index.name)) await sql`drop index ${sql.ref(index.name)}`.execute(db)
    await createIndex(db, index, 'concurrently')
  }
  for (const name of UNUSED.filter((one) => present.has(one))) await dropIndex(db, name, 'concurrently')
}

async function note(db: Db, { tables, columns }: Awaited<ReturnType<typeof missingIn>>): Promise<void> {
  await sql`create table if not exists schema_versions (version bigint primary key, applied_at timestamptz not null default now(), changes text not null)`.execute(db)
  const changes = [...tables, ...columns.flatMap(({ table, fields }) => fields.map((field) => `${table}.${field}`))].join(' ')
  await sql`insert into schema_versions (version, changes) select coalesce(max(version), 0) + 1, ${changes} from schema_versions`.execute(db)
}

/** Indexes by name; one that a process left unfinished is of no use. */
async function indexesIn(db: Db, schema: string): Promise<Map<string, 'whole' | 'unfinished'>> {
  const { rows } = await sql<{ name: string; valid: boolean }>`
    select relname as name, indisvalid as valid from pg_index join pg_class on pg_class.oid = indexrelid
    join pg_namespace on pg_namespace.oid = relnamespace where nspname = ${schema}`.execute(db)
  return new Map(rows.map(({ name, valid }) => [name, valid ? 'whole' : 'unfinished']))
}
