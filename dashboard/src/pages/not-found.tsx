import { useLocation } from 'preact-iso'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { ButtonLink } from '../parts/forms/button.tsx'
import { EmptyState } from '../parts/feedback/query-boundary.tsx'
import { Page } from '../parts/layout/page.tsx'
import { pageUrl, pageNameOf, ROOT } from '../urls.ts'
import { useCurrentUser } from '../shell/current-user.tsx'

/** Shows that the address does not exist, and links to other pages. */
function Missing({ home }: { home: ComponentChildren }) {
  const { path } = useLocation()
  const actions = (
    <>
      {home}
      <ButtonLink href={`${ROOT}/docs`}>Read the documentation</ButtonLink>
    </>
  )
  return (
    <Page title="Page not found">
      <EmptyState title="This page does not exist" actions={actions}>
        There is no page at <code>{path}</code>. Check the address for typos.
      </EmptyState>
    </Page>
  )
}

export const NotFound = () => (
  <Missing home={<ButtonLink href={pageUrl('overview')}>Go to the overview</ButtonLink>} />
)

/** The page for people who have not signed in. Signing in would not help them. */
export const PublicNotFound = () => (
  <main class="standalone">
    <Missing home={<ButtonLink href={pageUrl('overview')}>Go to the dashboard</ButtonLink>} />
  </main>
)

/** Explains to an operator without an organization that a page requires one. The overview redirects to the disputes. */
export function OrganizationRequired() {
  const {
    session: { email },
  } = useCurrentUser()
  const { path, route } = useLocation()
  const page = pageNameOf(path)
  useEffect(() => {
    if (page === 'overview') route(pageUrl('operator'), true)
  }, [page])
  if (page === 'overview') return null
  const actions = <ButtonLink href={pageUrl('operator')}>Go to the disputes</ButtonLink>
  if (page === undefined) return <Missing home={actions} />
  return (
    <Page title="Not available">
      <EmptyState title="This page requires an organization" actions={actions}>
        {email} does not belong to any organization. Ask an owner to invite this address.
      </EmptyState>
    </Page>
  )
}
