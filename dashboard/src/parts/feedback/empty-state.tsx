import type { ComponentChildren } from 'preact'

/** Explains why a list is empty, and what to do. */
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
    {actions !== undefined && <div class="actions">{actions}</div>}
  </div>
)
