import { sql, type ExpressionBuilder, type Kysely, type SelectQueryBuilder } from 'kysely'
import type { Key, Query, Range, Table, Where } from '../database.ts'
import type { TableShape } from '../tables.ts'

type Row = Record<string, unknown>
type Schema = Record<string, Row>
type Select = SelectQueryBuilder<Schema, string, Row>

const OPERATORS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

/** One table over Kysely: JSON members and booleans are kept as text and numbers, as every SQL database understands them. */
export function sqlTable(db: Kysely<Schema>, name: string, shape: TableShape): Table<Row> {
  const columns = Object.entries(shape.columns)
  const packed = columns.filter(([, column]) => column === 'json' || column === 'boolean')
  const pack = (row: Partial<Row>): Row => {
    const packedRow = { ...row }
    for (const [field, column] of packed) if (field in packedRow) packedRow[field] = column === 'json' ? JSON.stringify(row[field]) : Number(row[field])
    return packedRow
  }
  const unpack = (row: Row): Row => {
    for (const [field, column] of packed) row[field] = column === 'json' ? JSON.parse(row[field] as string) : row[field] === 1
    return row
  }
  const byKey = (key: Key<Row>) => ({ eb }: { eb: ExpressionBuilder<Schema, string> }) =>
    eb.and(shape.key.map((field) => eb(field, '=', key[field])))

  const select = ({ where = {}, orderBy = [], descending = false, after, offset, limit }: Query<Row>): Select => {
    let query = restrict(db.selectFrom(name).selectAll(), where)
    if (after) query = query.where(sql<boolean>`(${sql.join(orderBy.map((field) => sql.ref(field)))}) ${sql.raw(descending ? '<' : '>')} (${sql.join([...after])})`)
    for (const field of orderBy) query = query.orderBy(field, descending ? 'desc' : 'asc')
    if (limit !== undefined || offset) query = query.limit(limit ?? Number.MAX_SAFE_INTEGER)
    return offset ? query.offset(offset) : query
  }
  const table: Table<Row> = {
    async get(key) {
      const row = await db.selectFrom(name).selectAll().where(byKey(key)).executeTakeFirst()
      return row && unpack(row)
    },
    find: async (query) => (await select(query).execute()).map(unpack),
    first: async (query) => (await table.find({ ...query, limit: 1 }))[0],
    async count(where) {
      const found = await restrict(db.selectFrom(name).select(({ fn }) => fn.countAll().as('rows')), where).executeTakeFirstOrThrow()
      return Number(found['rows'])
    },
    async insert(row) { await db.insertInto(name).values(pack(row)).execute() },
    async update(key, changes) { if (Object.keys(changes).length > 0) await db.updateTable(name).set(pack(changes)).where(byKey(key)).execute() },
    async put(row) { await db.insertInto(name).values(pack(row)).onConflict((conflict) => conflict.columns([...shape.key]).doUpdateSet(pack(row))).execute() },
    async delete(key) { await db.deleteFrom(name).where(byKey(key)).execute() },
  }
  return table
}

function restrict(query: Select, where: Where<Row>): Select {
  return Object.entries(where as Record<string, unknown>).reduce((narrowed, [field, condition]) => restrictField(narrowed, field, condition), query)
}

function restrictField(query: Select, field: string, condition: unknown): Select {
  if (condition === null) return query.where(field, 'is', null)
  if (typeof condition !== 'object') return query.where(field, '=', bindable(condition))
  const { in: among, not, ...bounds } = condition as Range<unknown>
  const chosen = among ? query.where(field, 'in', among.map(bindable)) : query
  const others = not === undefined ? chosen : chosen.where(sql<boolean>`(${sql.ref(field)} is null or ${sql.ref(field)} <> ${bindable(not)})`)
  return Object.entries(bounds).reduce((narrowed, [name, bound]) => narrowed.where(field, OPERATORS[name as keyof typeof bounds], bindable(bound)), others)
}

/** SQLite has no booleans. */
const bindable = (value: unknown) => (typeof value === 'boolean' ? Number(value) : value)
