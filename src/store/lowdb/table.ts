import type { Key, Query, Range, Table, Where } from '../database.ts'
import { blankRow } from '../snapshot.ts'
import type { TableShape } from '../tables.ts'
import { compare, compareBy } from '../order.ts'
import { identityBy, orderedIndex } from './ordered-index.ts'

type Row = Readonly<Record<string, unknown>>
type Scalar = string | number | boolean | null
type Conditions = Readonly<Record<string, Scalar | Range<Scalar>>>

/** Undoes one write. */
export type Undo = () => void

const isRange = (condition: unknown): condition is Range<Scalar> =>
  typeof condition === 'object' && condition !== null

function holds(value: Scalar, condition: Scalar | Range<Scalar>): boolean {
  if (!isRange(condition)) return value === condition
  const { gt, gte, lt, lte, in: among, not } = condition
  if (value === not && not !== undefined) return false
  if (value === null) return [gt, gte, lt, lte, among].every((bound) => bound === undefined)
  return (
    (gt === undefined || compare(value, gt) > 0) &&
    (gte === undefined || compare(value, gte) >= 0) &&
    (lt === undefined || compare(value, lt) < 0) &&
    (lte === undefined || compare(value, lte) <= 0) &&
    (!among || among.includes(value))
  )
}

/** Returns the values that a condition allows, where it lists them. */
const listed = (condition: Conditions[string] | undefined): readonly Scalar[] | undefined =>
  isRange(condition)
    ? condition.in && [...new Set(condition.in)]
    : condition === undefined
      ? undefined
      : [condition]

/** Returns one set of conditions for each combination of the listed values of some fields. */
const groupsOf = (fields: readonly string[], where: Conditions): readonly Conditions[] =>
  fields.reduce<Conditions[]>(
    (some, field) =>
      some.flatMap((conditions) =>
        listed(where[field])!.map((value) => ({ ...conditions, [field]: value })),
      ),
    [where],
  )

/**
 * Returns one table in memory: rows by key, and the ordered indexes of its shape. Every write passes `record` a function that undoes it,
 * so that a failed transaction leaves no trace.
 */
export function memoryTable(shape: TableShape, record: (undo: Undo) => void) {
  const byKey = new Map<unknown, Row>()
  const keyFields = shape.key
  const indexes = shape.indexes.map((index) => orderedIndex(index, keyFields))
  const keyOf = identityBy(keyFields)

  const replace = (key: unknown, before: Row | undefined, after: Row | undefined) => {
    for (const index of indexes) index.replace(before, after)
    if (after) byKey.set(key, after)
    else byKey.delete(key)
  }
  const write = (key: unknown, before: Row | undefined, after: Row | undefined) => {
    replace(key, before, after)
    record(() => replace(key, after, before))
  }

  const matches = (row: Row, where: Conditions) =>
    Object.entries(where).every(([field, condition]) => holds(row[field] as Scalar, condition))

  const matching = (
    where: Conditions,
    orderBy: readonly string[],
  ): { rows: readonly Row[]; sorted: boolean } => {
    const keys = keyFields.length === 1 ? listed(where[keyFields[0]!]) : undefined
    if (keys)
      return {
        rows: keys
          .map((value) => byKey.get(value))
          .filter((row) => row !== undefined)
          .filter((row) => matches(row, where)),
        sorted: false,
      }
    const usable = indexes.filter(({ index }) => index.eq.every((field) => listed(where[field])))
    const isOneGroup = ({ index }: (typeof usable)[number]) =>
      !index.eq.some((field) => isRange(where[field]))
    const sorted = (candidate: (typeof usable)[number]) =>
      isOneGroup(candidate) && orderBy.every((field, at) => candidate.index.order[at] === field)
    const best = usable.toSorted(
      (a, b) => Number(sorted(b)) - Number(sorted(a)) || b.index.eq.length - a.index.eq.length,
    )[0]
    const rest = Object.entries(where).filter(
      ([field, condition]) => isRange(condition) || !best?.index.eq.includes(field),
    )
    const rows = !best
      ? [...byKey.values()]
      : isOneGroup(best)
        ? best.rows(where)
        : groupsOf(best.index.eq, where).flatMap(best.rows)
    return {
      rows:
        rest.length === 0
          ? rows
          : rows.filter((row) =>
              rest.every(([field, condition]) => holds(row[field] as Scalar, condition)),
            ),
      sorted: best !== undefined && sorted(best),
    }
  }

  /** Fields that an earlier version did not have are empty, as new columns are in SQL. */
  const blank = blankRow(shape)

  const find = ({
    where = {},
    orderBy = [],
    descending = false,
    after,
    offset = 0,
    limit = Infinity,
  }: Query<Row>): readonly Row[] => {
    const found = matching(where, orderBy)
    const inOrder = found.sorted
      ? found.rows
      : found.rows.toSorted((a, b) => compareBy(orderBy, a, b))
    const directed = descending ? inOrder.toReversed() : inOrder
    if (!after) return directed.slice(offset, offset + limit)
    const mark = Object.fromEntries(orderBy.map((field, at) => [field, after[at]]))
    return directed
      .filter((row) => compareBy(orderBy, row, mark) * (descending ? -1 : 1) > 0)
      .slice(offset, offset + limit)
  }

  const update = (fields: Key<Row>, changes: Partial<Row>) => {
    const key = keyOf(fields)
    const before = byKey.get(key)
    if (before) write(key, before, { ...before, ...changes })
  }

  const table: Table<Row> = {
    get: async (key: Key<Row>) => byKey.get(keyOf(key)),
    getMany: async (keys) => keys.map((key) => byKey.get(keyOf(key)) as never),
    find: async (query) => find(query),
    select: async (_, query) => find(query) as never,
    first: async (query) => find({ ...query, limit: 1 })[0],
    count: async (where: Where<Row>, most = Infinity) =>
      Math.min(most, matching(where, []).rows.length),
    countBy: async (of, where) => {
      const groups = Map.groupBy(matching(where, []).rows, (row) =>
        JSON.stringify(of.map((field) => row[field])),
      )
      if (of.length === 0) return [{ values: [], rows: groups.get('[]')?.length ?? 0 }]
      return [...groups].map(([values, rows]) => ({
        values: JSON.parse(values) as Scalar[],
        rows: rows.length,
      }))
    },
    insert: async (row) => {
      const key = keyOf(row)
      if (byKey.has(key)) throw new Error(`duplicate key ${String(key)}`)
      write(key, undefined, row)
    },
    update: async (fields, changes) => update(fields, changes),
    updateMany: async (all) => {
      for (const { key, changes } of all) update(key, changes)
    },
    put: async (row) => {
      const key = keyOf(row)
      write(key, byKey.get(key), row)
    },
    add: async (rows, field) => {
      for (const row of rows) {
        const key = keyOf(row)
        const before = byKey.get(key)
        write(
          key,
          before,
          before ? { ...before, [field]: (before[field] as number) + (row[field] as number) } : row,
        )
      }
    },
    delete: async (fields) => {
      const key = keyOf(fields)
      const before = byKey.get(key)
      if (before) write(key, before, undefined)
    },
  }
  const load = (rows: readonly Row[]) => {
    for (const row of rows) replace(keyOf(row), undefined, { ...blank, ...row })
  }
  return { table, rows: () => [...byKey.values()], load }
}
