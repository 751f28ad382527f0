import type { Key, Query, Table } from '../database.ts'
import { compareBy } from '../order.ts'
import type { Column, TableShape } from '../tables.ts'
import type { Statements } from './statements.ts'
import { termsOf, valuesOf } from './terms.ts'

type Row = Record<string, unknown>

/** Runs the text of a statement with a value for each placeholder and returns the selected rows. */
export type Execute = (text: string, values: readonly unknown[]) => Promise<readonly Row[]>

/** Converts a field to what SQL stores. JSON members and booleans are stored as text and numbers, which every SQL database has. */
const PACK: Readonly<Record<Column, (value: unknown) => unknown>> = {
  text: (value) => value,
  integer: (value) => value,
  boolean: Number,
  json: (value) => JSON.stringify(value),
}

const unpackScalar = (column: Column, value: unknown) =>
  (column === 'boolean' ? value === 1 : value) as string | number | boolean | null

/** A row with this key exists already. */
export class RowExists extends Error {
  constructor() {
    super('A row with this key exists already.')
    this.name = 'RowExists'
  }
}

async function oneByOne<Given, Answer>(
  all: readonly Given[],
  run: (one: Given) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const one of all) answers.push(await run(one))
  return answers
}

/** Returns one table over SQL. It binds values to the statements of the table's shape and converts the rows that they select. */
export function sqlTable(texts: Statements, execute: Execute, shape: TableShape): Table<Row> {
  const fields = Object.keys(shape.columns)
  const packed = Object.entries(shape.columns).filter(
    ([, column]) => column === 'json' || column === 'boolean',
  )

  const pack = (row: Partial<Row>, some: readonly string[]) =>
    some.map((field) => PACK[shape.columns[field]!](row[field]))
  const unpack = (row: Row): Row => {
    for (const [field, column] of packed)
      if (row[field] !== undefined)
        row[field] = column === 'json' ? JSON.parse(row[field] as string) : row[field] === 1
    return row
  }
  const keyOf = (key: Key<Row>) => shape.key.map((field) => key[field])
  const first = shape.key[0]!
  const nameOf = (key: Key<Row>) => key[first]
  const getOnly = async (key: Key<Row>, only: readonly string[]) => {
    const [row] = await execute(texts.get(only), keyOf(key))
    return row && unpack(row)
  }

  async function findOnly(
    {
      where = {},
      orderBy = [],
      descending = false,
      after = [],
      offset = 0,
      limit = Infinity,
      lock = true,
    }: Query<Row>,
    only: readonly string[],
  ): Promise<readonly Row[]> {
    const terms = termsOf(where, texts.arrays)
    const text = texts.find(terms, { orderBy, descending, after, offset, limit, lock }, only)
    const rows = (
      await execute(text, [...valuesOf(terms), ...after, ...(offset > 0 ? [offset] : [])])
    ).map(unpack)
    // A row whose lock had to be waited for is returned as it is now, in the position of what it was (PostgreSQL, SELECT, The Locking Clause).
    return texts.locking && lock
      ? rows.sort((a, b) => compareBy(orderBy, a, b) * (descending ? -1 : 1))
      : rows
  }

  const table: Table<Row> = {
    get: (key) => getOnly(key, fields),
    async getMany(keys, { skipLocked = false, columns = fields } = {}) {
      if (!texts.lists || keys.length === 0)
        return (await oneByOne(keys, (key) => getOnly(key, columns))) as never
      const named = new Map(
        (await execute(texts.getMany(skipLocked, columns), [keys.map(nameOf)])).map((row) => [
          row[first],
          row,
        ]),
      )
      for (const row of named.values()) unpack(row)
      return keys.map((key) => named.get(nameOf(key)) as never)
    },
    find: (query) => findOnly(query, fields),
    select: async (only, query) => (await findOnly({ ...query, lock: false }, only)) as never,
    first: async (query) => (await table.find({ ...query, limit: 1 }))[0],
    async count(where, most) {
      const terms = termsOf(where, texts.arrays)
      const [found] = await execute(texts.count(terms, most), valuesOf(terms))
      return Number(found!['rows'])
    },
    async countBy(of, where) {
      const terms = termsOf(where, texts.arrays)
      const groups = await execute(texts.countBy(of, terms), valuesOf(terms))
      return groups.map((group) => ({
        values: of.map((field) => unpackScalar(shape.columns[field]!, group[field])),
        rows: Number(group['rows']),
      }))
    },
    async insert(row) {
      const inserted = await execute(texts.insert(), pack(row, fields))
      if (inserted.length === 0) throw new RowExists()
    },
    async update(key, changes) {
      const changed = Object.keys(changes)
      if (changed.length > 0)
        await execute(texts.update(changed), [...pack(changes, changed), ...keyOf(key)])
    },
    async updateMany(all) {
      if (!texts.lists)
        return void (await oneByOne(all, ({ key, changes }) => table.update(key, changes)))
      const changed = Object.keys(all[0]?.changes ?? {})
      if (changed.length === 0) return
      const columns = changed.map((field) =>
        all.map(({ changes }) => PACK[shape.columns[field]!](changes[field])),
      )
      await execute(texts.updateMany(changed), [...columns, all.map(({ key }) => nameOf(key))])
    },
    async put(row) {
      await execute(texts.put(), pack(row, fields))
    },
    async add(rows, field) {
      if (rows.length > 0)
        await execute(
          texts.add(field, rows.length),
          rows.flatMap((row) => pack(row, fields)),
        )
    },
    async delete(key) {
      await execute(texts.delete(), keyOf(key))
    },
  }
  return table
}
