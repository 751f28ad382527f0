import { useLocation } from 'preact-iso'
import { Component, type ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { PATHS } from '../paths.ts'
import { Icon } from '../parts/layout/icon.tsx'
import { pageNameOf, pageUrl, ROOT } from '../urls.ts'
import { useConnection } from '../api/connection.ts'
import { AccountMenu } from './account-menu.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { InvitationsOfUser } from './pending-invitations.tsx'
import { useShortcuts, sectionsFor, type Section } from './navigation.ts'
import { useCurrentUser } from './current-user.tsx'
import { Switchers } from './switchers.tsx'
import { Failure } from '../parts/feedback/failure.tsx'

/** Shows the header and the navigation around a page. The sign-in page has neither. */
export function Frame({ children }: { children: ComponentChildren }) {
  const { path } = useLocation()
  const [open, setOpen] = useState(false)
  const { failing } = useConnection()
  useEffect(() => setOpen(false), [path])
  useShortcuts()
  if (path === pageUrl('signIn')) return <>{children}</>
  return (
    <div class="frame">
      <a class="skip" href="#main">
        Skip to content
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
          <span class="visually-hidden">Menu</span>
        </button>
        <a class="brand" href={pageUrl('overview')}>
          <Icon name="brand" />
          <span>Agent Registry</span>
        </a>
        <Switchers />
        <AccountMenu />
      </header>
      <nav id="navigation" class={open ? 'side open' : 'side'} aria-label="Pages">
        <Sections path={path.slice(ROOT.length) || '/'} />
        <a class="docs" href={`${ROOT}/docs`} target="_blank">
          Documentation <Icon name="out" />
        </a>
      </nav>
      <main id="main" tabIndex={-1} class={failing ? 'disconnected' : undefined}>
        <ConnectionBanner />
        <Invitations />
        {children}
      </main>
    </div>
  )
}

/** Shows open invitations above every page: in full on the overview, and in one line on pages on which the user does something else. */
function Invitations() {
  const isOverview = pageNameOf(useLocation().path) === 'overview'
  const isOther = useCurrentUser().unknownOrganization !== undefined
  return <InvitationsOfUser collapsed={!isOverview && !isOther} />
}

const Sections = ({ path }: { path: string }) => (
  <ul>
    {sectionsFor(useCurrentUser()).map((section) => (
      <SectionLink key={section.page} {...section} path={path} />
    ))}
  </ul>
)

function SectionLink({ title, page, otherPaths = [], path }: Section & { path: string }) {
  const starts = [PATHS[page], ...otherPaths]
  const current =
    page === 'overview'
      ? path === '/'
      : starts.some((start) => path === start || path.startsWith(`${start}/`))
  return (
    <li>
      <a href={pageUrl(page)} aria-current={current ? 'page' : undefined}>
        <Icon name={page} />
        {title}
      </a>
    </li>
  )
}

/** Shows an error in place of a page that failed to render; the frame around it stays usable. */
export const PageErrorBoundary = ({ children }: { children: ComponentChildren }) => (
  <Boundary url={useLocation().url}>{children}</Boundary>
)

class Boundary extends Component<{ url: string; children: ComponentChildren }, { error: unknown }> {
  override state = { error: undefined as unknown }

  static override getDerivedStateFromError = (error: unknown) => ({ error })

  /** Resets the error when the user opens another page. */
  override componentDidUpdate({ url }: { url: string }) {
    if (url !== this.props.url && this.state.error !== undefined)
      this.setState({ error: undefined })
  }

  override render() {
    if (this.state.error === undefined) return <>{this.props.children}</>
    return <Failure error={this.state.error} retry={() => this.setState({ error: undefined })} />
  }
}
