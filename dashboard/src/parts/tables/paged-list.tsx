import type { ComponentChildren } from 'preact'
import { EmptyState, QueryBoundary, Skeleton, type Query } from '../feedback/query-boundary.tsx'
import { Pager, type Paging } from './pager.tsx'

interface ListPage<Item> {
  readonly items: readonly Item[]
  readonly next_cursor?: string
  readonly total?: number
}

interface PagedListProps<Item> {
  readonly query: Query<ListPage<Item>> & { readonly isPlaceholderData: boolean }
  readonly paging: Paging
  /** What the list contains, in the plural. */
  readonly noun: string
  /** How many rows the placeholder has. */
  readonly lines: number
  /** Shown if the list is empty. */
  readonly empty: ComponentChildren
  /** Shown if a page is empty but not the last, which happens where each page searches a limited number of rows. */
  readonly unfinished?: ComponentChildren
  /** The number of rows, if it is not that of the items. */
  readonly shown?: number
  readonly total?: string
  readonly children: (items: readonly Item[]) => ComponentChildren
}

/**
 * Shows a page of a list that is paged by cursor. A later page can be empty because rows were deleted, so it leads back instead of saying
 * that the list is empty.
 */
export const PagedList = <Item,>({
  query,
  paging,
  noun,
  lines,
  empty,
  unfinished,
  children,
  ...counts
}: PagedListProps<Item>) => (
  <QueryBoundary query={query} fallback={<Skeleton variant="rows" lines={lines} />}>
    {({ items, next_cursor, total }) => {
      const isLast = next_cursor === undefined
      const isEmpty = items.length === 0 && isLast && paging.back === undefined
      const noRows = isLast ? <EmptyState title={`No more ${noun}`} /> : unfinished
      return (
        <div class={query.isPlaceholderData ? 'stack stale' : 'stack'}>
          {items.length > 0 ? children(items) : isEmpty ? empty : noRows}
          {!isEmpty && (
            <Pager
              paging={paging}
              next_cursor={next_cursor}
              shown={items.length}
              total={total}
              {...counts}
            />
          )}
        </div>
      )
    }}
  </QueryBoundary>
)
