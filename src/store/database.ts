import type { Timestamp } from '../domain/time.ts'
import { TABLE_NAMES, type Rows, type StoredRow, type TableName } from './tables.ts'

/** A value that can be compared. */
export type Scalar = string | number | boolean | null
/** The fields of these types only; any field of a row whose types are unknown. */
type Fields<Row, Value> = string extends keyof Row
  ? string
  : { [Field in keyof Row]-?: Row[Field] extends Value ? Field : never }[keyof Row] & string
/** A row with some of its columns; any row if its types are unknown. */
type Columns<Row, Field extends keyof Row> = Readonly<
  string extends keyof Row ? Row : Pick<Row, Field>
>
/** The fields that can be compared: all that hold no object. */
type Comparable<Row> = Fields<Row, Scalar>
/**
 * The fields that rows can be ordered by; text must be plain ASCII. A nullable field needs a range in `where`, which excludes its nulls,
 * because databases disagree on their order.
 */
type Ordered<Row> = Fields<Row, string | number | null>

/** Bounds, a set of values and a value to exclude; all that are given must hold. Null is in no range and in no set, and differs from any value. */
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
    Row[Field & keyof Row] | Range<NonNullable<Row[Field & keyof Row]>>
}

/** One page of a table. `after` continues behind the row whose `orderBy` fields had these values (keyset pagination). */
export interface Query<Row> {
  readonly where?: Where<Row>
  readonly orderBy?: readonly Ordered<Row>[]
  readonly descending?: boolean
  readonly after?: readonly (string | number)[]
  readonly offset?: number
  readonly limit?: number
  /** Whether the rows are locked until the transaction ends; default true. Without locks they may change before the transaction ends. */
  readonly lock?: boolean
}
export type Key<Row> = { readonly [Field in keyof Row]?: Row[Field] }

/** The changes of the row with a key. */
export interface Change<Row> {
  readonly key: Key<Row>
  readonly changes: Partial<Row>
}

/** How many rows have one combination of values. */
interface GroupCount {
  readonly values: readonly Scalar[]
  readonly rows: number
}

interface LockOptions<Field extends string = string> {
  /** Leaves out the rows that another transaction has locked instead of waiting for them. */
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
    options?: LockOptions<Field>,
  ): Promise<readonly (Columns<Row, Field> | undefined)[]>
  find(query: Query<Row>): Promise<readonly Readonly<Row>[]>
  /** Returns some columns of the rows of a query, without locking them: for rows that may be large. */
  select<Field extends keyof Row & string>(
    columns: readonly Field[],
    query: Omit<Query<Row>, 'lock'>,
  ): Promise<readonly Columns<Row, Field>[]>
  /** Returns the first row of a query. */
  first(query: Query<Row>): Promise<Readonly<Row> | undefined>
  /** Returns the number of rows, counted no further than `most`. */
  count(where: Where<Row>, most?: number): Promise<number>
  /** Returns the number of rows for each combination of values of these fields. It reads every row that matches. */
  countBy(fields: readonly Comparable<Row>[], where: Where<Row>): Promise<readonly GroupCount[]>
}

export interface Table<Row> extends ReadTable<Row> {
  /** @throws RowExists */
  insert(row: Row): Promise<void>
  /** Changes some fields of the row with this key; it does not create a missing row. Key fields cannot change. */
  update(key: Key<Row>, changes: Partial<Row>): Promise<void>
  /** Does the same for several rows, each named once. The same fields change in all of them. */
  updateMany(changes: readonly Change<Row>[]): Promise<void>
  /** Inserts the row, or replaces the row with the same key. */
  put(row: Row): Promise<void>
  /** Adds each row's number in this field to the row with the same key, and inserts rows that are missing. No key occurs twice. */
  add(rows: readonly Row[], field: Fields<Row, number>): Promise<void>
  delete(key: Key<Row>): Promise<void>
}

/** The tables of a transaction that writes. */
export type Tx = { readonly [Name in TableName]: Table<Rows[Name]> }
/** The tables of a transaction that only reads. */
export type ReadTx = { readonly [Name in TableName]: ReadTable<Rows[Name]> }

/** The tables of a transaction, for code that treats the records of all tables alike. */
export type AnyTx = { readonly [Name in TableName]: Table<object> }
export type AnyReadTx = { readonly [Name in TableName]: ReadTable<object> }

/**
 * Returns the tables of a transaction as an adapter makes them, over rows of unknown types. `TABLES` relates each table to its record, so
 * what is written as a record is read as the same record.
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

/** What is consumed from one bucket of a rate limit, from a moment on; microseconds (since 1970). */
export interface RateConsumption {
  readonly bucket: string
  readonly since_us: number
  readonly cost_us: number
}

/** Consumes from buckets, each named once, and returns when each will be full again, microseconds since 1970. */
export type ConsumeRates = (
  consumptions: readonly RateConsumption[],
) => Promise<ReadonlyMap<string, number>>

/**
 * The port of every store: two methods. An adapter that implements them and `Table` runs the whole platform, because all transactions
 * are written once, over `Tx`.
 *
 * A store that several processes share has a clock of its own and hands each transaction body its `moment`. That moment replaces the
 * process's own time, because no two processes have the same. Where it is undefined, the caller's time counts.
 */
export interface Database {
  /**
   * Runs `body` as if no other transaction existed, and durably: when the promise resolves, everything written is on disk; when it
   * rejects, nothing is. `body` uses nothing but `tx` (no network inside a transaction), because it may run again.
   *
   * A server runs transactions side by side. There a row is locked from when it is read until the transaction ends, and of two
   * transactions that insert a row that both found missing, one begins again. Nothing locks what is counted: a transaction that counts,
   * or inserts what is counted, first reads the row that owns it.
   * @throws StoreUnavailable when the medium fails; the caller may try again later.
   */
  transact<T>(body: (tx: Tx, moment?: Timestamp) => Promise<T>): Promise<T>
  /** Reads one committed state from the first query to the last; it contains everything that was acknowledged before. */
  read<T>(body: (tx: ReadTx, moment?: Timestamp) => Promise<T>): Promise<T>
  /** Consumes from buckets of rate limits with one statement, outside of any transaction. Only a store that processes share has this. */
  readonly consumeRates?: ConsumeRates
  /** Completes what was accepted, refuses what comes later, and then releases files and locks. */
  close(): Promise<void>
}

/** The disk is full, the file is gone or the database is down: 503, and nothing was half written. */
export class StoreUnavailable extends Error {
  constructor(cause: unknown) {
    super('The store cannot be read or written right now.', { cause })
    this.name = 'StoreUnavailable'
  }
}

/** A row with this key exists already. */
export class RowExists extends Error {
  constructor() {
    super('A row with this key exists already.')
    this.name = 'RowExists'
  }
}

/** The store cannot be opened as requested: a wrong address, a foreign file, a second process. The message is for the operator. */
export class StoreRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'StoreRefused'
  }
}
