import { amountOf, cellOf, cellOfRow, COUNTS, keyOf, type Cell, type Count } from '../counts.ts'
import type { CallContext } from '../context.ts'
import type { ReadTable, ReadTx, Tx } from '../database.ts'

/** Says of a count, by its name as value, that it is complete. */
const COMPLETE = 'complete'

/** The counts that this store does not keep yet: it is new, or was written by a version that did not know them. */
export async function unkeptCounts(tx: ReadTx): Promise<readonly Count[]> {
  const complete = await tx.counters.find({ where: { name: COMPLETE, grouping: '' }, lock: false })
  const names = new Set(complete.map(({ value }) => value))
  return COUNTS.filter(({ name }) => !names.has(name))
}

/** Begins to keep counts, from the rows that are there. */
export async function keepCounts(tx: Tx, counts: readonly Count[]): Promise<void> {
  const filled = new Map<string, boolean>()
  for (const count of counts) {
    if (!filled.has(count.table))
      filled.set(count.table, (await tx[count.table].first({ lock: false })) !== undefined)
    if (filled.get(count.table)) await correct(tx, count)
  }
  await tx.counters.add(
    counts.map(({ name }) => ({ name: COMPLETE, grouping: '', value: name, share: 0, rows: 1 })),
    'rows',
  )
}

/** One number that differed from what was counted. */
export interface Correction extends Cell {
  readonly name: string
  readonly kept: number
  readonly counted: number
}

/**
 * Counts the rows of one count anew and puts right what differs. Works that move one of its numbers wait meanwhile, others do not.
 * Returns the corrections, none where all was right. For operators, after processes of a version without counts wrote to the store.
 */
export async function correctCount(
  tx: Tx,
  _: CallContext,
  { name }: { name: string },
): Promise<readonly Correction[]> {
  const count = COUNTS.find((one) => one.name === name)
  if (!count) throw new Error(`No count is called ${name}`)
  return correct(tx, count)
}

/** The names of all counts, for whoever goes through them. */
export const listCounts = async (_: ReadTx, __: object): Promise<readonly string[]> =>
  COUNTS.map(({ name }) => name)

async function correct(tx: Tx, count: Count): Promise<readonly Correction[]> {
  const corrections = [...(await heldNumbers(tx, count)).values()].filter(
    ({ kept, counted }) => kept !== counted,
  )
  for (const { name, grouping, value, kept, counted } of corrections)
    await tx.counters.add([{ name, grouping, value, share: 0, rows: counted - kept }], 'rows')
  return corrections
}

/** The numbers of a count that are kept otherwise than they are. */
export async function wrongNumbers(tx: ReadTx, count: Count): Promise<readonly Correction[]> {
  return [...(await numbersOf(tx, count)).numbers.values()].filter(
    ({ kept, counted }) => kept !== counted,
  )
}

/**
 * Every number of a count as it is kept and as it is, with all its counters held. A counter that is missing cannot be held, so it is
 * made first; and again, if another work has made a new one meanwhile.
 */
async function heldNumbers(tx: Tx, count: Count): Promise<ReadonlyMap<string, Correction>> {
  for (;;) {
    const { numbers, held } = await numbersOf(tx, count)
    const unheld = [...numbers].filter(([id]) => !held.has(id)).map(([, cell]) => cell)
    if (unheld.length === 0) return numbers
    for (const { grouping, value } of unheld)
      await tx.counters.add([{ name: count.name, grouping, value, share: 0, rows: 0 }], 'rows')
  }
}

/** Every number of a count, and which of them have a counter. */
async function numbersOf(
  tx: ReadTx,
  count: Count,
): Promise<{ numbers: ReadonlyMap<string, Correction>; held: ReadonlySet<string> }> {
  const numbers = new Map<string, { -readonly [Field in keyof Correction]: Correction[Field] }>()
  const numberOf = ({ grouping, value }: Cell) => {
    const id = JSON.stringify([grouping, value])
    const number = numbers.get(id) ?? { name: count.name, grouping, value, kept: 0, counted: 0 }
    numbers.set(id, number)
    return number
  }
  for (const counter of await tx.counters.find({
    where: { name: count.name },
    orderBy: ['grouping', 'value', 'share'],
  }))
    numberOf(counter).kept += counter.rows
  const held = new Set(numbers.keys())
  for (const { cell, rows } of await counted(tx, count)) numberOf(cell).counted += rows
  return { numbers, held }
}

async function counted(tx: ReadTx, count: Count): Promise<readonly { cell: Cell; rows: number }[]> {
  const { table, of, only, bytesOf } = count
  if (bytesOf) return addedUp(tx, count)
  const where = Object.fromEntries(
    Object.entries(only).map(([field, values]) => [
      field,
      values.length === 1 ? values[0] : { in: values },
    ]),
  )
  const groups = await (tx[table] as unknown as ReadTable<Record<string, string>>).countBy(
    [...of],
    where as never,
  )
  const whole = groups.filter(({ values, rows }) => rows > 0 && !values.includes(null))
  return whole.map(({ values, rows }) => ({ cell: cellOf(values), rows }))
}

/** Rows that are weighed at a time. */
const AT_ONCE = 500

/** Weighs every row; a page after the other, since rows can be large. */
async function addedUp(tx: ReadTx, count: Count): Promise<readonly { cell: Cell; rows: number }[]> {
  const table = tx[count.table] as unknown as ReadTable<Record<string, string>>
  const key = keyOf(count)
  const sums = new Map<string, { cell: Cell; rows: number }>()
  const add = (row: Readonly<Record<string, string>>) => {
    const cell = cellOfRow(count, row)
    if (!cell) return
    const id = JSON.stringify(cell)
    sums.set(id, { cell, rows: (sums.get(id)?.rows ?? 0) + amountOf(count, row) })
  }
  for (let after: readonly string[] | undefined; ;) {
    const rows = await table.find({
      orderBy: [...key],
      limit: AT_ONCE,
      lock: false,
      ...(after && { after }),
    })
    rows.forEach(add)
    if (rows.length < AT_ONCE) return [...sums.values()]
    after = key.map((field) => rows.at(-1)![field]!)
  }
}
