import { sql, type Kysely } from 'kysely'
import { TABLE_NAMES, TABLES, type Column, type TableShape } from '../tables.ts'

/**
 * Brings the database to the tables this version knows: creates what is missing and never drops or rewrites,
 * so that the previous version can still read what this one wrote (expand only).
 */
export async function expandSchema(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const present = new Map((await db.introspection.getTables()).map((table) => [table.name, table.columns.map(({ name }) => name)]))
  for (const name of TABLE_NAMES) {
    const columns = present.get(name)
    if (!columns) await createTable(db, name, TABLES[name])
    else await addColumns(db, name, TABLES[name], columns)
    await createIndexes(db, name, TABLES[name])
  }
}

type Db = Parameters<typeof expandSchema>[0]
const sqlType = (column: Column) => (column === 'integer' || column === 'boolean' ? 'integer' : 'text')
/** What rows hold that are older than the column. */
const EMPTY: Readonly<Record<Column, unknown>> = { text: null, integer: null, boolean: 0, json: 'null' }

async function createTable(db: Db, name: string, shape: TableShape): Promise<void> {
  let table = db.schema.createTable(name)
  for (const [field, column] of Object.entries(shape.columns)) table = table.addColumn(field, sqlType(column))
  await table.addPrimaryKeyConstraint(`${name}_key`, [...shape.key] as never).execute()
}

async function addColumns(db: Db, name: string, shape: TableShape, present: readonly string[]): Promise<void> {
  const missing = Object.entries(shape.columns).filter(([field]) => !present.includes(field))
  for (const [field, column] of missing) {
    await db.schema.alterTable(name).addColumn(field, sqlType(column), (definition) => definition.defaultTo(EMPTY[column])).execute()
  }
}

async function createIndexes(db: Db, name: string, shape: TableShape): Promise<void> {
  const indexes = shape.indexes.map(({ eq, order }) => [...eq, ...order])
  // The key has an index of its own.
  for (const fields of indexes.filter((candidate) => candidate.join() !== shape.key.join())) {
    await sql`create index if not exists ${sql.ref(`${name}_by_${fields.join('_')}`)} on ${sql.table(name)} (${sql.join(fields.map((field) => sql.ref(field)))})`.execute(db)
  }
}
