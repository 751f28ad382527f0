import type { ComponentChildren } from 'preact'

/** Nothing to show, why, and what to do about it. */
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
