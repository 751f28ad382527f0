import { STORED, weigh } from '../domain/organizations/stored-bytes.ts'
import { TABLES, type TableName } from './tables.ts'

type Scalar = string | number | boolean | null
type Row = Readonly<Record<string, unknown>>

/** A number that is kept with every change instead of being counted when it is asked for: rows of `only`, for each combination of `of`. */
export interface Count {
  readonly name: string
  readonly table: TableName
  /** Rows with the same values of these fields are counted together; where one of them is null they are not counted. */
  readonly of: readonly string[]
  /** The values that a row must have to be counted. */
  readonly only: Readonly<Record<string, readonly Scalar[]>>
  /** In how many shares each number is kept, so that works that move it at once rarely wait for one another. */
  readonly shares: number
  /** The fields whose bytes are added up; rows are counted where there are none. */
  readonly bytesOf?: readonly string[]
  /** The fields on which the number depends. */
  readonly fields: readonly string[]
}

const count = (
  table: TableName,
  of: readonly string[],
  only: Count['only'] = {},
  { among = '', shares = 1 } = {},
): Count => ({
  name: [table, among, ...of].filter((part) => part !== '').join('.'),
  table,
  of,
  only,
  shares,
  fields: [...of, ...Object.keys(only)],
})

function bytes(table: TableName, bytesOf: readonly string[]): Count {
  const rows = count(table, ['organization_id'], {}, { among: 'bytes' })
  return { ...rows, bytesOf, fields: [...rows.fields, ...bytesOf] }
}

/** How much of what each organization sent is kept, by table. */
export const BYTES: readonly Count[] = STORED.map(({ table, fields }) => bytes(table, fields))

/** How much a row adds to a number. */
export const amountOf = ({ bytesOf }: Count, row: Row): number =>
  bytesOf ? weigh(row, bytesOf) : 1

/** The fields that name a row. */
export const keyOf = ({ table }: Count): readonly string[] => TABLES[table].key

/** Public agents, then verified ones: every set of filters that people browse by, each with the options of the next one beside it. */
const browsed = [
  ['public', { resolves_publicly: [true] }],
  ['verified', { resolves_publicly: [true], verification_status: ['verified'] }],
] as const

export const COUNTS: readonly Count[] = [
  ...browsed.flatMap(([among, only]) => [
    count('agents', [], only, { among }),
    count('agents', ['category'], only, { among }),
    count('agents', ['llm_provider'], only, { among }),
    count('agents', ['category', 'llm_provider'], only, { among }),
    count('agents', ['llm_provider', 'category'], only, { among }),
    // Every task that ends can move one of these.
    count('agents', ['score'], only, { among, shares: 8 }),
  ]),
  // The chain of an organization needs no number of its own: it has no gaps.
  count('audit_log', ['chain', 'event_type']),
  count('audit_log', ['chain', 'workspace_id']),
  count('audit_log', ['chain', 'workspace_id', 'event_type']),
  count('tasks', ['workspace_id', 'status']),
  count(
    'installations',
    ['organization_id'],
    { lifecycle: ['active'], health: ['online', 'unhealthy'] },
    { among: 'living' },
  ),
  count(
    'installations',
    ['organization_id', 'agent_id'],
    { lifecycle: ['active', 'paused'] },
    { among: 'current' },
  ),
  count(
    'installations',
    ['organization_id', 'agent_id'],
    { lifecycle: ['active'], health: ['online', 'unhealthy'] },
    { among: 'living' },
  ),
  count('workspaces', ['organization_id']),
  count('members', ['organization_id']),
  count('images', ['organization_id']),
  count('agents', ['organization_id']),
  count('tasks', ['organization_id'], { status: ['working'] }, { among: 'under_way' }),
  count(
    'image_scans',
    ['organization_id'],
    { status: ['queued', 'running'] },
    { among: 'under_way' },
  ),
  ...BYTES,
]

const byTable = Map.groupBy(COUNTS, ({ table }) => table)
export const countsOf = (table: TableName): readonly Count[] => byTable.get(table) ?? []

/** Which number of a count: the shared values, in the form in which counters keep them. */
export interface Cell {
  readonly grouping: string
  readonly value: string
}

/** The cell of these values, in the order of `of`. Lone surrogates are written as databases keep them. */
export function cellOf(values: readonly Scalar[]): Cell {
  const texts = values.map((value) => String(value).toWellFormed())
  return {
    grouping: texts.length > 1 ? JSON.stringify(texts.slice(0, -1)) : '',
    value: texts.at(-1) ?? '',
  }
}

/** The cell that a row is counted in, if it is. */
export function cellOfRow({ of, only }: Count, row: Row | undefined): Cell | undefined {
  if (
    !row ||
    !Object.entries(only).every(([field, values]) => values.includes(row[field] as Scalar))
  )
    return undefined
  const values = of.map((field) => row[field] as Scalar)
  return values.includes(null) ? undefined : cellOf(values)
}

/** A question that a kept count answers: the sum of these cells. */
export interface Kept {
  readonly count: Count
  readonly cells: readonly Cell[]
}

/** The count that answers how many rows fit these conditions, if one is kept. Only the last value may be one of several. */
export function keptFor(table: TableName, where: Row): Kept | undefined {
  const wanted = Object.entries(where).map(
    ([field, condition]) => [field, valuesOf(condition)] as const,
  )
  if (wanted.some(([, values]) => values === undefined)) return undefined
  const asked = new Map(wanted as readonly (readonly [string, readonly Scalar[]])[])
  for (const one of countsOf(table).filter(({ bytesOf }) => !bytesOf)) {
    const cells = cellsIn(one, asked)
    if (cells) return { count: one, cells }
  }
  return undefined
}

function cellsIn(
  { of, only }: Count,
  asked: ReadonlyMap<string, readonly Scalar[]>,
): readonly Cell[] | undefined {
  const conditions = Object.entries(only)
  if (asked.size !== of.length + conditions.length) return undefined
  if (!conditions.every(([field, values]) => sameSet(values, asked.get(field)))) return undefined
  const shared = of.map((field) => asked.get(field))
  if (
    shared.some(
      (values, at) =>
        !values || values.includes(null) || (at < of.length - 1 && values.length !== 1),
    )
  )
    return undefined
  const leading = shared.slice(0, -1).map((values) => values![0]!)
  return of.length === 0 ? [cellOf([])] : shared.at(-1)!.map((value) => cellOf([...leading, value]))
}

const sameSet = (a: readonly Scalar[], b: readonly Scalar[] | undefined): boolean =>
  b?.length === a.length && a.every((value) => b.includes(value))

/** The values that a condition lets through, where it names them. */
function valuesOf(condition: unknown): readonly Scalar[] | undefined {
  if (condition === null || typeof condition !== 'object') return [condition as Scalar]
  const { in: among, ...others } = condition as { in?: readonly Scalar[] }
  return among && Object.keys(others).length === 0 ? [...new Set(among)] : undefined
}
