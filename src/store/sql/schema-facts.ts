import type { SchemaDifferences } from '../snapshot.ts'
import { TABLES, type Column, type TableName } from '../tables.ts'
import { currentName } from '../tables/renamed.ts'
import {
  INDEXES,
  MISSING_VALUES,
  OBSOLETE_INDEXES,
  columnsOf,
  findMissing,
  type Db,
} from './schema.ts'

/** The database's names for the types of columns. */
type TypeNames = Readonly<Record<Column, string>>
export interface InspectedSchema {
  readonly db: Db
  readonly schema?: string
  readonly types: TypeNames
  /** The names of the indexes that exist. */
  readonly indexes: readonly string[]
  /** Returns whether a table that this version does not know was created by a later version of this program. */
  readonly isOurs: (table: string) => boolean
}

/** Compares the tables of a database with those of this version. */
export async function schemaDifferences({
  db,
  schema,
  types,
  indexes,
  isOurs,
}: InspectedSchema): Promise<SchemaDifferences> {
  const existing = (await db.introspection.getTables()).filter(
    (table) => schema === undefined || table.schema === schema,
  )
  const { tables, columns, renamed } = findMissing(columnsOf(existing))
  const expected = existing.filter(({ name }) => Object.hasOwn(TABLES, name))
  const present = expected.flatMap(({ name, columns: tableColumns }) =>
    tableColumns.map(({ name: field, dataType }) => ({
      qualifiedName: `${name}.${field}`,
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
    obsoleteIndexes: OBSOLETE_INDEXES.filter((name) => indexes.includes(name)),
    unknown: [
      ...existing
        .filter(({ name }) => !Object.hasOwn(TABLES, name) && isOurs(name))
        .map(({ name }) => name),
      ...present
        .filter(({ column }) => column === undefined)
        .map(({ qualifiedName }) => qualifiedName),
    ],
    retyped: present.flatMap(({ qualifiedName, dataType, column }) =>
      column !== undefined && dataType.toLowerCase() !== types[column]
        ? [`${qualifiedName} is ${dataType}`]
        : [],
    ),
  }
}

const columnOf = (table: TableName, field: string): Column | undefined =>
  (TABLES[table].columns as Readonly<Record<string, Column>>)[currentName(table, field)]

/** Returns the columns of a table as a select list, under their current names and with substitutes for missing columns. */
export function selection(
  table: TableName,
  { missingColumns, renamedColumns }: SchemaDifferences,
): string {
  return Object.entries(TABLES[table].columns)
    .map(([field, column]) => {
      if (missingColumns.includes(`${table}.${field}`))
        return `${MISSING_VALUES[column]} as "${field}"`
      const renamed = renamedColumns.find(
        (renaming) => renaming.table === table && renaming.to === field,
      )
      return renamed ? `"${renamed.from}" as "${field}"` : `"${field}"`
    })
    .join(', ')
}

export const orderOfKey = (table: TableName): string =>
  TABLES[table].key.map((field) => `"${field}"`).join(', ')
