import { sql } from 'kysely'
import { setTimeout as delay } from 'node:timers/promises'
import {
  addTables,
  createIndex,
  dropIndex,
  INDEXES,
  missingFrom,
  UNUSED,
  type ColumnTypes,
  type Db,
  type Missing,
} from '../schema.ts'

/** Text is compared byte by byte, as everywhere else, whatever language the database was made for. */
const TYPES: ColumnTypes = {
  text: sql`text collate "C"`,
  integer: sql`bigint`,
  boolean: sql`smallint`,
  json: 'text',
}
/** Names the lock that whoever changes the tables must hold. */
const LOCK = 0x5e61574e
const LOCK_RETRY_MS = 100

/**
 * Brings the database to the tables this version knows; where nothing is missing a look is all. Several processes may start at once: one of
 * them does it, under an advisory lock, and the others find it done. Each change is one version in `schema_versions`. Tables are only ever
 * added to, so processes of the previous version go on working.
 * @param db a connection that nobody else uses: the lock belongs to it
 */
export async function migrate(db: Db): Promise<void> {
  if (isWhole(await look(db))) return
  // Asked for again and again, because who waits inside the server would keep an index from being finished.
  while (!(await tryLock(db))) await delay(LOCK_RETRY_MS)
  try {
    await expand(db, await look(db))
  } finally {
    await sql`select pg_advisory_unlock(${LOCK})`.execute(db)
  }
}

/** What is there: what is missing, and indexes by name; one that a process left unfinished is of no use. */
interface Found {
  readonly missing: Missing
  readonly indexes: ReadonlyMap<string, 'whole' | 'unfinished'>
}

const isWhole = ({ missing: { tables, columns }, indexes }: Found): boolean =>
  tables.length + columns.length === 0 &&
  INDEXES.every(({ name }) => indexes.get(name) === 'whole') &&
  !UNUSED.some((name) => indexes.has(name))

/** Kysely's own introspection asks for the sequence of each column, too, which takes ten times as long. */
async function look(db: Db): Promise<Found> {
  const columns = await sql<{ table: string; name: string }>`
    select relname as table, attname as name from pg_attribute join pg_class on pg_class.oid = attrelid join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = current_schema() and relkind in ('r', 'p') and attnum > 0 and not attisdropped`.execute(
    db,
  )
  const indexes = await sql<{ name: string; valid: boolean }>`
    select relname as name, indisvalid as valid from pg_index join pg_class on pg_class.oid = indexrelid
    join pg_namespace on pg_namespace.oid = relnamespace where nspname = current_schema()`.execute(
    db,
  )
  const present = Map.groupBy(columns.rows, ({ table }) => table)
  return {
    missing: missingFrom(
      new Map([...present].map(([table, rows]) => [table, rows.map(({ name }) => name)])),
    ),
    indexes: new Map(indexes.rows.map(({ name, valid }) => [name, valid ? 'whole' : 'unfinished'])),
  }
}

async function tryLock(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    taken: boolean
  }>`select pg_try_advisory_lock(${LOCK}) as taken`.execute(db)
  return rows[0]!.taken
}

async function expand(db: Db, { missing, indexes }: Found): Promise<void> {
  const isNew = (table: string) => missing.tables.includes(table)
  await db.transaction().execute(async (tx) => {
    await addTables(tx, TYPES, missing)
    for (const index of INDEXES.filter(({ table }) => isNew(table))) await createIndex(tx, index)
    if (missing.tables.length + missing.columns.length > 0) await note(tx, missing)
  })
  // Building an index must not keep anybody from writing to a table that is in use.
  for (const index of INDEXES.filter(
    ({ table, name }) => !isNew(table) && indexes.get(name) !== 'whole',
  )) {
    if (indexes.has(index.name)) await sql`drop index ${sql.ref(index.name)}`.execute(db)
    await createIndex(db, index, 'concurrently')
  }
  for (const name of UNUSED.filter((one) => indexes.has(one)))
    await dropIndex(db, name, 'concurrently')
}

async function note(db: Db, { tables, columns }: Missing): Promise<void> {
  await sql`create table if not exists schema_versions (version bigint primary key, applied_at timestamptz not null default now(), changes text not null)`.execute(
    db,
  )
  const changes = [
    ...tables,
    ...columns.flatMap(({ table, fields }) => fields.map((field) => `${table}.${field}`)),
  ].join(' ')
  await sql`insert into schema_versions (version, changes) select coalesce(max(version), 0) + 1, ${changes} from schema_versions`.execute(
    db,
  )
}
