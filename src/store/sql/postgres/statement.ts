import pg from 'pg'
import { StoreUnavailable } from '../../database.ts'

/** Another transaction was in the way; the transaction has to begin again. */
export class Contended extends Error {
  constructor(cause: unknown) {
    super('Another transaction was in the way.', { cause })
    this.name = 'Contended'
  }
}

/** serialization_failure and deadlock_detected (PostgreSQL, Appendix A). */
const CONTENDED: readonly (string | undefined)[] = ['40001', '40P01']
/** The classes of errors for which the statement is at fault: unsupported feature, cardinality, data, constraint, transaction state, syntax. */
const STATEMENT_FAULTS = /^(0A|21|22|23|25(?!006|P03)|42)/

/** Returns what an error of the server, or of the connection to it, means. Every error for which no statement is at fault is an outage. */
export function meaningOf(cause: unknown): Error {
  if (!(cause instanceof pg.DatabaseError)) return new StoreUnavailable(cause)
  if (CONTENDED.includes(cause.code)) return new Contended(cause)
  return STATEMENT_FAULTS.test(cause.code ?? '') ? cause : new StoreUnavailable(cause)
}

/** Returns whether an error says that a row with the same key exists: unique_violation. */
export const isDuplicate = (cause: unknown): boolean =>
  cause instanceof pg.DatabaseError && cause.code === '23505'

/** Returns whether an error says only that an earlier statement of the transaction failed: in_failed_sql_transaction. */
export const isAftermath = (cause: unknown): boolean =>
  cause instanceof pg.DatabaseError && cause.code === '25P02'

/** Returns whether the server did not answer at all, as opposed to refusing. */
export const isSilent = (cause: unknown): boolean =>
  cause instanceof StoreUnavailable && !(cause.cause instanceof pg.DatabaseError)

/**
 * Encodes a text for PostgreSQL, which stores every character but NUL. NUL becomes U+0001 U+0001, and U+0001 becomes U+0001 U+0002, so
 * that different texts stay different and in the same order.
 */
export const packText = (text: string): string =>
  UNSAFE.test(text)
    ? text.replace(/[\0\u0001]/g, (char) => (char === '\0' ? '\u0001\u0001' : '\u0001\u0002'))
    : text

/** Decodes what `packText` has encoded. */
export const unpackText = (text: string): string =>
  text.includes('\u0001')
    ? text.replace(/\u0001[\u0001\u0002]/g, (pair) => (pair === '\u0001\u0001' ? '\0' : '\u0001'))
    : text

const UNSAFE = /[\0\u0001]/

/** Statements are prepared once for each connection, under a name for their text. */
const names = new Map<string, string>()
function nameOf(text: string): string {
  const name = names.get(text) ?? `s${names.size}`
  names.set(text, name)
  return name
}

const packed = (value: unknown): unknown =>
  typeof value === 'string' ? packText(value) : Array.isArray(value) ? value.map(packed) : value

/**
 * Runs a statement, prepared where it has values. Several statements in one text return several results.
 * @throws StoreUnavailable, Contended, or the error of the server where the statement is at fault
 */
export async function run<Result = pg.QueryResult>(
  client: pg.PoolClient,
  text: string,
  values?: readonly unknown[],
): Promise<Result> {
  try {
    const result: unknown = await (values
      ? client.query({ name: nameOf(text), text, values: values.map(packed) })
      : client.query(text))
    return result as Result
  } catch (cause) {
    throw meaningOf(cause)
  }
}
