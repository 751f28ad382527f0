import type { ComponentChildren } from 'preact'
import { useEffect, useId } from 'preact/hooks'

interface Crumb {
  readonly title: string
  readonly href: string
}
interface PageProps {
  readonly title: string
  /** The title of the browser tab, if several pages have the same heading. */
  readonly tabTitle?: string
  readonly lead?: ComponentChildren
  /** The parent pages, outermost first. */
  readonly crumbs?: readonly Crumb[]
  readonly actions?: ComponentChildren
  readonly children?: ComponentChildren
}

/** Lays out a page with a heading, which is also the title of the document unless `tabTitle` is set. */
export function Page({ title, tabTitle = title, lead, crumbs = [], actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${tabTitle} – Agent Registry`
  }, [tabTitle])
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

interface PanelProps {
  readonly title: string
  readonly note?: ComponentChildren
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
}

/** Shows a section of a page with its own heading. */
export function Panel({ title, note, actions, children }: PanelProps) {
  const id = useId()
  return (
    <section class="panel" aria-labelledby={id}>
      <div class="panel-head">
        <h2 id={id}>{title}</h2>
        {note !== undefined && <p class="muted">{note}</p>}
        {actions !== undefined && <div class="actions">{actions}</div>}
      </div>
      {children}
    </section>
  )
}

type DescriptionItem = readonly [name: string, value: ComponentChildren]

/**
 * Lists names with values: `<DescriptionList items={[['Version', agent.version]]} />`. Missing values are shown as such. `false` in place
 * of an item omits it.
 */
export const DescriptionList = ({ items }: { items: readonly (DescriptionItem | false)[] }) => (
  <dl class="description-list">
    {items
      .filter((item) => item !== false)
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value ?? <span class="muted">not set</span>}</dd>
        </div>
      ))}
  </dl>
)
