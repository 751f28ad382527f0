import type { KeyRing } from '../../domain/secrets.ts'
import type { Timestamp } from '../../domain/time.ts'
import type { Snapshot } from '../snapshot.ts'
import { tableOf, type ReadTx } from '../database.ts'
import type { Rows, StoredRow, TableName } from '../tables.ts'

/** The input of a check. */
export interface Subject {
  readonly snapshot: Snapshot
  readonly now: Timestamp
  /** Empty if no key was found; `keyLocation` then states why. */
  readonly masterKeys: KeyRing
  readonly keyLocation: string
}

/** One property that every store must have. `run` yields a sentence for each violation. */
export interface Check {
  readonly name: string
  /** The property as a sentence. Reports contain it under this name. */
  readonly says: string
  run(subject: Subject): AsyncIterable<string>
  /** Whether its findings may be intended. They are then reported as remarks instead of as damage. */
  readonly remarksOnly?: true
}

/** Reads all records of a table in batches. */
export function batchesOf<Name extends TableName>(
  snapshot: Snapshot,
  table: Name,
): AsyncIterable<readonly Rows[Name][]>
export function batchesOf({ rows }: Snapshot, table: TableName): AsyncIterable<unknown> {
  return rows(table)
}

/** Reads all records of a table, one by one. */
export async function* eachRecord<Name extends TableName>(
  snapshot: Snapshot,
  table: Name,
): AsyncGenerator<Rows[Name]> {
  for await (const batch of batchesOf(snapshot, table)) yield* batch
}

/** Reads all rows of any table, one by one. */
export async function* eachRow({ rows }: Snapshot, table: TableName): AsyncGenerator<StoredRow> {
  for await (const batch of rows(table)) yield* batch
}

/**
 * Returns for each of these values how many rows have it in a field; values that no row has are missing. The rows themselves are not read,
 * because they may be many and large.
 */
export async function countByValue(
  tx: ReadTx,
  table: TableName,
  field: string,
  values: readonly unknown[],
): Promise<ReadonlyMap<unknown, number>> {
  if (values.length === 0) return new Map()
  const groups = await tableOf(tx, table).countBy([field], { [field]: { in: values } })
  return new Map(groups.map((group) => [group.values[0], group.rows]))
}
