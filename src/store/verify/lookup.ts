import type { ReadTable, ReadTx } from '../database.ts'
import type { Snapshot, StoredRow } from '../snapshot.ts'
import type { TableName } from '../tables.ts'

/** A table whose rows are looked at without knowing which table it is. */
export const tableOf = (tx: ReadTx, name: TableName) => tx[name] as unknown as ReadTable<StoredRow>

/** All rows of a table, one by one. */
export async function* eachRow<Row = StoredRow>(
  { rows }: Snapshot,
  table: TableName,
): AsyncGenerator<Row> {
  for await (const some of rows(table)) yield* some as unknown as readonly Row[]
}

/** Rows in which a field has one of these values. */
export const among = (
  tx: ReadTx,
  table: TableName,
  field: string,
  values: readonly unknown[],
): Promise<readonly StoredRow[]> =>
  values.length === 0
    ? Promise.resolve([])
    : tableOf(tx, table).find({ where: { [field]: { in: values } } as never })

/** Which of these values a field has somewhere. */
export const present = async (
  tx: ReadTx,
  table: TableName,
  field: string,
  values: readonly unknown[],
): Promise<ReadonlySet<unknown>> =>
  new Set((await among(tx, table, field, values)).map((row) => row[field]))
