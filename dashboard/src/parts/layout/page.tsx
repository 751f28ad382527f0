import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'

interface Crumb {
  readonly title: string
  readonly href: string
}
interface Props {
  readonly title: string
  readonly lead?: ComponentChildren
  /** The parent pages, outermost first. */
  readonly crumbs?: readonly Crumb[]
  readonly actions?: ComponentChildren
  readonly children?: ComponentChildren
}

/** A page with a heading, which is also the title of the document. */
export function Page({ title, lead, crumbs = [], actions, children }: Props) {
  useEffect(() => {
    document.title = `${title} – Agent Registry`
  }, [title])
  return (
    <div class="page">
      {crumbs.length > 0 && (
        <nav class="crumbs" aria-label="Breadcrumbs">
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
