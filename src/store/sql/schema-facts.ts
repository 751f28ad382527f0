import type { SchemaFacts } from '../snapshot.ts'
import { TABLES, type Column, type TableName } from '../tables.ts'
import { INDEXES, missingFrom, presentIn, type Db } from './schema.ts'

/** How a database spells the types of columns. */
export type TypeNames = Readonly<Record<Column, string>>
export interface FoundSchema {
  readonly db: Db
  readonly schema?: string
  readonly types: TypeNames
  readonly indexes: readonly string[]
  readonly others: (table: string) => boolean
}

/** Compares what is there with what this version makes. `others` tells of a table that is not of this version whether a later one made it. */
export async function schemaFacts({
  db,
  schema,
  types,
  indexes,
  others,
}: FoundSchema): Promise<SchemaFacts> {
  const { tables, columns } = missingFrom(await presentIn(db, schema))
  const found = (await db.introspection.getTables()).filter(
    (table) => schema === undefined || table.schema === schema,
  )
  const own = found.filter(({ name }) => Object.hasOwn(TABLES, name))
  const each = own.flatMap(({ name, columns: there }) =>
    there.map(({ name: field, dataType }) => ({
      place: `${name}.${field}`,
      dataType,
      column: columnOf(name as TableName, field),
    })),
  )
  return {
    tables,
    columns: columns.flatMap(({ table, fields }) => fields.map((field) => `${table}.${field}`)),
    indexes: INDEXES.filter(
      ({ name, table }) => !indexes.includes(name) && !tables.includes(table),
    ).map(({ name }) => name),
    unknown: [
      ...found
        .filter(({ name }) => !Object.hasOwn(TABLES, name) && others(name))
        .map(({ name }) => name),
      ...each.filter(({ column }) => column === undefined).map(({ place }) => place),
    ],
    retyped: each.flatMap(({ place, dataType, column }) =>
      column !== undefined && dataType.toLowerCase() !== types[column]
        ? [`${place} is ${dataType}`]
        : [],
    ),
  }
}

const columnOf = (table: TableName, field: string): Column | undefined =>
  (TABLES[table].columns as Readonly<Record<string, Column>>)[field]

/** Columns of a table as far as they are there, and what stands in for the others. */
export function selection(
  table: TableName,
  { columns: missing }: SchemaFacts,
  absent: Readonly<Record<Column, string>>,
): string {
  return Object.entries(TABLES[table].columns)
    .map(([field, column]) =>
      missing.includes(`${table}.${field}`) ? `${absent[column]} as "${field}"` : `"${field}"`,
    )
    .join(', ')
}

export const orderOfKey = (table: TableName): string =>
  TABLES[table].key.map((field) => `"${field}"`).join(', ')
