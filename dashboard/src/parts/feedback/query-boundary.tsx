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
 * What a query has to show: its place while it loads, why it failed, or its data. Data that is there stays while newer is on its way:
 * `<Asked query={useTasks()} as={<Skeleton of="rows" />}>{(page) => <Table ... />}</Asked>`.
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
