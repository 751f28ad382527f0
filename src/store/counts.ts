import {
  AVAILABLE,
  OPERATIVE_LIFECYCLES,
  RESPONSIVE_HEALTH,
} from '../domain/installations/installation.ts'
import { STORED, storedBytesOf } from '../domain/organizations/stored-bytes.ts'
import { TABLES, type TableName } from './tables.ts'

type Scalar = string | number | boolean | null
type Row = Readonly<Record<string, unknown>>

/**
 * A count that is maintained with every change, so that reading it does not scan the table. It counts the rows that match `where` for each
 * combination of the values of `groupBy`.
 */
export interface Count {
  readonly name: string
  readonly table: TableName
  /** Rows with the same values of these fields are counted together; a row in which one of them is null is not counted. */
  readonly groupBy: readonly string[]
  /** The values that a row must have to be counted. */
  readonly where: Readonly<Record<string, readonly Scalar[]>>
  /**
   * The number of shards into which each number is split, as in any sharded counter, so that transactions that change it at the same time
   * rarely wait for each other.
   */
  readonly shards: number
  /** The fields whose bytes are summed; if absent, rows are counted. */
  readonly bytesOf?: readonly string[]
  /** The fields on which the number depends. */
  readonly fields: readonly string[]
}

/** Returns a count. `label` is the part of its name that distinguishes it from other counts with the same groups. */
const count = (
  table: TableName,
  groupBy: readonly string[],
  where: Count['where'] = {},
  { label = '', shards = 1 } = {},
): Count => ({
  name: [table, label, ...groupBy].filter((part) => part !== '').join('.'),
  table,
  groupBy,
  where,
  shards,
  fields: [...groupBy, ...Object.keys(where)],
})

function bytes(table: TableName, bytesOf: readonly string[]): Count {
  const rows = count(table, ['organization_id'], {}, { label: 'bytes' })
  return { ...rows, bytesOf, fields: [...rows.fields, ...bytesOf] }
}

/** The number of bytes that are stored for each organization, by table. */
export const BYTES: readonly Count[] = STORED.map(({ table, fields }) => bytes(table, fields))

/** Returns the amount that a row adds to a count. */
export const amountOf = ({ bytesOf }: Count, row: Row): number =>
  bytesOf ? storedBytesOf(row, bytesOf) : 1

/** Returns the primary key of the counted table. */
export const keyOf = ({ table }: Count): readonly string[] => TABLES[table].key

/**
 * The agents for which the registry's pages show counts: all public agents, and verified agents. There is a count for each set of filters,
 * and for the options of the next filter.
 */
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
    // The end of any task may change one of these counters.
    count('agents', ['score'], where, { label, shards: 8 }),
  ]),
  // The number of records in a whole chain needs no count, because its sequence has no gaps.
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
  // A fleet that starts changes this counter with each of its installations.
  count(
    'installations',
    ['health'],
    { lifecycle: OPERATIVE_LIFECYCLES },
    { label: 'fleet', shards: 16 },
  ),
  ...['organization_id', 'workspace_id'].map((place) =>
    count(
      'installations',
      [place, 'agent_id'],
      { lifecycle: OPERATIVE_LIFECYCLES },
      { label: 'current' },
    ),
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

/** The counts of each table, if it has any. */
export const COUNTS_BY_TABLE: ReadonlyMap<TableName, readonly Count[]> = Map.groupBy(
  COUNTS,
  ({ table }) => table,
)

/** One group of a count: the values that its rows share, in the form in which `counters` stores them. */
export interface Cell {
  readonly grouping: string
  readonly value: string
}

/** Returns the cell of these values, in the order of `groupBy`. Lone surrogates are replaced in the same way as by databases. */
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

/** A query whose result is the sum of these cells of a count. */
export interface CountedQuery {
  readonly count: Count
  readonly cells: readonly Cell[]
}

/**
 * Returns the count from which the number of rows that match these conditions can be read, if there is one. Only the last field may have
 * several values.
 */
export function countFor(table: TableName, where: Row): CountedQuery | undefined {
  const entries = Object.entries(where).map(
    ([field, condition]) => [field, valuesOf(condition)] as const,
  )
  if (entries.some(([, values]) => values === undefined)) return undefined
  const conditions = new Map(entries as readonly (readonly [string, readonly Scalar[]])[])
  for (const candidate of COUNTS_BY_TABLE.get(table) ?? []) {
    if (candidate.bytesOf) continue
    const cells = cellsIn(candidate, conditions)
    if (cells) return { count: candidate, cells }
  }
  return undefined
}

function cellsIn(
  { groupBy, where }: Count,
  requested: ReadonlyMap<string, readonly Scalar[]>,
): readonly Cell[] | undefined {
  const conditions = Object.entries(where)
  if (requested.size !== groupBy.length + conditions.length) return undefined
  if (!conditions.every(([field, values]) => sameSet(values, requested.get(field))))
    return undefined
  const shared = groupBy.map((field) => requested.get(field))
  if (
    shared.some(
      (values, at) =>
        !values || values.includes(null) || (at < groupBy.length - 1 && values.length !== 1),
    )
  )
    return undefined
  const prefix = shared.slice(0, -1).map((values) => values![0]!)
  return groupBy.length === 0
    ? [cellOf([])]
    : shared.at(-1)!.map((value) => cellOf([...prefix, value]))
}

const sameSet = (a: readonly Scalar[], b: readonly Scalar[] | undefined): boolean =>
  b?.length === a.length && a.every((value) => b.includes(value))

/** Returns the values that a condition allows, if it lists them. */
function valuesOf(condition: unknown): readonly Scalar[] | undefined {
  if (condition === null || typeof condition !== 'object') return [condition as Scalar]
  const { in: values, ...others } = condition as { in?: readonly Scalar[] }
  return values && Object.keys(others).length === 0 ? [...new Set(values)] : undefined
}
