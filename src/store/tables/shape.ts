/** How a field is stored. SQL column types follow from it, and JSON members are parsed when a row is read. */
export type Column = 'text' | 'integer' | 'boolean' | 'json'

/** An index for the queries that fix the fields of `eq` and read in the order of `order`. */
export interface Index {
  readonly eq: readonly string[]
  readonly order: readonly string[]
}

/** The shape of a table: its columns, its primary key, and the indexes of the queries that must stay fast. */
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

/** Returns an index by some fields, in the order of others. */
export const by = (eq: readonly string[], ...order: string[]): Index => ({ eq, order })
