import type { Timestamp } from '../domain/time.ts'
import { TABLE_NAMES, type Rows, type StoredRow, type TableName } from './tables.ts'

/** A value that can be compared. */
export type Scalar = string | number | boolean | null
/** The names of the fields that have these types; any name if the types of the row are unknown. */
type Fields<Row, Value> = string extends keyof Row
  ? string
  : { [Field in keyof Row]-?: Row[Field] extends Value ? Field : never }[keyof Row] & string
/** A row with some of its columns; any row if its types are unknown. */
type Columns<Row, Field extends keyof Row> = Readonly<
  string extends keyof Row ? Row : Pick<Row, Field>
>
/** The fields that can be compared: all except objects. */
type Comparable<Row> = Fields<Row, Scalar>
/**
 * The fields by which rows can be ordered; text must be plain ASCII. A nullable field needs a range in `where`, which excludes its nulls,
 * because databases disagree on their order.
 */
type Ordered<Row> = Fields<Row, string | number | null>

/**
 * Bounds, a set of values and a value to exclude; a value has to satisfy all that are present. Null is in no range and in no set, and
 * differs from any value.
 */
export interface Range<Value> {
  readonly gt?: Value
  readonly gte?: Value
  readonly lt?: Value
  readonly lte?: Value
  readonly in?: readonly Value[]
  readonly not?: Value
}
export type Where<Row> = {
  readonly [Field in Comparable<Row>]?:
    | Row[Field & keyof Row]
    | Range<NonNullable<Row[Field & keyof Row]>>
}

/** One page of a table. `after` continues after the row with these values in its `orderBy` fields (keyset pagination). */
export interface Query<Row> {
  readonly where?: Where<Row>
  readonly orderBy?: readonly Ordered<Row>[]
  readonly descending?: boolean
  readonly after?: readonly (string | number)[]
  readonly offset?: number
  readonly limit?: number
  /** Whether the rows are locked until the transaction ends (the default). Without locks they may change before that. */
  readonly lock?: boolean
}
export type Key<Row> = { readonly [Field in keyof Row]?: Row[Field] }

/** Changes to the row with a key. */
export interface Change<Row> {
  readonly key: Key<Row>
  readonly changes: Partial<Row>
}

/** The number of rows with one combination of values. */
interface GroupCount {
  readonly values: readonly Scalar[]
  readonly rows: number
}

interface GetManyOptions<Field extends string = string> {
  /** Omits the rows that another transaction has locked instead of waiting for them. */
  readonly skipLocked?: boolean
  /** Reads only these columns; the others may be missing. */
  readonly columns?: readonly Field[]
}

export interface ReadTable<Row> {
  /** Returns the row with exactly this key. */
  get(key: Key<Row>): Promise<Readonly<Row> | undefined>
  /** Returns the rows with these keys, each at the position of its key. Rows are locked in the order of their keys. */
  getMany<Field extends keyof Row & string = keyof Row & string>(
    keys: readonly Key<Row>[],
    options?: GetManyOptions<Field>,
  ): Promise<readonly (Columns<Row, Field> | undefined)[]>
  find(query: Query<Row>): Promise<readonly Readonly<Row>[]>
  /** Returns some columns of the rows of a query without locking them. It is meant for rows that may be large. */
  select<Field extends keyof Row & string>(
    columns: readonly Field[],
    query: Omit<Query<Row>, 'lock'>,
  ): Promise<readonly Columns<Row, Field>[]>
  /** Returns the first row of a query. */
  first(query: Query<Row>): Promise<Readonly<Row> | undefined>
  /** Returns the number of rows, counted up to `limit`. */
  count(where: Where<Row>, limit?: number): Promise<number>
  /** Returns the number of rows for each combination of values of these fields. It reads every matching row. */
  countBy(fields: readonly Comparable<Row>[], where: Where<Row>): Promise<readonly GroupCount[]>
  /**
   * Returns for each start the smallest value of the first field of the key that is not less than it, or null if there is none. The field
   * has to be a string. Each start costs one step in the index, however many rows have the same value, so the values of a field can be
   * listed without reading all rows.
   */
  seek(starts: readonly string[]): Promise<readonly (string | null)[]>
}

export interface Table<Row> extends ReadTable<Row> {
  /** @throws RowExists */
  insert(row: Row): Promise<void>
  /** Changes some fields of the row with this key; it does not create a missing row. Key fields cannot change. */
  update(key: Key<Row>, changes: Partial<Row>): Promise<void>
  /** Changes several rows like `update`. No row may occur twice, and the same fields have to change in all of them. */
  updateMany(changes: readonly Change<Row>[]): Promise<void>
  /** Inserts the row, or replaces the row with the same key. */
  put(row: Row): Promise<void>
  /** Puts several rows. No key may occur twice. */
  putMany(rows: readonly Row[]): Promise<void>
  /**
   * Adds the number in this field of each row to the stored row with the same key, and inserts rows that are missing. No key may occur
   * twice.
   */
  add(rows: readonly Row[], field: Fields<Row, number>): Promise<void>
  delete(key: Key<Row>): Promise<void>
}

/** The tables of a transaction that writes. */
export type Tx = { readonly [Name in TableName]: Table<Rows[Name]> }
/** The tables of a transaction that only reads. */
export type ReadTx = { readonly [Name in TableName]: ReadTable<Rows[Name]> }

/** The tables of a transaction, for code that treats the rows of all tables alike. */
export type AnyTx = { readonly [Name in TableName]: Table<object> }
export type AnyReadTx = { readonly [Name in TableName]: ReadTable<object> }

/**
 * Returns the tables of a transaction from tables of an adapter, which have rows of unknown types. `TABLES` relates each table to the type
 * of its record, so rows are read with the type with which they were written.
 */
export function tablesFrom(make: (name: TableName) => Table<StoredRow>): Tx
export function tablesFrom(make: (name: TableName) => Table<StoredRow>): object {
  return Object.fromEntries(TABLE_NAMES.map((name) => [name, make(name)]))
}

/** Returns a table by its name, with rows of unknown types. */
export function tableOf(tx: AnyTx, name: TableName): Table<StoredRow>
export function tableOf(tx: AnyReadTx, name: TableName): ReadTable<StoredRow>
export function tableOf(tx: AnyReadTx, name: TableName): object {
  return tx[name]
}

/** Compares two values of one field. Null sorts first, as in SQLite. */
export function compare(a: Scalar, b: Scalar): number {
  if (a === b) return 0
  if (a === null) return -1
  if (b === null) return 1
  return a < b ? -1 : 1
}

/** Compares rows by some fields, as `orderBy` does. */
export function compareBy(fields: readonly string[], a: StoredRow, b: StoredRow): number {
  for (const field of fields) {
    const order = compare(a[field] as Scalar, b[field] as Scalar)
    if (order !== 0) return order
  }
  return 0
}

/** The consumption from one bucket of a rate limit, starting at a time, in microseconds (since 1970). */
export interface RateConsumption {
  readonly bucket: string
  readonly since_us: number
  readonly cost_us: number
}

/** Consumes from buckets, none of which may occur twice, and returns when each will be full again, in microseconds since 1970. */
export type ConsumeRates = (
  consumptions: readonly RateConsumption[],
) => Promise<ReadonlyMap<string, number>>

/**
 * The interface that every adapter implements: `transact`, `read` and `close` over its implementation of `Table`. It needs no more, because
 * all transactions are written against `Tx`.
 *
 * A store that several processes share has its own clock and passes its time to each transaction body as `moment`. It replaces the time of
 * the process, because the clocks of processes differ. If it is undefined, the caller's time is used.
 */
export interface Database {
  /**
   * Runs `body` in isolation from other transactions, and durably: when the promise resolves, all of its writes are on disk; when it
   * rejects, none are. `body` uses nothing but `tx` (no network inside a transaction), because it may run again.
   *
   * A server runs transactions concurrently. A row is then locked from the time it is read until the transaction ends, and if two
   * transactions insert a row that both found missing, one of them begins again. Counting locks no rows, so a transaction that counts rows,
   * or inserts rows that others count, first reads the row to which they belong.
   * @throws StoreUnavailable if the storage fails; the caller may retry later.
   */
  transact<T>(body: (tx: Tx, moment?: Timestamp) => Promise<T>): Promise<T>
  /** Runs `body` on one committed state, which contains everything that was acknowledged before. */
  read<T>(body: (tx: ReadTx, moment?: Timestamp) => Promise<T>): Promise<T>
  /** Consumes from buckets of rate limits with one statement, outside of any transaction. Only shared stores have this method. */
  readonly consumeRates?: ConsumeRates
  /** Refuses new transactions, completes those that were accepted, and then releases files and locks. */
  close(): Promise<void>
}

/** The disk is full, the file is gone or the database is down. The response is a 503, and nothing was written in part. */
export class StoreUnavailable extends Error {
  constructor(cause: unknown) {
    super('The store cannot be read or written right now.', { cause })
    this.name = 'StoreUnavailable'
  }
}

/** A row with this key already exists. */
export class RowExists extends Error {
  constructor() {
    super('A row with this key already exists.')
    this.name = 'RowExists'
  }
}

/**
 * The store cannot be used as requested, for example because of a wrong address, a second process, a wrong master key or a damaged
 * transparency log. The message is for the operator.
 */
export class StoreRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'StoreRefused'
  }
}

/** Another process has opened a store that only one process at a time can open. */
export class StoreLocked extends StoreRefused {
  constructor(message: string) {
    super(message)
    this.name = 'StoreLocked'
  }
}
