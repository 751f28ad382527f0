import { useLocation } from 'preact-iso'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { PATHS } from '../paths.ts'
import { Icon } from '../parts/icon.tsx'
import { to, ROOT } from '../to.ts'
import { Account } from './account.tsx'
import { Invitations } from './invitations.tsx'
import { useShortcuts } from './shortcuts.ts'
import { sectionsOf, type Section } from './navigation.ts'
import { useStanding } from './organization.tsx'
import { Switches } from './switches.tsx'

/** Header, navigation and the page; sign-in stands alone. */
export function Frame({ children }: { children: ComponentChildren }) {
  const { path } = useLocation()
  const [open, setOpen] = useState(false)
  useEffect(() => setOpen(false), [path])
  useShortcuts()
  if (path === to('signIn')) return <>{children}</>
  return (
    <div class="frame">
      <a class="skip" href="#main">
        Skip to the page
      </a>
      <header class="top">
        <button
          type="button"
          class="quiet menu"
          aria-expanded={open}
          aria-controls="navigation"
          onClick={() => setOpen(!open)}
        >
          <Icon name="menu" />
          <span class="hidden">Menu</span>
        </button>
        <a class="brand" href={to('overview')}>
          <Icon name="brand" />
          <span>Agent Registry</span>
        </a>
        <Switches />
        <Account />
      </header>
      <nav id="navigation" class={open ? 'side open' : 'side'} aria-label="Pages">
        <Sections path={path.slice(ROOT.length) || '/'} />
        <a class="docs" href={`${ROOT}/docs`} target="_blank">
          Documentation <Icon name="out" />
        </a>
      </nav>
      <main id="main" tabIndex={-1}>
        <OwnInvitations />
        {children}
      </main>
    </div>
  )
}

/** Invitations stand above every page until they are answered. */
const OwnInvitations = () => <Invitations of={useStanding().session.invitations} />

const Sections = ({ path }: { path: string }) => (
  <ul>
    {sectionsOf(useStanding()).map((section) => (
      <SectionLink key={section.page} {...section} path={path} />
    ))}
  </ul>
)

function SectionLink({ title, page, also, path }: Section & { path: string }) {
  const begins = [PATHS[page], ...also]
  const current =
    page === 'overview'
      ? path === '/'
      : begins.some((start) => path === start || path.startsWith(`${start}/`))
  return (
    <li>
      <a href={to(page)} aria-current={current ? 'page' : undefined}>
        <Icon name={page} />
        {title}
      </a>
    </li>
  )
}
