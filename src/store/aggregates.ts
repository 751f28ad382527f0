import { createHash } from 'node:crypto'
import { amountOf, cellOfRow, countFor, COUNTS_BY_TABLE, type Cell, type Count } from './counts.ts'
import type {
  AnyReadTx,
  Change,
  Database,
  Key,
  Query,
  ReadTable,
  ReadTx,
  Table,
  Tx,
} from './database.ts'
import { TABLE_NAMES, TABLES, type StoredRow, type TableName } from './tables.ts'

/** How one transaction changes one number. */
interface Delta extends Cell {
  readonly name: string
  readonly share: number
  by: number
}

/** Longer statements save little, and each number of rows is another statement to prepare. */
const ROWS_PER_STATEMENT = 16

/**
 * Returns the database, which keeps the aggregates of `counts.ts` up to date in the transaction of each change, and answers `count` from
 * them where it can. A transaction changes the numbers at its end, in one order for all transactions, so that none that waits for a
 * number has locked another that is needed.
 */
export function withAggregates(database: Database): Database {
  return {
    ...database,
    transact: (body) =>
      database.transact(async (tx, moment) => {
        const deltas = new Deltas()
        const answer = await body(aggregatedTables(tx, deltas), moment)
        await deltas.write(tx)
        return answer
      }),
    read: (body) => database.read((tx, moment) => body(aggregatedTables(tx), moment)),
  }
}

/** How one transaction changes all numbers. */
class Deltas {
  readonly #deltas = new Map<string, Delta>()

  add(count: Count, row: StoredRow | undefined, share: number, sign: 1 | -1): void {
    const cell = cellOfRow(count, row)
    if (!cell || !row) return
    const by = sign * amountOf(count, row)
    const { name } = count
    const key = JSON.stringify([name, cell.grouping, cell.value, share])
    const delta = this.#deltas.get(key) ?? { name, ...cell, share, by: 0 }
    delta.by += by
    this.#deltas.set(key, delta)
  }

  of({ name }: Count, { grouping, value }: Cell): number {
    const deltas = [...this.#deltas.values()].filter(
      (delta) => delta.name === name && delta.grouping === grouping && delta.value === value,
    )
    return deltas.reduce((sum, { by }) => sum + by, 0)
  }

  async write(tx: Tx): Promise<void> {
    const changed = [...this.#deltas]
      .filter(([, { by }]) => by !== 0)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
    const rows = changed.map(([, { by, ...cell }]) => ({ ...cell, rows: by }))
    for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT)
      await tx.counters.add(rows.slice(from, from + ROWS_PER_STATEMENT), 'rows')
  }
}

/** Returns the tables of one transaction. A table with aggregates is wrapped when it is first used. */
function aggregatedTables(tx: Tx, deltas: Deltas): Tx
function aggregatedTables(tx: ReadTx): ReadTx
function aggregatedTables(tx: ReadTx, deltas?: Deltas): object {
  return new AggregatedTables(tx, deltas)
}

class AggregatedTables {
  readonly tx: ReadTx
  readonly #deltas: Deltas | undefined
  readonly #made = new Map<TableName, ReadTable<StoredRow>>()
  constructor(tx: ReadTx, deltas?: Deltas) {
    this.tx = tx
    this.#deltas = deltas
  }

  table(name: TableName): ReadTable<StoredRow> {
    const made = this.#made.get(name)
    if (made) return made
    const tables: AnyReadTx = this.tx
    const plain = tables[name] as ReadTable<StoredRow>
    const counted = { ...plain, count: this.#countOf(name, plain) }
    const table = this.#deltas ? tracked(name, counted as Table<StoredRow>, this.#deltas) : counted
    this.#made.set(name, table)
    return table
  }

  /** Returns a `count` that reads an aggregate where there is one, and includes the transaction's own changes. */
  #countOf(name: TableName, table: ReadTable<StoredRow>): ReadTable<StoredRow>['count'] {
    return async (where, most = Infinity) => {
      const found = countFor(name, where)
      if (!found) return table.count(where, most)
      const { count, cells } = found
      const values = cells.map(({ value }) => value)
      const rows = await this.tx.counters.find({
        where: { name: count.name, grouping: cells[0]?.grouping ?? '', value: { in: values } },
        lock: false,
      })
      const changed = cells.reduce((sum, cell) => sum + (this.#deltas?.of(count, cell) ?? 0), 0)
      return Math.min(
        most,
        rows.reduce((sum, row) => sum + row.rows, changed),
      )
    }
  }
}
for (const name of TABLE_NAMES) {
  const hasCounts = COUNTS_BY_TABLE.has(name)
  Object.defineProperty(AggregatedTables.prototype, name, {
    get(this: AggregatedTables) {
      return hasCounts ? this.table(name) : this.tx[name]
    },
  })
}

/** The aggregates that a change affects, and the row before it. */
interface Affected {
  readonly counts: readonly Count[]
  readonly before: StoredRow
}

/** The rows of one table as a transaction knows them, and what its changes do to the aggregates. */
class TrackedRows {
  readonly #name: TableName
  readonly #table: Table<StoredRow>
  readonly #deltas: Deltas
  readonly #counts: readonly Count[]
  /** Rows by their keys, perhaps some of their fields only; undefined for a row that is missing. */
  readonly #known = new Map<string, StoredRow | undefined>()
  constructor(name: TableName, table: Table<StoredRow>, deltas: Deltas) {
    this.#name = name
    this.#table = table
    this.#deltas = deltas
    this.#counts = COUNTS_BY_TABLE.get(name) ?? []
  }

  /** Keeps the result of reading one whole row. */
  rememberOne(key: Key<StoredRow>, row: StoredRow | undefined): void {
    this.#known.set(this.#idOf(key), row)
  }

  /** Keeps rows that were read, perhaps in part. Rows without their whole key are left out. */
  remember(rows: readonly (StoredRow | undefined)[], columns?: readonly string[]): void {
    if (columns && !TABLES[this.#name].key.every((field) => columns.includes(field))) return
    for (const row of rows) {
      if (!row) continue
      const id = this.#idOf(row)
      this.#known.set(id, { ...this.#known.get(id), ...row })
    }
  }

  /** Returns the row as the transaction knows it, with all fields on which the aggregates depend. It is read only where that is not known. */
  async before(key: Key<StoredRow>, counts = this.#counts): Promise<StoredRow | undefined> {
    const id = this.#idOf(key)
    const row = this.#known.get(id)
    const isEnough =
      this.#known.has(id) &&
      (!row || counts.every(({ fields }) => fields.every((field) => field in row)))
    if (!isEnough) this.#known.set(id, await this.#table.get(key))
    return this.#known.get(id)
  }

  /** Returns what a change affects, before it is made. */
  async affectedBy({ key, changes }: Change<StoredRow>): Promise<Affected | undefined> {
    const counts = this.#counts.filter(({ fields }) => fields.some((field) => field in changes))
    const before = counts.length > 0 ? await this.before(key, counts) : undefined
    return before && { before, counts }
  }

  /** Records that a row was replaced; either may be missing. */
  replaced(
    key: Key<StoredRow>,
    before: StoredRow | undefined,
    after: StoredRow | undefined,
    counts = this.#counts,
  ): void {
    const id = this.#idOf(key)
    for (const count of counts) {
      const share = count.shares === 1 ? 0 : shareOf(id, count.shares)
      this.#deltas.add(count, before, share, -1)
      this.#deltas.add(count, after, share, 1)
    }
    this.#known.set(id, after)
  }

  /** Records a change that was made. */
  changed({ key, changes }: Change<StoredRow>, affected: Affected | undefined): void {
    if (!affected) return
    const { before, counts } = affected
    this.replaced(key, before, { ...before, ...changes }, counts)
  }

  #idOf(row: Key<StoredRow>): string {
    return JSON.stringify(TABLES[this.#name].key.map((field) => row[field]))
  }
}

/**
 * Returns a table whose writes change the aggregates. The row before a write is kept from when the transaction read it, which it has to do
 * anyway in order to decide.
 */
function tracked(name: TableName, table: Table<StoredRow>, deltas: Deltas): Table<StoredRow> {
  const rows = new TrackedRows(name, table, deltas)
  return { ...table, ...trackedReads(table, rows), ...trackedWrites(table, rows) }
}

function trackedReads(
  table: Table<StoredRow>,
  rows: TrackedRows,
): Pick<Table<StoredRow>, 'get' | 'getMany' | 'find' | 'first'> {
  const find = async (query: Query<StoredRow>): Promise<readonly StoredRow[]> => {
    const found = await table.find(query)
    if (query.lock !== false) rows.remember(found)
    return found
  }
  return {
    async get(key) {
      const row = await table.get(key)
      rows.rememberOne(key, row)
      return row
    },
    async getMany(keys, options) {
      const found = await table.getMany(keys, options)
      rows.remember(found, options?.columns)
      return found
    },
    find,
    first: async (query) => (await find({ ...query, limit: 1 }))[0],
  }
}

function trackedWrites(
  table: Table<StoredRow>,
  rows: TrackedRows,
): Pick<Table<StoredRow>, 'insert' | 'update' | 'updateMany' | 'put' | 'add' | 'delete'> {
  return {
    async insert(row) {
      await table.insert(row)
      rows.replaced(row, undefined, row)
    },
    async update(key, changes) {
      const affected = await rows.affectedBy({ key, changes })
      await table.update(key, changes)
      rows.changed({ key, changes }, affected)
    },
    async updateMany(changes) {
      const affected: (Affected | undefined)[] = []
      for (const change of changes) affected.push(await rows.affectedBy(change))
      await table.updateMany(changes)
      changes.forEach((change, at) => rows.changed(change, affected[at]))
    },
    async put(row) {
      const before = await rows.before(row)
      await table.put(row)
      rows.replaced(row, before, row)
    },
    async add(added, field) {
      const before: (StoredRow | undefined)[] = []
      for (const row of added) before.push(await rows.before(row))
      await table.add(added, field)
      added.forEach((row, at) => {
        const old = before[at]
        const sum = old && { ...old, [field]: Number(old[field]) + Number(row[field]) }
        rows.replaced(row, old, sum ?? row)
      })
    },
    async delete(key) {
      const before = await rows.before(key)
      await table.delete(key)
      if (before) rows.replaced(key, before, undefined)
    },
  }
}

const shareOf = (id: string, shares: number): number =>
  createHash('sha256').update(id).digest().readUInt32BE() % shares
