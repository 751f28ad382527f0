import { sql, type CreateTableBuilder, type Kysely, type RawBuilder } from 'kysely'
import { TABLE_NAMES, TABLES, type Column, type TableShape } from '../tables.ts'
import { currentName, RENAMED_COLUMNS, type RenamedColumn } from '../tables/renamed.ts'

export type Db = Kysely<Record<string, Record<string, unknown>>>
/** The database's type for each kind of column. */
export type ColumnTypes = Readonly<Record<Column, 'text' | 'integer' | RawBuilder<unknown>>>

/** The tables and columns of this version that a database does not have, or has under an earlier name. */
export interface Missing {
  readonly tables: readonly string[]
  readonly columns: readonly { readonly table: string; readonly fields: readonly string[] }[]
  readonly renamed: readonly RenamedColumn[]
}

/**
 * Creates the tables, columns and indexes of this version that are missing, and renames columns that have an earlier name. It never drops
 * or rewrites data, so that the previous version can still read what this one wrote unless a column was renamed in between.
 */
export async function expandSchema(db: Db, types: ColumnTypes): Promise<void> {
  await addTables(db, types, missingFrom(await presentIn(db)))
  for (const { name, table, fields } of INDEXES) await createIndex(db, { name, table, fields })
  for (const name of OBSOLETE_INDEXES) await dropIndex(db, name)
}

/** The columns of each table that exists. */
export type Present = ReadonlyMap<string, readonly string[]>

/** Returns the tables of a schema; of the whole database where no schema is given. */
export async function presentIn(db: Db, schema?: string): Promise<Present> {
  const found = (await db.introspection.getTables()).filter(
    (table) => schema === undefined || table.schema === schema,
  )
  return new Map(found.map((table) => [table.name, table.columns.map(({ name }) => name)]))
}

/** Compares the tables that exist with those of this version. */
export function missingFrom(present: Present): Missing {
  const known = TABLE_NAMES.filter((name) => present.has(name))
  const columns = known.map((table) => {
    const fields = present.get(table)!.map((field) => currentName(table, field))
    return {
      table,
      fields: Object.keys(TABLES[table].columns).filter((field) => !fields.includes(field)),
    }
  })
  return {
    tables: TABLE_NAMES.filter((name) => !present.has(name)),
    columns: columns.filter(({ fields }) => fields.length > 0),
    renamed: RENAMED_COLUMNS.filter(({ table, from, to }) => {
      const fields = present.get(table) ?? []
      return fields.includes(from) && !fields.includes(to)
    }),
  }
}

/** Renames columns, and creates missing tables, without their indexes, and missing columns. */
export async function addTables(
  db: Db,
  types: ColumnTypes,
  { tables, columns, renamed }: Missing,
): Promise<void> {
  for (const { table, from, to } of renamed)
    await db.schema.alterTable(table).renameColumn(from, to).execute()
  for (const name of tables) await createTable(db, types, name, shapeOf(name))
  for (const { table, fields } of columns)
    for (const field of fields) await addColumn(db, types, table, field)
}

/** PostgreSQL truncates longer names. */
const MAX_NAME_LENGTH = 63
export interface IndexOfTable {
  readonly name: string
  readonly table: string
  readonly fields: readonly string[]
}
const indexesOf = (table: string, { indexes, key }: TableShape): readonly IndexOfTable[] =>
  indexes
    .map(({ eq, order }) => [...eq, ...order])
    // The primary key has an index of its own.
    .filter((fields) => fields.join() !== key.join())
    .map((fields) => ({
      name: `${table}_by_${fields.join('_')}`.slice(0, MAX_NAME_LENGTH),
      table,
      fields,
    }))

/** Every index of this version. */
export const INDEXES: readonly IndexOfTable[] = TABLE_NAMES.flatMap((name) =>
  indexesOf(name, TABLES[name]),
)

/**
 * Indexes of earlier versions: by fields that change with every heartbeat, so that each heartbeat had to write them, and by earlier names
 * of columns. An earlier version that starts again creates them again.
 */
export const OBSOLETE_INDEXES: readonly string[] = [
  'installations_by_organization_id_last_seen_at',
  'installations_by_workspace_id_agent_id_last_seen_at',
  'installations_by_agent_id_last_seen_at',
  'installations_by_health_lease_expires_at',
  'installations_by_organization_id_lifecycle_seen_on',
  'installations_by_workspace_id_agent_id_lifecycle_health_seen_on',
  'installations_by_health_watch_at',
  'runtime_tokens_by_dies_at',
  'policies_by_announced_to',
]

/** Drops an index if it exists. @param how keywords of the database after `drop index` */
export async function dropIndex(db: Db, name: string, how = ''): Promise<void> {
  await sql`drop index ${sql.raw(how)} if exists ${sql.ref(name)}`.execute(db)
}

/** Creates an index unless it exists. @param how keywords of the database after `create index` */
export async function createIndex(
  db: Db,
  { name, table, fields }: IndexOfTable,
  how = '',
): Promise<void> {
  await sql`create index ${sql.raw(how)} if not exists ${sql.ref(name)} on ${sql.table(table)} (${sql.join(fields.map((field) => sql.ref(field)))})`.execute(
    db,
  )
}

/** The value of a column in rows that are older than it. */
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
  let table: CreateTableBuilder<string, string> = db.schema.createTable(name)
  for (const [field, column] of Object.entries(shape.columns))
    table = table.addColumn(field, types[column])
  await table.addPrimaryKeyConstraint(`${name}_key`, [...shape.key]).execute()
}

async function addColumn(db: Db, types: ColumnTypes, name: string, field: string): Promise<void> {
  const column = shapeOf(name).columns[field]!
  await db.schema
    .alterTable(name)
    .addColumn(field, types[column], (definition) => definition.defaultTo(EMPTY[column]))
    .execute()
}
