import type { ReadTable, ReadTx } from '../database.ts'
import type { Snapshot, StoredRow } from '../snapshot.ts'
import type { TableName } from '../tables.ts'

/** Returns a table by its name, with rows of unknown type. */
export const tableOf = (tx: ReadTx, name: TableName) => tx[name] as unknown as ReadTable<StoredRow>

/** Reads all rows of a table, one by one. */
export async function* eachRow<Row = StoredRow>(
  { rows }: Snapshot,
  table: TableName,
): AsyncGenerator<Row> {
  for await (const portion of rows(table)) yield* portion as unknown as readonly Row[]
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
    : tableOf(tx, table).find({ where: { [field]: { in: values } } as never })

/** Returns those of these values that a field has in some row. */
export const present = async (
  tx: ReadTx,
  table: TableName,
  field: string,
  values: readonly unknown[],
): Promise<ReadonlySet<unknown>> =>
  new Set((await among(tx, table, field, values)).map((row) => row[field]))
