import { useLocation } from 'preact-iso'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

interface Tab {
  readonly title: ComponentChildren
  readonly href: string
  readonly count?: number | string
}

/** Links to related pages, each with its own address. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const { path } = useLocation()
  const bar = useRef<HTMLElement>(null)
  useEffect(
    () =>
      bar.current
        ?.querySelector('[aria-current]')
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    [path],
  )
  return (
    <nav ref={bar} class="tabs" aria-label={label}>
      <ul>
        {tabs.map(({ title, href, count }) => (
          <li key={href}>
            <a href={href} aria-current={path === href.split('?')[0] ? 'page' : undefined}>
              {title}
              {count !== undefined && <span class="count">{count}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
