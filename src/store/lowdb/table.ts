import {
  compare,
  compareBy,
  RowExists,
  type Query,
  type Range,
  type ReadTable,
  type Scalar,
  type Table,
  type Where,
} from '../database.ts'
import { blankRow } from '../snapshot.ts'
import type { StoredRow, TableShape } from '../tables.ts'
import { firstNotBefore, identityBy, orderedIndex } from './ordered-index.ts'

type Conditions = Readonly<Record<string, Scalar | Range<Scalar>>>
type OrderedIndex = ReturnType<typeof orderedIndex>

/** Undoes one write. */
export type Undo = () => void

const isRange = (condition: unknown): condition is Range<Scalar> =>
  typeof condition === 'object' && condition !== null

function satisfies(value: Scalar, condition: Scalar | Range<Scalar>): boolean {
  if (!isRange(condition)) return value === condition
  const { gt, gte, lt, lte, in: values, not } = condition
  if (value === not && not !== undefined) return false
  if (value === null) return [gt, gte, lt, lte, values].every((bound) => bound === undefined)
  return (
    (gt === undefined || compare(value, gt) > 0) &&
    (gte === undefined || compare(value, gte) >= 0) &&
    (lt === undefined || compare(value, lt) < 0) &&
    (lte === undefined || compare(value, lte) <= 0) &&
    (!values || values.includes(value))
  )
}

/** Returns the values that a condition allows, if it lists them. */
const listedValues = (condition: Conditions[string] | undefined): readonly Scalar[] | undefined =>
  isRange(condition)
    ? condition.in && [...new Set(condition.in)]
    : condition === undefined
      ? undefined
      : [condition]

/** Returns one set of conditions for each combination of the listed values of some fields. */
const combinationsOf = (fields: readonly string[], where: Conditions): readonly Conditions[] =>
  fields.reduce<Conditions[]>(
    (combinations, field) =>
      combinations.flatMap((conditions) =>
        listedValues(where[field])!.map((value) => ({ ...conditions, [field]: value })),
      ),
    [where],
  )

/** Rows that match conditions, and whether they are in the order of the query. */
interface Match {
  readonly rows: readonly StoredRow[]
  readonly sorted: boolean
}

/**
 * The rows of one table in memory, by key and by the ordered indexes of its shape. For every write, a function that undoes it is passed to
 * `record`, so that a failed transaction has no effect.
 */
class MemoryRows {
  readonly #byKey = new Map<unknown, StoredRow>()
  readonly #keyFields: readonly string[]
  readonly #identity: (row: StoredRow) => unknown
  readonly #indexes: readonly OrderedIndex[]
  readonly #record: (undo: Undo) => void
  /** The distinct values of the first key field in order, until a row is added or removed. */
  #firstKeys: readonly string[] | undefined
  constructor({ key, indexes }: TableShape, record: (undo: Undo) => void) {
    this.#keyFields = key
    this.#identity = identityBy(key)
    this.#indexes = indexes.map((index) => orderedIndex(index, key))
    this.#record = record
  }

  all = (): readonly StoredRow[] => [...this.#byKey.values()]
  get = (key: StoredRow): StoredRow | undefined => this.#byKey.get(this.#identity(key))

  /** Replaces the row with this key with the result of `next`; `undefined` means that there is no row. */
  change(key: StoredRow, next: (before: StoredRow | undefined) => StoredRow | undefined): void {
    const identity = this.#identity(key)
    const before = this.#byKey.get(identity)
    const after = next(before)
    if (!before && !after) return
    this.#replace(identity, before, after)
    this.#record(() => this.#replace(identity, after, before))
  }

  /** Adds a row without a way to undo it. */
  load(row: StoredRow): void {
    this.#replace(this.#identity(row), undefined, row)
  }

  find({
    where = {},
    orderBy = [],
    descending = false,
    after,
    offset = 0,
    limit = Infinity,
  }: Query<StoredRow>): readonly StoredRow[] {
    const match = this.matching(where, orderBy)
    const inOrder = match.sorted
      ? match.rows
      : match.rows.toSorted((a, b) => compareBy(orderBy, a, b))
    const ordered = descending ? inOrder.toReversed() : inOrder
    if (!after) return ordered.slice(offset, offset + limit)
    const cursor = Object.fromEntries(orderBy.map((field, at) => [field, after[at]]))
    return ordered
      .filter((row) => compareBy(orderBy, row, cursor) * (descending ? -1 : 1) > 0)
      .slice(offset, offset + limit)
  }

  /** Returns, for each start, the smallest value of the first key field that is not less than the start. */
  seek(starts: readonly string[]): readonly (string | null)[] {
    const field = this.#keyFields[0]!
    this.#firstKeys ??= [...new Set(this.all().map((row) => row[field] as string))].toSorted(
      compare,
    )
    const values = this.#firstKeys
    return starts.map((start) => values[firstNotBefore(values, (value) => value < start)] ?? null)
  }

  /** Returns the matching rows, found by key or by the index that fits the conditions and the order best. */
  matching(conditions: Where<StoredRow>, orderBy: readonly string[]): Match {
    const where = conditions as Conditions
    const keys = this.#keyFields.length === 1 ? listedValues(where[this.#keyFields[0]!]) : undefined
    if (keys) {
      const found = keys.map((value) => this.#byKey.get(value)).filter((row) => row !== undefined)
      return { rows: found.filter((row) => matches(row, Object.entries(where))), sorted: false }
    }
    const usable = this.#indexes.filter(({ index }) =>
      index.eq.every((field) => listedValues(where[field])),
    )
    const sorted = (candidate: OrderedIndex) =>
      isOneGroup(candidate, where) &&
      orderBy.every((field, at) => candidate.index.order[at] === field)
    const bestIndex = usable.toSorted(
      (a, b) => Number(sorted(b)) - Number(sorted(a)) || b.index.eq.length - a.index.eq.length,
    )[0]
    const remaining = Object.entries(where).filter(
      ([field, condition]) => isRange(condition) || !bestIndex?.index.eq.includes(field),
    )
    const rows = bestIndex ? rowsIn(bestIndex, where) : this.all()
    return {
      rows: remaining.length === 0 ? rows : rows.filter((row) => matches(row, remaining)),
      sorted: bestIndex !== undefined && sorted(bestIndex),
    }
  }

  #replace(identity: unknown, before: StoredRow | undefined, after: StoredRow | undefined): void {
    if (!before || !after) this.#firstKeys = undefined
    for (const index of this.#indexes) index.replace(before, after)
    if (after) this.#byKey.set(identity, after)
    else this.#byKey.delete(identity)
  }
}

const matches = (row: StoredRow, conditions: readonly (readonly [string, Conditions[string]])[]) =>
  conditions.every(([field, condition]) => satisfies(row[field] as Scalar, condition))

const isOneGroup = ({ index }: OrderedIndex, where: Conditions): boolean =>
  !index.eq.some((field) => isRange(where[field]))

const rowsIn = (index: OrderedIndex, where: Conditions): readonly StoredRow[] =>
  isOneGroup(index, where)
    ? index.rows(where)
    : combinationsOf(index.index.eq, where).flatMap((group) => index.rows(group))

/**
 * Returns one table in memory, its rows, and a function that fills it. Fields that an earlier version did not have get their empty values.
 */
export function memoryTable(shape: TableShape, record: (undo: Undo) => void) {
  const rows = new MemoryRows(shape, record)
  const blank = blankRow(shape)
  const load = (loaded: readonly StoredRow[]) => {
    for (const row of loaded) rows.load({ ...blank, ...row })
  }
  return { table: { ...readsOf(rows), ...writesOf(rows) }, rows: rows.all, load }
}

export type MemoryTable = ReturnType<typeof memoryTable>

const readsOf = (rows: MemoryRows): ReadTable<StoredRow> => ({
  get: async (key) => rows.get(key),
  getMany: async (keys) => keys.map((key) => rows.get(key)),
  find: async (query) => rows.find(query),
  select: async (_, query) => rows.find(query),
  first: async (query) => rows.find({ ...query, limit: 1 })[0],
  count: async (where, limit = Infinity) => Math.min(limit, rows.matching(where, []).rows.length),
  seek: async (starts) => rows.seek(starts),
  countBy: async (fields, where) => {
    const groups = Map.groupBy(rows.matching(where, []).rows, (row) =>
      JSON.stringify(fields.map((field) => row[field])),
    )
    if (fields.length === 0) return [{ values: [], rows: groups.get('[]')?.length ?? 0 }]
    return [...groups].map(([values, { length }]) => ({
      values: JSON.parse(values) as Scalar[],
      rows: length,
    }))
  },
})

function writesOf(rows: MemoryRows): Omit<Table<StoredRow>, keyof ReadTable<StoredRow>> {
  const update = (key: StoredRow, changes: StoredRow) =>
    rows.change(key, (before) => before && { ...before, ...changes })
  return {
    insert: async (row) =>
      rows.change(row, (before) => {
        if (before) throw new RowExists()
        return row
      }),
    update: async (key, changes) => update(key, changes),
    updateMany: async (batch) => {
      for (const { key, changes } of batch) update(key, changes)
    },
    put: async (row) => rows.change(row, () => row),
    putMany: async (put) => {
      for (const row of put) rows.change(row, () => row)
    },
    add: async (added, field: string) => {
      for (const row of added)
        rows.change(row, (before) =>
          before ? { ...before, [field]: Number(before[field]) + Number(row[field]) } : row,
        )
    },
    delete: async (key) => rows.change(key, () => undefined),
  }
}
