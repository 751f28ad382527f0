import type { Timestamp } from '../domain/time.ts'
import type { Rows, TableName } from './tables.ts'

type Scalar = string | number | boolean | null
/** Fields of these types only. */
type Fields<Row, Value> = {
  [Field in keyof Row]-?: Row[Field] extends Value ? Field : never
}[keyof Row] &
  string
/** Fields that can be compared: everything that is no object. */
type Comparable<Row> = Fields<Row, Scalar>
/** Fields that can be ordered by: never null, because databases disagree on where nulls belong, and plain ASCII where they are text. */
type Ordered<Row> = Fields<Row, string | number>

/** Bounds, a set of values, a value to leave out: all that are given must hold. Null is in no range and in no set, but is not any value. */
export interface Range<Value> {
  readonly gt?: Value
  readonly gte?: Value
  readonly lt?: Value
  readonly lte?: Value
  readonly in?: readonly Value[]
  readonly not?: Value
}
export type Where<Row> = {
  readonly [Field in Comparable<Row>]?: Row[Field] | Range<NonNullable<Row[Field]>>
}

/** One page of a table. `after` continues behind the row whose `orderBy` fields had these values (keyset paging). */
export interface Query<Row> {
  readonly where?: Where<Row>
  readonly orderBy?: readonly Ordered<Row>[]
  readonly descending?: boolean
  readonly after?: readonly (string | number)[]
  readonly offset?: number
  readonly limit?: number
  /** Only looks: the rows are not held, and may be others before the work is done. For choosing among many. */
  readonly glance?: boolean
}
export type Key<Row> = { readonly [Field in keyof Row]?: Row[Field] }

/** What changes in the row with a key. */
export interface Change<Row> {
  readonly key: Key<Row>
  readonly changes: Partial<Row>
}
export interface Tally {
  readonly values: readonly Scalar[]
  readonly rows: number
}

export interface Which<Field extends string = string> {
  readonly free?: boolean
  readonly only?: readonly Field[]
}

export interface ReadTable<Row> {
  /** The row with exactly this key. */
  get(key: Key<Row>): Promise<Readonly<Row> | undefined>
  /**
   * The rows with these keys, each in the place of its key; rows are held in order of their keys. Of `free` ones only, those that
   * somebody else holds are left out rather than waited for. Where `only` names fields the others may be missing.
   */
  getMany<Field extends keyof Row & string = keyof Row & string>(
    keys: readonly Key<Row>[],
    which?: Which<Field>,
  ): Promise<readonly (Readonly<Pick<Row, Field>> | undefined)[]>
  find(query: Query<Row>): Promise<readonly Readonly<Row>[]>
  /** Some fields of rows that may be large. The rows are not held. */
  glimpse<Field extends keyof Row & string>(
    only: readonly Field[],
    query: Omit<Query<Row>, 'glance'>,
  ): Promise<readonly Readonly<Pick<Row, Field>>[]>
  /** The first row of a query. */
  first(query: Query<Row>): Promise<Readonly<Row> | undefined>
  /** How many rows there are, counted no further than `most`. */
  count(where: Where<Row>, most?: number): Promise<number>
  /** How many rows there are for each combination of values that these fields have. Looks at every row. */
  tally(of: readonly Comparable<Row>[], where: Where<Row>): Promise<readonly Tally[]>
}

export interface Table<Row> extends ReadTable<Row> {
  insert(row: Row): Promise<void>
  /** Changes some fields of the row with this key; a missing row stays missing. Key fields cannot change. */
  update(key: Key<Row>, changes: Partial<Row>): Promise<void>
  /** The same for several rows, each of them once, of which the same fields change. */
  updateMany(changes: readonly Change<Row>[]): Promise<void>
  /** Inserts, or replaces the row with the same key. */
  put(row: Row): Promise<void>
  /** Adds each row's number of this field to the row that has the same key; a row that is missing is inserted. No key occurs twice. */
  add(rows: readonly Row[], field: Fields<Row, number>): Promise<void>
  delete(key: Key<Row>): Promise<void>
}

export type Tx = { readonly [Name in TableName]: Table<Rows[Name]> }
export type ReadTx = { readonly [Name in TableName]: ReadTable<Rows[Name]> }

/**
 * The port of every store: two verbs. Whoever implements them and `Table` runs the whole platform,
 * because all intents are written once, over `Tx`.
 *
 * A store that processes share has a clock of its own, and each work is told its `moment` by it: that decides, whatever time the
 * process believes it is, since no two processes believe the same. Where there is none, the caller's time counts.
 */
export interface Database {
  /**
   * Runs `work` alone, as if no other work existed, and durably: when the promise resolves, everything written is on disk;
   * when it rejects, nothing is. `work` touches nothing but `tx` (no network inside a transaction), because it may run again.
   *
   * A server lets works run side by side. There a row is held from when it is read until the work is done, and of two works that
   * insert what both found missing one begins anew. What is counted is held by nobody: whoever counts, or inserts what is counted,
   * first reads the row that it belongs to.
   * @throws StoreUnavailable when the medium fails; the caller may try again later.
   */
  transact<T>(work: (tx: Tx, moment?: Timestamp) => Promise<T>): Promise<T>
  /** Reads one committed state, from the first question to the last; what was acknowledged before is in it. */
  read<T>(work: (tx: ReadTx, moment?: Timestamp) => Promise<T>): Promise<T>
  /**
   * Draws from buckets of rate limits, each named once, in one message and outside of any transaction. Answers when each will be full
   * again, microseconds since 1970. Only a store that processes share has this.
   */
  readonly draw?: (
    draws: readonly {
      readonly bucket: string
      readonly since_us: number
      readonly cost_us: number
    }[],
  ) => Promise<ReadonlyMap<string, number>>
  /** Finishes what was accepted and refuses what comes later, then lets go of files and locks. */
  close(): Promise<void>
}

/** The disk is full, the file is gone, the database is down: 503, and nothing was half written. */
export class StoreUnavailable extends Error {
  constructor(cause: unknown) {
    super('The store cannot be read or written right now.', { cause })
    this.name = 'StoreUnavailable'
  }
}

/** The store cannot be opened as asked: a wrong address, a foreign file, a second process. The message is for the operator. */
export class StoreRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'StoreRefused'
  }
}
