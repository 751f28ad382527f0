import type { SchemaFacts } from '../snapshot.ts'
import { TABLES, type Column, type TableName } from '../tables.ts'
import { currentName } from '../tables/renamed.ts'
import { INDEXES, missingFrom, presentIn, type Db } from './schema.ts'

/** How a database spells the types of columns. */
type TypeNames = Readonly<Record<Column, string>>
export interface FoundSchema {
  readonly db: Db
  readonly schema?: string
  readonly types: TypeNames
  /** The names of the indexes that exist. */
  readonly indexes: readonly string[]
  /** Returns whether a table that this version does not know was made by a later version. */
  readonly isOurs: (table: string) => boolean
}

/** Compares the tables of a database with those of this version. */
export async function schemaFacts({
  db,
  schema,
  types,
  indexes,
  isOurs,
}: FoundSchema): Promise<SchemaFacts> {
  const { tables, columns, renamed } = missingFrom(await presentIn(db, schema))
  const found = (await db.introspection.getTables()).filter(
    (table) => schema === undefined || table.schema === schema,
  )
  const known = found.filter(({ name }) => Object.hasOwn(TABLES, name))
  const present = known.flatMap(({ name, columns: there }) =>
    there.map(({ name: field, dataType }) => ({
      place: `${name}.${field}`,
      dataType,
      column: columnOf(name as TableName, field),
    })),
  )
  return {
    missingTables: tables,
    missingColumns: columns.flatMap(({ table, fields }) =>
      fields.map((field) => `${table}.${field}`),
    ),
    renamedColumns: renamed,
    missingIndexes: INDEXES.filter(
      ({ name, table }) => !indexes.includes(name) && !tables.includes(table),
    ).map(({ name }) => name),
    unknown: [
      ...found
        .filter(({ name }) => !Object.hasOwn(TABLES, name) && isOurs(name))
        .map(({ name }) => name),
      ...present.filter(({ column }) => column === undefined).map(({ place }) => place),
    ],
    retyped: present.flatMap(({ place, dataType, column }) =>
      column !== undefined && dataType.toLowerCase() !== types[column]
        ? [`${place} is ${dataType}`]
        : [],
    ),
  }
}

const columnOf = (table: TableName, field: string): Column | undefined =>
  (TABLES[table].columns as Readonly<Record<string, Column>>)[currentName(table, field)]

/** Returns the columns of a table as a select list, with a substitute for each that is missing, by their present names. */
export function selection(
  table: TableName,
  { missingColumns, renamedColumns }: SchemaFacts,
  absent: Readonly<Record<Column, string>>,
): string {
  return Object.entries(TABLES[table].columns)
    .map(([field, column]) => {
      if (missingColumns.includes(`${table}.${field}`)) return `${absent[column]} as "${field}"`
      const renamed = renamedColumns.find((one) => one.table === table && one.to === field)
      return renamed ? `"${renamed.from}" as "${field}"` : `"${field}"`
    })
    .join(', ')
}

export const orderOfKey = (table: TableName): string =>
  TABLES[table].key.map((field) => `"${field}"`).join(', ')
