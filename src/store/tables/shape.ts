/** How a field is stored. It determines the SQL column type, and JSON is parsed when a row is read. */
export type Column = 'text' | 'integer' | 'boolean' | 'json'

/** An index for queries that fix the values of the fields in `eq` and read in the order of the fields in `order`. */
export interface Index {
  readonly eq: readonly string[]
  readonly order: readonly string[]
}

/** The shape of a table: its columns, its primary key, and the indexes for queries that have to stay fast. */
export interface TableShape {
  readonly columns: Readonly<Record<string, Column>>
  readonly key: readonly string[]
  readonly indexes: readonly Index[]
}

/** The shape of a record's table. The compiler checks that it has every field of the record and no other. */
interface ShapeOf<Row> extends TableShape {
  readonly columns: { readonly [Field in keyof Row]-?: Column }
  readonly key: readonly (keyof Row & string)[]
}

/** The shapes of several tables, by the records that they hold. */
export type Shapes<Rows> = { readonly [Name in keyof Rows]: ShapeOf<Rows[Name]> }

/** Returns an index on some fields, ordered by others. */
export const by = (eq: readonly string[], ...order: string[]): Index => ({ eq, order })
