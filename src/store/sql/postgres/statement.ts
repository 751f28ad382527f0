import pg from 'pg'
import { StoreUnavailable } from '../../database.ts'
import { countContinuation } from '../../stopwatch.ts'

/** The transaction conflicted with another one and has to begin again. */
export class TransactionConflict extends Error {
  constructor(cause: unknown) {
    super('The transaction conflicted with another one.', { cause })
    this.name = 'TransactionConflict'
  }
}

/** serialization_failure and deadlock_detected (PostgreSQL, Appendix A). */
const CONFLICT_CODES: readonly (string | undefined)[] = ['40001', '40P01']
/** The classes of errors that the statement caused: unsupported feature, cardinality, data, constraint, transaction state, syntax. */
const STATEMENT_ERRORS = /^(0A|21|22|23|25(?!006|P03)|42)/

/**
 * Classifies an error of the server or of the connection. Every error that is neither a conflict nor caused by the statement is an outage.
 */
export function toStoreError(cause: unknown): Error {
  if (!(cause instanceof pg.DatabaseError)) return new StoreUnavailable(cause)
  if (CONFLICT_CODES.includes(cause.code)) return new TransactionConflict(cause)
  return STATEMENT_ERRORS.test(cause.code ?? '') ? cause : new StoreUnavailable(cause)
}

/** Returns whether an error means that a row with the same key exists (unique_violation). */
export const isDuplicate = (cause: unknown): boolean =>
  cause instanceof pg.DatabaseError && cause.code === '23505'

/** Returns whether an error only means that an earlier statement of the transaction failed (in_failed_sql_transaction). */
export const isConsequence = (cause: unknown): boolean =>
  cause instanceof pg.DatabaseError && cause.code === '25P02'

/** Returns whether the server did not respond at all, as opposed to responding with an error. */
export const isConnectionFailure = (cause: unknown): boolean =>
  cause instanceof StoreUnavailable && !(cause.cause instanceof pg.DatabaseError)

/**
 * Returns whether a statement waited or ran for too long, after which the connection can still be used (lock_not_available,
 * query_canceled).
 */
export const isTimeout = (cause: unknown): boolean =>
  cause instanceof StoreUnavailable &&
  cause.cause instanceof pg.DatabaseError &&
  ['55P03', '57014'].includes(cause.cause.code ?? '')

/** Returns whether the server is read-only (read_only_sql_transaction). */
export const isReadOnly = (cause: unknown): boolean =>
  cause instanceof StoreUnavailable &&
  cause.cause instanceof pg.DatabaseError &&
  cause.cause.code === '25006'

/**
 * Encodes a string for PostgreSQL, which stores every character except NUL. NUL becomes U+0001 U+0001, and U+0001 becomes U+0001 U+0002, so
 * that different strings stay different and in the same order.
 */
export const packText = (text: string): string =>
  UNSAFE.test(text)
    ? text.replace(/[\0\u0001]/g, (char) => (char === '\0' ? '\u0001\u0001' : '\u0001\u0002'))
    : text

/** Decodes a string that `packText` encoded. */
export const unpackText = (text: string): string =>
  text.includes('\u0001')
    ? text.replace(/\u0001[\u0001\u0002]/g, (pair) => (pair === '\u0001\u0001' ? '\0' : '\u0001'))
    : text

const UNSAFE = /[\0\u0001]/

/** The name of each statement text. Statements are prepared once per connection under this name. */
const names = new Map<string, string>()
function nameOf(text: string): string {
  const name = names.get(text) ?? `s${names.size}`
  names.set(text, name)
  return name
}

const unprepared = new WeakSet<pg.ClientBase>()
/** Makes `run` prepare no statement on a connection, because the next transaction may run in another session of the server. */
export const doNotPrepare = (client: pg.ClientBase): void => {
  unprepared.add(client)
}

const packed = (value: unknown): unknown =>
  typeof value === 'string' ? packText(value) : Array.isArray(value) ? value.map(packed) : value

/**
 * Runs a statement, which is prepared if it has values and the connection keeps its session. Text with several statements returns several
 * results.
 * @throws StoreUnavailable, TransactionConflict, or the error of the server if the statement caused it
 */
export async function run<Result = pg.QueryResult>(
  client: pg.PoolClient,
  text: string,
  values?: readonly unknown[],
): Promise<Result> {
  try {
    const result: Promise<unknown> = values
      ? client.query({
          ...(!unprepared.has(client) && { name: nameOf(text) }),
          text,
          values: values.map(packed),
        })
      : client.query(text)
    return (await countContinuation(result)) as Result
  } catch (cause) {
    throw toStoreError(cause)
  }
}
