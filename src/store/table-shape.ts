/** How a field is kept: SQL column types follow from it, and JSON members are parsed on the way out. */
export type Column = 'text' | 'integer' | 'boolean' | 'json'

/** An index serves queries that fix the fields of `eq` and walk in the order of `order`. */
export interface Index {
  readonly eq: readonly string[]
  readonly order: readonly string[]
}

/** Shape of a table: its columns, the fields that make its key, and the queries that must stay fast. */
export interface TableShape {
  readonly columns: Readonly<Record<string, Column>>
  readonly key: readonly string[]
  readonly indexes: readonly Index[]
}

/** The shape that fits a record: no field forgotten, none invented. */
export interface ShapeOf<Row> extends TableShape {
  readonly columns: { readonly [Field in keyof Row]-?: Column }
  readonly key: readonly (keyof Row & string)[]
}

/** An index by some fields, in the order of others. */
export const by = (eq: readonly string[], ...order: string[]): Index => ({ eq, order })
