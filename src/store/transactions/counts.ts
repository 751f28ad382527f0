import { amountOf, cellOf, cellOfRow, COUNTS, keyOf, type Cell, type Count } from '../counts.ts'
import type { CallContext } from '../context.ts'
import { tableOf, type ReadTx, type Tx } from '../database.ts'
import type { StoredRow, TableName } from '../tables.ts'

/** The name of counters that mark complete counts; their `value` is the name of the count. */
const COMPLETE = 'complete'

/** Returns the counts that this store does not maintain yet, because it is new or was written by an earlier version. */
export async function findMissingCounts(tx: ReadTx): Promise<readonly Count[]> {
  const complete = await tx.counters.find({ where: { name: COMPLETE, grouping: '' }, lock: false })
  const names = new Set(complete.map(({ value }) => value))
  return COUNTS.filter(({ name }) => !names.has(name))
}

/** Begins to maintain counts, starting from the rows that exist. */
export async function initializeCounts(tx: Tx, counts: readonly Count[]): Promise<void> {
  const filled = new Map<string, boolean>()
  for (const count of counts) {
    if (!filled.has(count.table))
      filled.set(count.table, (await tx[count.table].first({ lock: false })) !== undefined)
    if (filled.get(count.table)) await correctCounters(tx, count)
  }
  await tx.counters.add(
    counts.map(({ name }) => ({ name: COMPLETE, grouping: '', value: name, shard: 0, rows: 1 })),
    'rows',
  )
}

/** A counter with its stored value (`kept`) and the number of rows or bytes (`counted`), which may differ. */
export interface Correction extends Cell {
  readonly name: string
  readonly kept: number
  readonly counted: number
}

/**
 * Counts the rows of one count again, corrects the counters that differ, and returns the corrections. Only transactions that change one of
 * these counters have to wait. Operators need this after processes of a version without counts have written to the store.
 * @throws Error if there is no such count
 */
export async function correctCount(
  tx: Tx,
  _: CallContext,
  { name }: { name: string },
): Promise<readonly Correction[]> {
  const count = COUNTS.find((candidate) => candidate.name === name)
  if (!count) throw new Error(`There is no count named ${name}.`)
  return correctCounters(tx, count)
}

/** Returns the names of all counts. */
export const listCounts = async (_: ReadTx, __: object): Promise<readonly string[]> =>
  COUNTS.map(({ name }) => name)

async function correctCounters(tx: Tx, count: Count): Promise<readonly Correction[]> {
  const corrections = [...(await lockCounters(tx, count)).values()].filter(
    ({ kept, counted }) => kept !== counted,
  )
  for (const { name, grouping, value, kept, counted } of corrections)
    await tx.counters.add([{ name, grouping, value, shard: 0, rows: counted - kept }], 'rows')
  return corrections
}

/** Returns the counters whose stored values are wrong. */
export async function findWrongCounts(tx: ReadTx, count: Count): Promise<readonly Correction[]> {
  return [...(await compareCounters(tx, count)).entries.values()].filter(
    ({ kept, counted }) => kept !== counted,
  )
}

/**
 * Locks all counters of a count and compares them with the rows. A missing counter cannot be locked, so it is inserted first. This is
 * repeated if another transaction has inserted a counter, or a further shard of one, after the counters were read, because the comparison
 * may then include the rows of that transaction but lack its counter.
 */
async function lockCounters(tx: Tx, count: Count): Promise<ReadonlyMap<string, Correction>> {
  for (;;) {
    const { entries, existing, shards } = await compareCounters(tx, count)
    const missing = [...entries].filter(([id]) => !existing.has(id)).map(([, cell]) => cell)
    if (missing.length === 0 && (await readCounters(tx, count)).length === shards) return entries
    for (const { grouping, value } of missing)
      await tx.counters.add([{ name: count.name, grouping, value, shard: 0, rows: 0 }], 'rows')
  }
}

/**
 * Compares the counters with the rows; `existing` are the identifiers of the counters that exist, and `shards` is how many shards they have
 * together.
 */
async function compareCounters(
  tx: ReadTx,
  count: Count,
): Promise<{
  entries: ReadonlyMap<string, Correction>
  existing: ReadonlySet<string>
  shards: number
}> {
  const entries = new Map<string, { -readonly [Field in keyof Correction]: Correction[Field] }>()
  const entryOf = ({ grouping, value }: Cell) => {
    const id = JSON.stringify([grouping, value])
    const entry = entries.get(id) ?? { name: count.name, grouping, value, kept: 0, counted: 0 }
    entries.set(id, entry)
    return entry
  }
  const counters = await readCounters(tx, count)
  for (const counter of counters) entryOf(counter).kept += counter.rows
  const existing = new Set(entries.keys())
  for (const { cell, rows } of await countRows(tx, count)) entryOf(cell).counted += rows
  return { entries, existing, shards: counters.length }
}

const readCounters = (tx: ReadTx, { name }: Count) =>
  tx.counters.find({ where: { name }, orderBy: ['grouping', 'value', 'shard'] })

async function countRows(
  tx: ReadTx,
  count: Count,
): Promise<readonly { cell: Cell; rows: number }[]> {
  const { table, groupBy, where: conditions, bytesOf } = count
  if (bytesOf) return sumRows(tx, count)
  const where = Object.fromEntries(
    Object.entries(conditions).map(([field, values]) => [
      field,
      values.length === 1 ? values[0] : { in: values },
    ]),
  )
  const groups = await tableOf(tx, table).countBy(groupBy, where)
  const countedGroups = groups.filter(({ values, rows }) => rows > 0 && !values.includes(null))
  return countedGroups.map(({ values, rows }) => ({ cell: cellOf(values), rows }))
}

/** Limits how many rows are read at a time: fewer of tables whose rows can be large, such as reports with their bills of materials. */
const PAGE_ROWS = 500
const LARGE_ROWS: { readonly [Name in TableName]?: number } = {
  agents: 20,
  disputes: 20,
  policies: 50,
  image_reports: 1,
}

/** Adds up the sizes of all rows, page by page. */
async function sumRows(tx: ReadTx, count: Count): Promise<readonly { cell: Cell; rows: number }[]> {
  const table = tableOf(tx, count.table)
  const key = keyOf(count)
  const columns = [...new Set([...key, ...count.fields])]
  const limit = LARGE_ROWS[count.table] ?? PAGE_ROWS
  const sums = new Map<string, { cell: Cell; rows: number }>()
  const add = (row: StoredRow) => {
    const cell = cellOfRow(count, row)
    if (!cell) return
    const id = JSON.stringify(cell)
    sums.set(id, { cell, rows: (sums.get(id)?.rows ?? 0) + amountOf(count, row) })
  }
  for (let after: readonly string[] | undefined; ;) {
    const rows = await table.select(columns, { orderBy: key, limit, ...(after && { after }) })
    rows.forEach(add)
    if (rows.length < limit) return [...sums.values()]
    after = key.map((field) => String(rows.at(-1)![field]))
  }
}
