import type { Timestamp } from '../../domain/time.ts'
import type { Snapshot } from '../snapshot.ts'
import { tableOf, type ReadTx } from '../database.ts'
import type { Rows, StoredRow, TableName } from '../tables.ts'

/** What checks examine. */
export interface Subject {
  readonly snapshot: Snapshot
  readonly now: Timestamp
  /** Undefined where no key was found; `keyPlace` then says where it was expected. */
  readonly masterKey: Uint8Array | undefined
  readonly keyPlace: string
}

/** One property that every store must have. `run` yields a sentence for each place that violates it. */
export interface Check {
  readonly name: string
  /** The property as a sentence; the reader sees it as `says`. */
  readonly says: string
  run(subject: Subject): AsyncIterable<string>
  /** Whether what it finds may be intended; then it is a remark and not damage. */
  readonly mild?: true
}

/** Reads all records of a table in portions. */
export function portionsOf<Name extends TableName>(
  snapshot: Snapshot,
  table: Name,
): AsyncIterable<readonly Rows[Name][]>
export function portionsOf({ rows }: Snapshot, table: TableName): AsyncIterable<unknown> {
  return rows(table)
}

/** Reads all records of a table, one by one. */
export async function* eachRecord<Name extends TableName>(
  snapshot: Snapshot,
  table: Name,
): AsyncGenerator<Rows[Name]> {
  for await (const portion of portionsOf(snapshot, table)) yield* portion
}

/** Reads all rows of any table, one by one. */
export async function* eachRow({ rows }: Snapshot, table: TableName): AsyncGenerator<StoredRow> {
  for await (const portion of rows(table)) yield* portion
}

/** Returns the rows in which a field has one of these values. */
export const among = (
  tx: ReadTx,
  table: TableName,
  field: string,
  values: readonly unknown[],
): Promise<readonly StoredRow[]> =>
  values.length === 0
    ? Promise.resolve([])
    : tableOf(tx, table).find({ where: { [field]: { in: values } } })

/** Returns those of these values that a field has in some row. */
export const present = async (
  tx: ReadTx,
  table: TableName,
  field: string,
  values: readonly unknown[],
): Promise<ReadonlySet<unknown>> =>
  new Set((await among(tx, table, field, values)).map((row) => row[field]))
