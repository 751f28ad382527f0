import { useLocation } from 'preact-iso'
import { useRef } from 'preact/hooks'
import { changedQuery, useQueryParameters } from '../../urls.ts'
import { Button } from '../forms/button.tsx'
import { Icon } from '../layout/icon.tsx'

/** The position in a paged list. The cursor is part of the URL. */
export interface Paging {
  readonly cursor: string | undefined
  next(cursor: string): void
  readonly back: (() => void) | undefined
}

/**
 * Returns the position in a list that is paged by cursor. The page before each cursor is kept only while the list is open; without it,
 * Previous leads to the first page. It is kept by cursor, because the browser's own buttons change the cursor as well.
 */
export function usePaging(name = 'cursor'): Paging {
  const { url, path, query, route } = useLocation()
  const previousCursors = useRef(new Map<string, string | undefined>())
  const cursor = query[name]
  const navigate = (to: string | undefined) => route(path + changedQuery(url, { [name]: to }))
  return {
    cursor,
    next(to) {
      previousCursors.current.set(to, cursor)
      navigate(to)
    },
    back: cursor === undefined ? undefined : () => navigate(previousCursors.current.get(cursor)),
  }
}

/** Shows the total of a list that is paged by cursor, and its buttons if it has several pages. */
export function Pager({
  paging: { next, back },
  next_cursor,
  shown,
  total,
}: {
  paging: Paging
  next_cursor?: string
  shown: number
  total?: number | string
}) {
  if (back === undefined && next_cursor === undefined)
    return <p class="pager muted">{total ?? shown} total</p>
  return (
    <nav class="pager" aria-label="Pagination">
      <span class="muted">
        {shown} on this page{total !== undefined && ` of ${total}`}
      </span>
      <Button disabled={back === undefined} onClick={() => back?.()}>
        <Icon name="left" /> Previous
      </Button>
      <Button disabled={next_cursor === undefined} onClick={() => next(next_cursor!)}>
        Next <Icon name="right" />
      </Button>
    </nav>
  )
}

/** Returns the offset of a list, which is part of the URL. */
export const useOffset = (): number =>
  Math.max(0, Number.parseInt(useQueryParameters().query['offset'] ?? '0', 10) || 0)

interface OffsetPagerProps {
  readonly offset: number
  readonly size: number
  readonly shown: number
  readonly total: number
}

/** Shows the pages of a list whose responses have no cursor. */
export function OffsetPager({ offset, size, shown, total }: OffsetPagerProps) {
  const { navigate } = useQueryParameters()
  if (total <= size && offset === 0) return <p class="pager muted">{total} total</p>
  const openOffset = (next: number) => navigate({ offset: next <= 0 ? undefined : String(next) })
  // The offset may be beyond the end, because rows have been deleted or the URL is old.
  const lastOffset = Math.floor(Math.max(0, total - 1) / size) * size
  return (
    <nav class="pager" aria-label="Pagination">
      <span class="muted">
        {shown === 0 ? 'None' : `${offset + 1} to ${offset + shown}`} of {total}
      </span>
      <Button
        disabled={offset === 0}
        onClick={() => openOffset(Math.min(offset - size, lastOffset))}
      >
        <Icon name="left" /> Previous
      </Button>
      <Button disabled={offset + size >= total} onClick={() => openOffset(offset + size)}>
        Next <Icon name="right" />
      </Button>
    </nav>
  )
}
