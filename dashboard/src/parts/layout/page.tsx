import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'

interface Crumb {
  readonly title: string
  readonly href: string
}
interface Props {
  readonly title: string
  readonly lead?: ComponentChildren
  /** Where this page belongs, the outermost first. */
  readonly crumbs?: readonly Crumb[]
  readonly actions?: ComponentChildren
  readonly children?: ComponentChildren
}

/** A page's heading, which is the document's title too, and what belongs beside it. */
export function Page({ title, lead, crumbs = [], actions, children }: Props) {
  useEffect(() => {
    document.title = `${title} – Agent Registry`
  }, [title])
  return (
    <div class="page">
      {crumbs.length > 0 && (
        <nav class="crumbs" aria-label="Where this is">
          <ol>
            {crumbs.map(({ title: name, href }) => (
              <li key={href}>
                <a href={href}>{name}</a>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div class="page-head">
        <div>
          <h1 tabIndex={-1}>{title}</h1>
          {lead !== undefined && <p class="lead">{lead}</p>}
        </div>
        {actions !== undefined && <div class="actions">{actions}</div>}
      </div>
      {children}
    </div>
  )
}
