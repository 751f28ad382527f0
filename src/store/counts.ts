import {
  AVAILABLE,
  OPERATIVE_LIFECYCLES,
  RESPONSIVE_HEALTH,
} from '../domain/installations/installation.ts'
import { STORED, storedBytesOf } from '../domain/organizations/stored-bytes.ts'
import { TABLES, type TableName } from './tables.ts'

type Scalar = string | number | boolean | null
type Row = Readonly<Record<string, unknown>>

/** A number that every change updates, so that nothing is counted when it is needed: the rows that match `where`, for each combination of values of `groupBy`. */
export interface Count {
  readonly name: string
  readonly table: TableName
  /** Rows with the same values of these fields are counted together; a row is not counted where one of them is null. */
  readonly groupBy: readonly string[]
  /** The values that a row must have to be counted. */
  readonly where: Readonly<Record<string, readonly Scalar[]>>
  /** Into how many shares each number is split, so that transactions that change it at the same time rarely wait for one another. */
  readonly shares: number
  /** The fields whose bytes are summed. Absent: rows are counted. */
  readonly bytesOf?: readonly string[]
  /** The fields on which the number depends. */
  readonly fields: readonly string[]
}

/** Returns a count. `label` is the part of its name that tells it from other counts of the same groups. */
const count = (
  table: TableName,
  groupBy: readonly string[],
  where: Count['where'] = {},
  { label = '', shares = 1 } = {},
): Count => ({
  name: [table, label, ...groupBy].filter((part) => part !== '').join('.'),
  table,
  groupBy,
  where,
  shares,
  fields: [...groupBy, ...Object.keys(where)],
})

function bytes(table: TableName, bytesOf: readonly string[]): Count {
  const rows = count(table, ['organization_id'], {}, { label: 'bytes' })
  return { ...rows, bytesOf, fields: [...rows.fields, ...bytesOf] }
}

/** The bytes stored of what each organization sent, by table. */
export const BYTES: readonly Count[] = STORED.map(({ table, fields }) => bytes(table, fields))

/** Returns how much a row adds to a number. */
export const amountOf = ({ bytesOf }: Count, row: Row): number =>
  bytesOf ? storedBytesOf(row, bytesOf) : 1

/** Returns the primary key of the counted table. */
export const keyOf = ({ table }: Count): readonly string[] => TABLES[table].key

/** Public agents, and verified ones. Each set of filters of the registry's pages has its number, with the options of the next filter beside it. */
const AGENT_LISTS = [
  ['public', { resolves_publicly: [true] }],
  ['verified', { resolves_publicly: [true], verification_status: ['verified'] }],
] as const

export const COUNTS: readonly Count[] = [
  ...AGENT_LISTS.flatMap(([label, where]) => [
    count('agents', [], where, { label }),
    count('agents', ['category'], where, { label }),
    count('agents', ['llm_provider'], where, { label }),
    count('agents', ['category', 'llm_provider'], where, { label }),
    count('agents', ['llm_provider', 'category'], where, { label }),
    // Every task that ends may change one of these.
    count('agents', ['score'], where, { label, shares: 8 }),
  ]),
  // The length of a whole chain needs no count, because its sequence has no gaps.
  count('audit_log', ['chain', 'event_type']),
  count('audit_log', ['chain', 'workspace_id']),
  count('audit_log', ['chain', 'workspace_id', 'event_type']),
  count('tasks', ['workspace_id', 'status']),
  count(
    'installations',
    ['organization_id'],
    { lifecycle: [AVAILABLE.lifecycle], health: RESPONSIVE_HEALTH },
    { label: 'living' },
  ),
  count(
    'installations',
    ['organization_id', 'agent_id'],
    { lifecycle: OPERATIVE_LIFECYCLES },
    { label: 'current' },
  ),
  count(
    'installations',
    ['organization_id', 'agent_id'],
    { lifecycle: [AVAILABLE.lifecycle], health: RESPONSIVE_HEALTH },
    { label: 'living' },
  ),
  count('workspaces', ['organization_id']),
  count('members', ['organization_id']),
  count('images', ['organization_id']),
  count('agents', ['organization_id']),
  count('tasks', ['organization_id'], { status: ['working'] }, { label: 'under_way' }),
  count(
    'image_scans',
    ['organization_id'],
    { status: ['queued', 'running'] },
    { label: 'under_way' },
  ),
  ...BYTES,
]

/** The counts of each table that has any. */
export const COUNTS_BY_TABLE: ReadonlyMap<TableName, readonly Count[]> = Map.groupBy(
  COUNTS,
  ({ table }) => table,
)

/** One number of a count: the values that its rows share, in the form in which `counters` holds them. */
export interface Cell {
  readonly grouping: string
  readonly value: string
}

/** Returns the cell of these values, in the order of `groupBy`. Lone surrogates are replaced as databases replace them. */
export function cellOf(values: readonly Scalar[]): Cell {
  const texts = values.map((value) => String(value).toWellFormed())
  return {
    grouping: texts.length > 1 ? JSON.stringify(texts.slice(0, -1)) : '',
    value: texts.at(-1) ?? '',
  }
}

/** Returns the cell in which a row is counted; undefined for a row that is not counted. */
export function cellOfRow({ groupBy, where }: Count, row: Row | undefined): Cell | undefined {
  if (
    !row ||
    !Object.entries(where).every(([field, values]) => values.includes(row[field] as Scalar))
  )
    return undefined
  const values = groupBy.map((field) => row[field] as Scalar)
  return values.includes(null) ? undefined : cellOf(values)
}

/** A query that a count answers: the sum of these cells. */
export interface CountedQuery {
  readonly count: Count
  readonly cells: readonly Cell[]
}

/** Returns the count that answers how many rows match these conditions, if there is one. Only the last field may have several values. */
export function countFor(table: TableName, where: Row): CountedQuery | undefined {
  const wanted = Object.entries(where).map(
    ([field, condition]) => [field, valuesOf(condition)] as const,
  )
  if (wanted.some(([, values]) => values === undefined)) return undefined
  const conditions = new Map(wanted as readonly (readonly [string, readonly Scalar[]])[])
  for (const one of COUNTS_BY_TABLE.get(table) ?? []) {
    if (one.bytesOf) continue
    const cells = cellsIn(one, conditions)
    if (cells) return { count: one, cells }
  }
  return undefined
}

function cellsIn(
  { groupBy, where }: Count,
  wanted: ReadonlyMap<string, readonly Scalar[]>,
): readonly Cell[] | undefined {
  const conditions = Object.entries(where)
  if (wanted.size !== groupBy.length + conditions.length) return undefined
  if (!conditions.every(([field, values]) => sameSet(values, wanted.get(field)))) return undefined
  const shared = groupBy.map((field) => wanted.get(field))
  if (
    shared.some(
      (values, at) =>
        !values || values.includes(null) || (at < groupBy.length - 1 && values.length !== 1),
    )
  )
    return undefined
  const leading = shared.slice(0, -1).map((values) => values![0]!)
  return groupBy.length === 0
    ? [cellOf([])]
    : shared.at(-1)!.map((value) => cellOf([...leading, value]))
}

const sameSet = (a: readonly Scalar[], b: readonly Scalar[] | undefined): boolean =>
  b?.length === a.length && a.every((value) => b.includes(value))

/** Returns the values that a condition allows, where it lists them. */
function valuesOf(condition: unknown): readonly Scalar[] | undefined {
  if (condition === null || typeof condition !== 'object') return [condition as Scalar]
  const { in: among, ...others } = condition as { in?: readonly Scalar[] }
  return among && Object.keys(others).length === 0 ? [...new Set(among)] : undefined
}
