import { createHash } from 'node:crypto'
import { amountOf, cellOfRow, countsOf, keptFor, type Cell, type Count } from './counts.ts'
import type {
  Change as RowChange,
  Database,
  Key,
  Query,
  ReadTable,
  ReadTx,
  Table,
  Tx,
} from './database.ts'
import { TABLE_NAMES, TABLES, type TableName } from './tables.ts'

type Row = Record<string, unknown>
/** What a work has changed about one number so far. */
interface Change extends Cell {
  readonly name: string
  readonly share: number
  by: number
}

/** More rows in one statement save little, and each number of rows is a statement of its own. */
const AT_ONCE = 16

/**
 * A database that keeps the counts of `counts.ts`, in the transaction of each change, and answers from them what it is asked to count.
 * Numbers are moved at the end of a work, in one order for all works: who waits for one holds nothing that others of them need.
 */
export function withAggregates(database: Database): Database {
  return {
    ...database,
    transact: (work) =>
      database.transact(async (tx, moment) => {
        const ledger = new Ledger()
        const answer = await work(new Counting(tx, ledger) as unknown as Tx, moment)
        await ledger.write(tx)
        return answer
      }),
    read: (work) =>
      database.read((tx, moment) => work(new Counting(tx) as unknown as ReadTx, moment)),
  }
}

/** The changes of one work. */
class Ledger {
  readonly #changes = new Map<string, Change>()

  note(count: Count, row: Row | undefined, share: number, sign: 1 | -1): void {
    const cell = cellOfRow(count, row)
    if (!cell || !row) return
    const by = sign * amountOf(count, row)
    const { name } = count
    const key = JSON.stringify([name, cell.grouping, cell.value, share])
    const change = this.#changes.get(key) ?? { name, ...cell, share, by: 0 }
    change.by += by
    this.#changes.set(key, change)
  }

  changeOf({ name }: Count, { grouping, value }: Cell): number {
    const changes = [...this.#changes.values()].filter(
      (change) => change.name === name && change.grouping === grouping && change.value === value,
    )
    return changes.reduce((sum, { by }) => sum + by, 0)
  }

  async write(tx: Tx): Promise<void> {
    const changed = [...this.#changes]
      .filter(([, { by }]) => by !== 0)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
    const rows = changed.map(([, { by, ...which }]) => ({ ...which, rows: by }))
    for (let from = 0; from < rows.length; from += AT_ONCE)
      await tx.counters.add(rows.slice(from, from + AT_ONCE), 'rows')
  }
}

/** The tables of one work; those with counts are wrapped when they are asked for. */
class Counting {
  readonly tx: ReadTx
  readonly #ledger: Ledger | undefined
  readonly #made = new Map<TableName, ReadTable<Row>>()
  constructor(tx: ReadTx, ledger?: Ledger) {
    this.tx = tx
    this.#ledger = ledger
  }

  table(name: TableName): ReadTable<Row> {
    const made = this.#made.get(name)
    if (made) return made
    const asked = {
      ...this.tx[name],
      count: counted(this.tx, name, this.#ledger),
    } as unknown as ReadTable<Row>
    const table = this.#ledger ? noting(name, asked as Table<Row>, this.#ledger) : asked
    this.#made.set(name, table)
    return table
  }
}
for (const name of TABLE_NAMES) {
  const isCounted = countsOf(name).length > 0
  Object.defineProperty(Counting.prototype, name, {
    get(this: Counting) {
      return isCounted ? this.table(name) : this.tx[name]
    },
  })
}

/** Answers from what is kept where it can, this work's own changes included. */
function counted(tx: ReadTx, name: TableName, ledger: Ledger | undefined): ReadTable<Row>['count'] {
  return async (where, most = Infinity) => {
    const kept = keptFor(name, where)
    if (!kept) return (tx[name] as unknown as ReadTable<Row>).count(where, most)
    const { count, cells } = kept
    const values = cells.map(({ value }) => value)
    const rows = await tx.counters.find({
      where: { name: count.name, grouping: cells[0]?.grouping ?? '', value: { in: values } },
      lock: false,
    })
    const changed = ledger ? cells.reduce((sum, cell) => sum + ledger.changeOf(count, cell), 0) : 0
    return Math.min(
      most,
      rows.reduce((sum, row) => sum + row.rows, changed),
    )
  }
}

/** The counts that a change affects, and the row as it was. */
interface Affected {
  readonly counts: readonly Count[]
  readonly was: Row
}

/** Notes what each write does to the counts. The row before is remembered from when the work read it, as it has to, to decide. */
function noting(name: TableName, table: Table<Row>, ledger: Ledger): Table<Row> {
  const counts = countsOf(name)
  const { key } = TABLES[name]
  /** Rows as this work knows them, perhaps some of their fields only. */
  const known = new Map<string, Row | undefined>()
  const idOf = (row: Key<Row>) => JSON.stringify(key.map((field) => row[field]))
  const remember = (row: Row): Row => {
    const id = idOf(row)
    known.set(id, { ...known.get(id), ...row })
    return row
  }
  /** The row as it was, with all that these counts depend on. */
  const before = async (
    wanted: Key<Row>,
    some: readonly Count[] = counts,
  ): Promise<Row | undefined> => {
    const id = idOf(wanted)
    const row = known.get(id)
    const isEnough =
      known.has(id) && (!row || some.every(({ fields }) => fields.every((field) => field in row)))
    if (!isEnough) known.set(id, await table.get(wanted))
    return known.get(id)
  }
  /** Which counts a change affects, and the row before it. */
  const affectedBy = async ({
    key: wanted,
    changes,
  }: RowChange<Row>): Promise<Affected | undefined> => {
    const some = counts.filter(({ fields }) => fields.some((field) => field in changes))
    const was = some.length > 0 ? await before(wanted, some) : undefined
    return was && { was, counts: some }
  }
  const note = (
    id: string,
    was: Row | undefined,
    is: Row | undefined,
    some: readonly Count[] = counts,
  ) => {
    for (const count of some) {
      const share = count.shares === 1 ? 0 : shareOf(id, count.shares)
      ledger.note(count, was, share, -1)
      ledger.note(count, is, share, 1)
    }
    known.set(id, is)
  }
  const noteChange = ({ key: wanted, changes }: RowChange<Row>, affected: Affected | undefined) => {
    if (affected) note(idOf(wanted), affected.was, { ...affected.was, ...changes }, affected.counts)
  }
  const found = async (query: Query<Row>): Promise<readonly Row[]> => {
    const rows = await table.find(query)
    if (query.lock !== false) rows.forEach(remember)
    return rows
  }
  return {
    ...table,
    async get(wanted) {
      const row = await table.get(wanted)
      known.set(idOf(wanted), row)
      return row
    },
    async getMany(keys, options) {
      const rows = await table.getMany(keys, options)
      const only: readonly string[] | undefined = options?.columns
      if (!only || key.every((field) => only.includes(field)))
        rows.forEach((row) => row && remember(row))
      return rows
    },
    find: found,
    first: async (query) => (await found({ ...query, limit: 1 }))[0],
    async insert(row) {
      await table.insert(row)
      note(idOf(row), undefined, row)
    },
    async update(wanted, changes) {
      const change = { key: wanted, changes }
      const affected = await affectedBy(change)
      await table.update(wanted, changes)
      noteChange(change, affected)
    },
    async updateMany(all) {
      const affected: (Affected | undefined)[] = []
      for (const change of all) affected.push(await affectedBy(change))
      await table.updateMany(all)
      all.forEach((change, at) => noteChange(change, affected[at]))
    },
    async put(row) {
      const was = await before(row)
      await table.put(row)
      note(idOf(row), was, row)
    },
    async add(rows, field) {
      const were: (Row | undefined)[] = []
      for (const row of rows) were.push(await before(row))
      await table.add(rows, field)
      rows.forEach((row, at) =>
        note(
          idOf(row),
          were[at],
          were[at] ? { ...were[at], [field]: Number(were[at][field]) + Number(row[field]) } : row,
        ),
      )
    },
    async delete(wanted) {
      const was = await before(wanted)
      await table.delete(wanted)
      if (was) note(idOf(wanted), was, undefined)
    },
  }
}

const shareOf = (id: string, shares: number): number =>
  createHash('sha256').update(id).digest().readUInt32BE() % shares
