import type pg from 'pg'
import { meaningOf } from './failures.ts'

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
