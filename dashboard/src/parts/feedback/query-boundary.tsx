import type { ComponentChildren } from 'preact'
import { Failure } from './failure.tsx'
import { Skeleton } from './skeleton.tsx'

interface Query<T> {
  readonly data: T | undefined
  readonly error: unknown
  readonly isPending: boolean
  refetch(): unknown
}

/**
 * Renders the data of a query, a placeholder while it loads, or the error. Data stays visible while it is refreshed:
 * `<QueryBoundary query={useTasks()} fallback={<Skeleton variant="rows" />}>{(page) => <Table ... />}</QueryBoundary>`.
 */
export function QueryBoundary<T>({
  query,
  fallback = <Skeleton />,
  children,
}: {
  query: Query<T>
  fallback?: ComponentChildren
  children: (data: T) => ComponentChildren
}) {
  if (query.data !== undefined) return <>{children(query.data)}</>
  return query.error ? <Failure error={query.error} retry={query.refetch} /> : <>{fallback}</>
}
