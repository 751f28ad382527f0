import { MAX_COUNTED_ROWS, MAX_PAGE_SIZE } from '../../domain/limits.ts'
import type { Query, ReadTable } from '../database.ts'

/** The requested page of a list: `limit` items, from an offset or after the last item of the previous page. */
export interface Paging<Position extends readonly (string | number)[]> {
  readonly limit: number
  readonly offset: number
  readonly after?: Position | undefined
  /** The total, if the list determines it itself. */
  readonly total?: number | undefined
}
export interface Page<Row, Position> {
  readonly kind: 'page'
  readonly items: readonly Row[]
  /** The total; unless the list determines it, it is counted up to the limit of the contract's `BoundedTotal`. */
  readonly total: number
  /** The limit that was applied. */
  readonly limit: number
  /** The position after which the next page begins; absent on the last page. */
  readonly next?: Position
}

type ListQuery<Row> = Required<Pick<Query<Row>, 'where' | 'orderBy'>> &
  Pick<Query<Row>, 'descending'>

/**
 * Returns one page of a list. The fields in `orderBy` must identify a row; the position of a page consists of their values in its last row.
 */
export async function pageOf<Row, Position extends readonly (string | number)[]>(
  table: ReadTable<Row>,
  { where, orderBy, descending = false }: ListQuery<Row>,
  { offset, after, total, ...page }: Paging<Position>,
): Promise<Page<Row, Position>> {
  const limit = Math.min(page.limit, MAX_PAGE_SIZE)
  const rows = await table.find({
    where,
    orderBy,
    descending,
    limit: limit + 1,
    ...(after ? { after } : { offset }),
  })
  const items = rows.slice(0, limit)
  return {
    kind: 'page',
    items,
    total: total ?? (await table.count(where, MAX_COUNTED_ROWS)),
    limit,
    ...(rows.length > limit && { next: positionOf<Row, Position>(items.at(-1)!, orderBy) }),
  }
}

/** Returns the position of a row. The caller specifies the types of the fields by which its list is ordered. */
function positionOf<Row, Position>(row: Row, orderBy: readonly string[]): Position
function positionOf(row: object, orderBy: readonly string[]): unknown {
  return orderBy.map((field) => Reflect.get(row, field) as unknown)
}
