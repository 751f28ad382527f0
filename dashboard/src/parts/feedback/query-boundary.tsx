import type { ComponentChildren } from 'preact'
import { Failure } from './failure.tsx'

export interface Query<T> {
  readonly data: T | undefined
  readonly error: unknown
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

/** Shows a placeholder of roughly the size of the content that is being loaded. */
export const Skeleton = ({
  lines = 3,
  variant = 'text',
}: {
  lines?: number
  variant?: 'text' | 'rows' | 'plot'
}) => (
  <div class={`skeleton ${variant}`} role="status" aria-label="Loading">
    {Array.from({ length: variant === 'plot' ? 1 : lines }, (_, line) => (
      <span key={line} />
    ))}
  </div>
)

/** Explains why a list is empty, and what to do. Without actions, the text says who can do it. */
export const EmptyState = ({
  title,
  actions,
  children,
}: {
  title: string
  actions?: ComponentChildren
  children?: ComponentChildren
}) => (
  <div class="empty">
    <p class="empty-title">{title}</p>
    {children !== undefined && <p class="muted">{children}</p>}
    {actions && <div class="actions">{actions}</div>}
  </div>
)
