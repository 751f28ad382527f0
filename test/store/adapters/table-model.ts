import fc from 'fast-check'
import type { Table, Where } from '../../../src/store/database.ts'
import { TABLES, type Column, type TableName, type TableShape } from '../../../src/store/tables.ts'

export type Row = Readonly<Record<string, unknown>>
export type AnyTable = Table<Record<string, never>>
type Scalar = string | number | boolean | null
type Condition =
  | Scalar
  | { gt?: Scalar; gte?: Scalar; lt?: Scalar; lte?: Scalar; in?: Scalar[]; not?: Scalar }
interface Query {
  where: Record<string, Condition>
  orderBy: string[]
  descending: boolean
  after?: Scalar[]
  offset: number
  limit?: number
}
export type Step =
  | { kind: 'insert' | 'put'; row: Row }
  | { kind: 'update'; key: Row; changes: Row }
  | { kind: 'updateMany'; keys: readonly Row[]; changes: Row }
  | { kind: 'delete' | 'get'; key: Row }
  | { kind: 'getMany'; keys: readonly Row[] }
  | { kind: 'find' | 'first' | 'count'; query: Query }
  | { kind: 'add'; rows: readonly Row[]; field: string }
  | { kind: 'putMany'; rows: readonly Row[] }
  | { kind: 'seek'; starts: readonly string[] }
  | { kind: 'countBy'; of: readonly string[]; query: Query }

/** Creates a simple model of a table. */
export function modelTable(shape: TableShape) {
  let rows: Row[] = []
  const is = (key: Row) => (row: Row) => shape.key.every((field) => row[field] === key[field])
  const others = (key: Row) => rows.filter((row) => !is(key)(row))
  return (step: Step): unknown => {
    switch (step.kind) {
      case 'insert':
        if (rows.some(is(step.row))) throw new Error('duplicate')
        return void rows.push(step.row)
      case 'put':
        return void (rows = [...others(step.row), step.row])
      case 'putMany':
        return void (rows = [
          ...rows.filter((row) => !step.rows.some((one) => is(one)(row))),
          ...step.rows,
        ])
      case 'seek':
        return step.starts.map(
          (start) =>
            rows
              .map((row) => String(row[shape.key[0]!]))
              .filter((value) => value >= start)
              .toSorted()[0] ?? null,
        )
      case 'update':
        return void (rows = rows.map((row) =>
          is(step.key)(row) ? { ...row, ...step.changes } : row,
        ))
      case 'updateMany':
        return void (rows = rows.map((row) =>
          step.keys.some((key) => is(key)(row)) ? { ...row, ...step.changes } : row,
        ))
      case 'getMany':
        return step.keys.map((key) => rows.find(is(key)) ?? {})
      case 'delete':
        return void (rows = others(step.key))
      case 'get':
        return rows.find(is(step.key))
      case 'find':
        return resultOf(rows, step.query)
      case 'first':
        return resultOf(rows, { ...step.query, limit: 1 })[0]
      case 'count':
        return Math.min(
          step.query.limit ?? Infinity,
          resultOf(rows, { ...step.query, orderBy: [], offset: 0 }, true).length,
        )
      case 'add':
        return void (rows = step.rows.reduce((known: Row[], row) => {
          const [before] = known.filter(is(row))
          return [
            ...known.filter((other) => !is(row)(other)),
            before
              ? { ...before, [step.field]: Number(before[step.field]) + Number(row[step.field]) }
              : row,
          ]
        }, rows))
      case 'countBy': {
        const groups = Map.groupBy(
          resultOf(rows, { ...step.query, orderBy: [], offset: 0 }, true),
          (row) => JSON.stringify(step.of.map((field) => row[field])),
        )
        return inOrder(
          [...groups].map(([values, alike]) => ({
            values: JSON.parse(values) as Scalar[],
            rows: alike.length,
          })),
        )
      }
    }
  }
}

function resultOf(
  rows: readonly Row[],
  { where, orderBy, descending, after, offset, limit = Infinity }: Query,
  all = false,
): Row[] {
  const sign = descending ? -1 : 1
  const order = (row: Row, other: readonly unknown[]) =>
    orderBy.reduce((known, field, at) => known || sign * compare(row[field], other[at]), 0)
  const found = rows.filter((row) =>
    Object.entries(where).every(([field, condition]) => holds(row[field] as Scalar, condition)),
  )
  if (all) return found
  const sorted = found.toSorted((a, b) =>
    order(
      a,
      orderBy.map((field) => b[field]),
    ),
  )
  return sorted.filter((row) => !after || order(row, after) > 0).slice(offset, offset + limit)
}

/** Sorts group counts, whose order is not specified. */
const inOrder = (
  groups: readonly { readonly values: readonly unknown[]; readonly rows: number }[],
) => groups.toSorted((a, b) => compare(JSON.stringify(a.values), JSON.stringify(b.values)))

const compare = (a: unknown, b: unknown) => (a === b ? 0 : (a as string) < (b as string) ? -1 : 1)

function holds(value: Scalar, condition: Condition): boolean {
  if (typeof condition !== 'object' || condition === null) return value === condition
  return Object.entries(condition).every(([operator, bound]) => {
    if (operator === 'not') return value !== bound
    if (value === null) return false
    if (operator === 'in') return (bound as Scalar[]).includes(value)
    return {
      gt: compare(value, bound) > 0,
      gte: compare(value, bound) >= 0,
      lt: compare(value, bound) < 0,
      lte: compare(value, bound) <= 0,
    }[operator]
  })
}

/** Performs a step on a real table. */
export function perform(table: AnyTable, step: Step): Promise<unknown> {
  switch (step.kind) {
    case 'insert':
      return table.insert(step.row as never)
    case 'put':
      return table.put(step.row as never)
    case 'update':
      return table.update(step.key as never, step.changes as never)
    case 'updateMany':
      return table.updateMany(
        step.keys.map((key) => ({ key: key as never, changes: step.changes as never })),
      )
    case 'getMany':
      return table.getMany(step.keys as never).then((rows) => rows.map((row) => row ?? {}))
    case 'delete':
      return table.delete(step.key as never)
    case 'get':
      return table.get(step.key as never)
    case 'find':
      return table.find(step.query as never)
    case 'first':
      return table.first(step.query as never)
    case 'count':
      return table.count(step.query.where as Where<never>, step.query.limit)
    case 'add':
      return table.add(step.rows as never, step.field as never)
    case 'putMany':
      return table.putMany(step.rows as never)
    case 'seek':
      return table.seek(step.starts)
    case 'countBy':
      return table.countBy(step.of as never, step.query.where as Where<never>).then(inOrder)
  }
}

const text = fc.constantFrom('', 'a', 'b', "it's", '"', 'A', 'a b', '%')
const scalars: Record<Exclude<Column, 'json'>, fc.Arbitrary<Scalar>> = {
  text,
  integer: fc.integer({ min: -2, max: 3 }),
  boolean: fc.boolean(),
}
const json = fc.oneof(
  fc.constant(null),
  fc.jsonValue({ maxDepth: 2 }),
  fc.constant(JSON.parse('{"__proto__": {"x": 1}, "constructor": "ü\\u0000😀"}') as unknown),
)
const valueOf = (column: Column, nullable: boolean): fc.Arbitrary<unknown> =>
  column === 'json' ? json : nullable ? fc.option(scalars[column]) : scalars[column]

/** Returns random steps on one table. The fields of `nullable` are sometimes null. */
export function steps(name: TableName, nullable: readonly string[]): fc.Arbitrary<Step[]> {
  const shape: TableShape = TABLES[name]
  const columns = Object.entries(shape.columns)
  const comparable = columns.filter(([, column]) => column !== 'json')
  const row = fc.record(
    Object.fromEntries(
      columns.map(([field, column]) => [field, valueOf(column, nullable.includes(field))]),
    ),
  )
  const key = row.map((all) => Object.fromEntries(shape.key.map((field) => [field, all[field]])))
  const changes = row.chain((all) =>
    fc
      .subarray(
        columns.map(([field]) => field).filter((field) => !shape.key.includes(field)),
        { maxLength: 4 },
      )
      .map((fields) => Object.fromEntries(fields.map((field) => [field, all[field]]))),
  )
  const query = fc
    .record({
      where: fc
        .subarray(comparable, { maxLength: 3 })
        .chain((fields) =>
          fc.record(
            Object.fromEntries(
              fields.map(([field, column]) => [field, condition(column, nullable.includes(field))]),
            ),
          ),
        ),
      orderBy: fc
        .subarray(
          comparable
            .filter(([field, column]) => column !== 'boolean' && !nullable.includes(field))
            .map(([field]) => field),
          { maxLength: 2 },
        )
        .map((fields) => [...fields, ...shape.key.filter((field) => !fields.includes(field))]),
      descending: fc.boolean(),
      offset: fc.nat({ max: 2 }),
      paged: fc.boolean(),
      mark: row,
      limit: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
    })
    .map(
      ({ paged, mark, limit, ...rest }) =>
        ({
          ...rest,
          ...(paged && { after: rest.orderBy.map((field) => mark[field]) }),
          ...(limit && { limit }),
        }) as Query,
    )
  const keyedSteps = fc.oneof(
    fc.record({ kind: fc.constantFrom('insert' as const, 'put' as const), row }),
    fc.record({ kind: fc.constant('update' as const), key, changes }),
    fc.record({
      kind: fc.constant('updateMany' as const),
      keys: fc.uniqueArray(key, { maxLength: 4, selector: (one) => JSON.stringify(one) }),
      changes,
    }),
    fc.record({ kind: fc.constant('getMany' as const), keys: fc.array(key, { maxLength: 4 }) }),
    fc.record({ kind: fc.constantFrom('delete' as const, 'get' as const), key }),
  )
  const addable = columns
    .filter(
      ([field, column]) =>
        column === 'integer' && !nullable.includes(field) && !shape.key.includes(field),
    )
    .map(([field]) => field)
  const idOf = (one: Row) => JSON.stringify(shape.key.map((field) => one[field]))
  const adds = fc.record({
    kind: fc.constant('add' as const),
    rows: fc.uniqueArray(row, { maxLength: 20, selector: idOf }),
    field: fc.constantFrom(...addable, 'none'),
  })
  const putMany = fc.record({
    kind: fc.constant('putMany' as const),
    rows: fc.uniqueArray(row, { maxLength: 20, selector: idOf }),
  })
  const seeks = fc.record({
    kind: fc.constant('seek' as const),
    starts: fc.array(text, { maxLength: 3 }),
  })
  const groupedCounts = fc.record({
    kind: fc.constant('countBy' as const),
    of: fc.subarray(
      comparable.map(([field]) => field),
      { minLength: 1, maxLength: 2 },
    ),
    query,
  })
  const reads = fc.record({
    kind: fc.constantFrom('find' as const, 'first' as const, 'count' as const),
    query,
  })
  return fc.array(
    fc.oneof(
      keyedSteps,
      keyedSteps,
      reads,
      groupedCounts,
      putMany,
      ...(shape.columns[shape.key[0]!] === 'text' ? [seeks] : []),
      ...(addable.length > 0 ? [adds.filter(({ field }) => field !== 'none')] : []),
    ),
    { minLength: 1, maxLength: 40 },
  )
}

function condition(column: Column, nullable: boolean): fc.Arbitrary<unknown> {
  const value = scalars[column as keyof typeof scalars]
  const range = fc.record(
    {
      gt: value,
      gte: value,
      lt: value,
      lte: value,
      in: fc.array(value, { maxLength: 3 }),
      not: value,
    },
    { requiredKeys: [] },
  )
  return fc.oneof(value, range, ...(nullable ? [fc.constant(null)] : []))
}
