import {
  sql,
  type CreateTableBuilder,
  type Kysely,
  type RawBuilder,
  type TableMetadata,
} from 'kysely'
import {
  shapeOf,
  TABLE_NAMES,
  TABLES,
  type Column,
  type TableName,
  type TableShape,
} from '../tables.ts'
import { currentName, RENAMED_COLUMNS, type RenamedColumn } from '../tables/renamed.ts'

export type Db = Kysely<Record<string, Record<string, unknown>>>
/** The database's type for each kind of column. */
export type ColumnTypes = Readonly<Record<Column, 'text' | 'integer' | RawBuilder<unknown>>>

/** The tables and columns of this version that a database does not have or has under an earlier name. */
export interface MissingSchema {
  readonly tables: readonly TableName[]
  readonly columns: readonly { readonly table: TableName; readonly fields: readonly string[] }[]
  readonly renamed: readonly RenamedColumn[]
}

/**
 * Creates the tables, columns and indexes of this version that are missing, and renames columns that have an earlier name. It never drops
 * or rewrites data, so that the previous version can still read the data unless a column was renamed in between.
 */
export async function expandSchema(db: Db, types: ColumnTypes): Promise<void> {
  await addTables(db, types, findMissing(columnsOf(await db.introspection.getTables())))
  for (const index of INDEXES) await createIndex(db, index)
  for (const name of OBSOLETE_INDEXES) await dropIndex(db, name)
}

/** The columns of each table that exists. */
export type ExistingColumns = ReadonlyMap<string, readonly string[]>

export const columnsOf = (tables: readonly TableMetadata[]): ExistingColumns =>
  new Map(tables.map((table) => [table.name, table.columns.map(({ name }) => name)]))

/** Compares the tables that exist with those of this version. */
export function findMissing(present: ExistingColumns): MissingSchema {
  const existing = TABLE_NAMES.filter((name) => present.has(name))
  const columns = existing.map((table) => {
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
  { tables, columns, renamed }: MissingSchema,
): Promise<void> {
  for (const { table, from, to } of renamed)
    await db.schema.alterTable(table).renameColumn(from, to).execute()
  for (const name of tables) await createTable(db, types, name)
  for (const { table, fields } of columns)
    for (const field of fields) await addColumn(db, types, table, field)
}

/** The maximum length of a name in PostgreSQL, which truncates longer ones. */
const MAX_NAME_LENGTH = 63
export interface IndexOfTable {
  readonly name: string
  readonly table: TableName
  readonly fields: readonly string[]
}
const indexesOf = (table: TableName, { indexes, key }: TableShape): readonly IndexOfTable[] =>
  indexes
    .map(({ eq, order }) => [...eq, ...order])
    // The primary key already has an index.
    .filter((fields) => fields.join() !== key.join())
    .map((fields) => ({
      name: `${table}_by_${fields.join('_')}`.slice(0, MAX_NAME_LENGTH),
      table,
      fields,
    }))

/** All indexes of this version. */
export const INDEXES: readonly IndexOfTable[] = TABLE_NAMES.flatMap((name) =>
  indexesOf(name, TABLES[name]),
)

/**
 * The indexes of earlier versions that are dropped, because they are on fields that change with every heartbeat or on columns that have
 * been renamed. An earlier version creates them again when it starts.
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

/** Drops an index if it exists. `modifiers` are keywords of the database after `drop index`. */
export async function dropIndex(db: Db, name: string, modifiers = ''): Promise<void> {
  await sql`drop index ${sql.raw(modifiers)} if exists ${sql.ref(name)}`.execute(db)
}

/** Returns the statement that creates an index unless it exists. `modifiers` are keywords of the database after `create index`. */
export const indexStatement = ({ name, table, fields }: IndexOfTable, modifiers = '') =>
  sql`create index ${sql.raw(modifiers)} if not exists ${sql.ref(name)} on ${sql.table(table)} (${sql.join(fields.map((field) => sql.ref(field)))})`

export async function createIndex(db: Db, index: IndexOfTable, modifiers?: string): Promise<void> {
  await indexStatement(index, modifiers).execute(db)
}

/**
 * The values, as SQL expressions, that columns get in rows that exist when they are added. They are selected in place of missing columns.
 */
export const MISSING_VALUES: Readonly<Record<Column, string>> = {
  text: 'null',
  integer: 'null',
  boolean: '0',
  json: "'null'",
}

async function createTable(db: Db, types: ColumnTypes, name: TableName): Promise<void> {
  const shape = shapeOf(name)
  let table: CreateTableBuilder<string, string> = db.schema.createTable(name)
  for (const [field, column] of Object.entries(shape.columns))
    table = table.addColumn(field, types[column])
  await table.addPrimaryKeyConstraint(`${name}_key`, [...shape.key]).execute()
}

async function addColumn(
  db: Db,
  types: ColumnTypes,
  name: TableName,
  field: string,
): Promise<void> {
  const column = shapeOf(name).columns[field]!
  await db.schema
    .alterTable(name)
    .addColumn(field, types[column], (definition) =>
      definition.defaultTo(sql.raw(MISSING_VALUES[column])),
    )
    .execute()
}
