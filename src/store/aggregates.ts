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

/** The change to one counter in one transaction. */
interface Delta extends Cell {
  readonly name: string
  readonly shard: number
  by: number
}

/**
 * Returns a database that keeps the aggregates of `counts.ts` up to date in the transaction of each change, and uses them for `count`
 * whenever possible. Each transaction changes the counters at its end, in the same order as all others, so that transactions do not
 * deadlock on counters.
 */
export function withAggregates(database: Database): Database {
  return {
    ...database,
    transact: (body) =>
      database.transact(async (tx, moment) => {
        const deltas = new Deltas()
        const result = await body(aggregatedTables(tx, deltas), moment)
        await deltas.write(tx)
        return result
      }),
    read: (body) => database.read((tx, moment) => body(aggregatedTables(tx), moment)),
  }
}

/** The changes to all counters in one transaction. */
class Deltas {
  readonly #deltas = new Map<string, Delta>()

  add(count: Count, row: StoredRow | undefined, shard: number, sign: 1 | -1): void {
    const cell = cellOfRow(count, row)
    if (!cell || !row) return
    const by = sign * amountOf(count, row)
    const key = JSON.stringify([count.name, cell.grouping, cell.value, shard])
    const delta = this.#deltas.get(key) ?? { name: count.name, ...cell, shard, by: 0 }
    delta.by += by
    this.#deltas.set(key, delta)
  }

  sumOf({ name }: Count, { grouping, value }: Cell): number {
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
    await tx.counters.add(rows, 'rows')
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
  readonly #tables = new Map<TableName, ReadTable<StoredRow>>()
  constructor(tx: ReadTx, deltas?: Deltas) {
    this.tx = tx
    this.#deltas = deltas
  }

  table(name: TableName): ReadTable<StoredRow> {
    const existing = this.#tables.get(name)
    if (existing) return existing
    const tables: AnyReadTx = this.tx
    const base = tables[name] as ReadTable<StoredRow>
    const counted = { ...base, count: this.#countOf(name, base) }
    const table = this.#deltas ? tracked(name, counted as Table<StoredRow>, this.#deltas) : counted
    this.#tables.set(name, table)
    return table
  }

  /** Returns a `count` that reads an aggregate if there is one, and includes the transaction's own changes. */
  #countOf(name: TableName, table: ReadTable<StoredRow>): ReadTable<StoredRow>['count'] {
    return async (where, limit = Infinity) => {
      const match = countFor(name, where)
      if (!match) return table.count(where, limit)
      const { count, cells } = match
      const values = cells.map(({ value }) => value)
      const rows = await this.tx.counters.find({
        where: { name: count.name, grouping: cells[0]?.grouping ?? '', value: { in: values } },
        lock: false,
      })
      const changed = cells.reduce((sum, cell) => sum + (this.#deltas?.sumOf(count, cell) ?? 0), 0)
      return Math.min(
        limit,
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

/** The aggregates that a change affects, and the row before the change. */
interface Affected {
  readonly counts: readonly Count[]
  readonly before: StoredRow
}

/** Caches the rows of one table that a transaction has read, and computes how its changes affect the aggregates. */
class TrackedRows {
  readonly #name: TableName
  readonly #table: Table<StoredRow>
  readonly #deltas: Deltas
  readonly #counts: readonly Count[]
  /** The rows by their keys, possibly with only some of their fields; undefined for a row that is missing. */
  readonly #rows = new Map<string, StoredRow | undefined>()
  constructor(name: TableName, table: Table<StoredRow>, deltas: Deltas) {
    this.#name = name
    this.#table = table
    this.#deltas = deltas
    this.#counts = COUNTS_BY_TABLE.get(name) ?? []
  }

  /** Caches the result of reading one whole row. */
  cacheRow(key: Key<StoredRow>, row: StoredRow | undefined): void {
    this.#rows.set(this.#idOf(key), row)
  }

  /** Caches rows that were read, possibly in part. Rows without their whole key are not cached. */
  cacheRows(rows: readonly (StoredRow | undefined)[], columns?: readonly string[]): void {
    if (columns && !TABLES[this.#name].key.every((field) => columns.includes(field))) return
    for (const row of rows) {
      if (!row) continue
      const id = this.#idOf(row)
      this.#rows.set(id, { ...this.#rows.get(id), ...row })
    }
  }

  /**
   * Returns the row as the transaction sees it, with all fields on which the aggregates depend. It is read only if the cache does not
   * contain these fields.
   */
  async before(key: Key<StoredRow>, counts = this.#counts): Promise<StoredRow | undefined> {
    const id = this.#idOf(key)
    const row = this.#rows.get(id)
    const isSufficient =
      this.#rows.has(id) &&
      (!row || counts.every(({ fields }) => fields.every((field) => field in row)))
    if (!isSufficient) this.#rows.set(id, await this.#table.get(key))
    return this.#rows.get(id)
  }

  /** Returns the aggregates that a change will affect. */
  async affectedBy({ key, changes }: Change<StoredRow>): Promise<Affected | undefined> {
    const counts = this.#counts.filter(({ fields }) => fields.some((field) => field in changes))
    const before = counts.length > 0 ? await this.before(key, counts) : undefined
    return before && { before, counts }
  }

  /** Records that a row was inserted (`before` is missing), deleted (`after` is missing) or replaced. */
  recordReplacement(
    key: Key<StoredRow>,
    before: StoredRow | undefined,
    after: StoredRow | undefined,
    counts = this.#counts,
  ): void {
    const id = this.#idOf(key)
    for (const count of counts) {
      const shard = count.shards === 1 ? 0 : shardOf(id, count.shards)
      this.#deltas.add(count, before, shard, -1)
      this.#deltas.add(count, after, shard, 1)
    }
    this.#rows.set(id, after)
  }

  /** Records a change that was made. */
  recordChange({ key, changes }: Change<StoredRow>, affected: Affected | undefined): void {
    if (!affected) return
    const { before, counts } = affected
    this.recordReplacement(key, before, { ...before, ...changes }, counts)
  }

  #idOf(row: Key<StoredRow>): string {
    return JSON.stringify(TABLES[this.#name].key.map((field) => row[field]))
  }
}

/**
 * Returns a table whose writes change the aggregates. The row before a write is usually in the cache, because the transaction has read it
 * in order to decide.
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
    if (query.lock !== false) rows.cacheRows(found)
    return found
  }
  return {
    async get(key) {
      const row = await table.get(key)
      rows.cacheRow(key, row)
      return row
    },
    async getMany(keys, options) {
      const found = await table.getMany(keys, options)
      rows.cacheRows(found, options?.columns)
      return found
    },
    find,
    first: async (query) => (await find({ ...query, limit: 1 }))[0],
  }
}

function trackedWrites(
  table: Table<StoredRow>,
  rows: TrackedRows,
): Omit<Table<StoredRow>, keyof ReadTable<StoredRow>> {
  return {
    async insert(row) {
      await table.insert(row)
      rows.recordReplacement(row, undefined, row)
    },
    async update(key, changes) {
      const affected = await rows.affectedBy({ key, changes })
      await table.update(key, changes)
      rows.recordChange({ key, changes }, affected)
    },
    async updateMany(changes) {
      const affected: (Affected | undefined)[] = []
      for (const change of changes) affected.push(await rows.affectedBy(change))
      await table.updateMany(changes)
      changes.forEach((change, at) => rows.recordChange(change, affected[at]))
    },
    async put(row) {
      const before = await rows.before(row)
      await table.put(row)
      rows.recordReplacement(row, before, row)
    },
    async putMany(all) {
      for (const row of all) await this.put(row)
    },
    async add(added, field) {
      const before: (StoredRow | undefined)[] = []
      for (const row of added) before.push(await rows.before(row))
      await table.add(added, field)
      added.forEach((row, at) => {
        const previous = before[at]
        const sum = previous && {
          ...previous,
          [field]: Number(previous[field]) + Number(row[field]),
        }
        rows.recordReplacement(row, previous, sum ?? row)
      })
    },
    async delete(key) {
      const before = await rows.before(key)
      await table.delete(key)
      if (before) rows.recordReplacement(key, before, undefined)
    },
  }
}

const shardOf = (id: string, shards: number): number =>
  createHash('sha256').update(id).digest().readUInt32BE() % shards
