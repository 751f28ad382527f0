import { sql, type Kysely, type RawBuilder } from 'kysely'
import { TABLE_NAMES, TABLES, type Column, type TableShape } from '../tables.ts'

export type Db = Kysely<Record<string, Record<string, unknown>>>
/** What a kind of column is called in a database. */
export type ColumnTypes = Readonly<Record<Column, 'text' | 'integer' | RawBuilder<unknown>>>

/** What a database lacks of the tables of this version. */
export interface Missing {
  readonly tables: readonly string[]
  readonly columns: readonly { readonly table: string; readonly fields: readonly string[] }[]
}

/**
 * Brings the database to the tables this version knows: creates what is missing and never drops or rewrites what is kept,
 * so that the previous version can still read what this one wrote (expand only).
 */
export async function expandSchema(db: Db, types: ColumnTypes): Promise<void> {
  await addTables(db, types, missingFrom(await presentIn(db)))
  for (const { name, table, fields } of INDEXES) await createIndex(db, { name, table, fields })
  for (const name of UNUSED) await dropIndex(db, name)
}

/** Columns by their table. */
export type Present = ReadonlyMap<string, readonly string[]>

/** The tables of a schema, of all schemas where there is only one. */
export async function presentIn(db: Db, schema?: string): Promise<Present> {
  const found = (await db.introspection.getTables()).filter(
    (table) => schema === undefined || table.schema === schema,
  )
  return new Map(found.map((table) => [table.name, table.columns.map(({ name }) => name)]))
}

/** Compares what is there with the tables that this version knows. */
export function missingFrom(present: Present): Missing {
  const known = TABLE_NAMES.filter((name) => present.has(name))
  const columns = known.map((table) => ({
    table,
    fields: Object.keys(TABLES[table].columns).filter(
      (field) => !present.get(table)!.includes(field),
    ),
  }))
  return {
    tables: TABLE_NAMES.filter((name) => !present.has(name)),
    columns: columns.filter(({ fields }) => fields.length > 0),
  }
}

/** Adds missing tables, without their indexes, and missing columns. */
export async function addTables(
  db: Db,
  types: ColumnTypes,
  { tables, columns }: Missing,
): Promise<void> {
  for (const name of tables) await createTable(db, types, name, shapeOf(name))
  for (const { table, fields } of columns)
    for (const field of fields) await addColumn(db, types, table, field)
}

/** PostgreSQL cuts longer names off. */
const NAME_MOST = 63
export interface IndexOfTable {
  readonly name: string
  readonly table: string
  readonly fields: readonly string[]
}
const indexesOf = (table: string, { indexes, key }: TableShape): readonly IndexOfTable[] =>
  indexes
    .map(({ eq, order }) => [...eq, ...order])
    // The key has an index of its own.
    .filter((fields) => fields.join() !== key.join())
    .map((fields) => ({
      name: `${table}_by_${fields.join('_')}`.slice(0, NAME_MOST),
      table,
      fields,
    }))

/** Every index of this version. */
export const INDEXES: readonly IndexOfTable[] = TABLE_NAMES.flatMap((name) =>
  indexesOf(name, TABLES[name]),
)

/** Indexes of earlier versions by fields that every heartbeat moves: each was written with every heartbeat. An earlier version makes them again. */
export const UNUSED: readonly string[] = [
  'installations_by_organization_id_last_seen_at',
  'installations_by_workspace_id_agent_id_last_seen_at',
  'installations_by_agent_id_last_seen_at',
  'installations_by_health_lease_expires_at',
]

/** @param how words of the database after `drop index` */
export async function dropIndex(db: Db, name: string, how = ''): Promise<void> {
  await sql`drop index ${sql.raw(how)} if exists ${sql.ref(name)}`.execute(db)
}

/** @param how words of the database after `create index`: how it is to go about it */
export async function createIndex(
  db: Db,
  { name, table, fields }: IndexOfTable,
  how = '',
): Promise<void> {
  await sql`create index ${sql.raw(how)} if not exists ${sql.ref(name)} on ${sql.table(table)} (${sql.join(fields.map((field) => sql.ref(field)))})`.execute(
    db,
  )
}

/** What rows hold that are older than the column. */
const EMPTY: Readonly<Record<Column, unknown>> = {
  text: null,
  integer: null,
  boolean: 0,
  json: 'null',
}
const shapeOf = (name: string): TableShape => TABLES[name as keyof typeof TABLES]

async function createTable(
  db: Db,
  types: ColumnTypes,
  name: string,
  shape: TableShape,
): Promise<void> {
  let table = db.schema.createTable(name)
  for (const [field, column] of Object.entries(shape.columns))
    table = table.addColumn(field, types[column])
  await table.addPrimaryKeyConstraint(`${name}_key`, [...shape.key] as never).execute()
}

async function addColumn(db: Db, types: ColumnTypes, name: string, field: string): Promise<void> {
  const column = shapeOf(name).columns[field]!
  await db.schema
    .alterTable(name)
    .addColumn(field, types[column], (definition) => definition.defaultTo(EMPTY[column]))
    .execute()
}
