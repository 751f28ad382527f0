import { useLocation } from 'preact-iso'
import { useEffect } from 'preact/hooks'
import { ButtonLink } from '../parts/forms/button.tsx'
import { EmptyState } from '../parts/feedback/query-boundary.tsx'
import { Page } from '../parts/layout/page.tsx'
import { pageUrl, pageNameOf } from '../urls.ts'
import { useCurrentUser } from '../shell/current-user.tsx'

export const NotFound = () => (
  <Page title="Page not found">
    <EmptyState
      title="This page does not exist"
      actions={<ButtonLink href={pageUrl('overview')}>Go to the overview</ButtonLink>}
    />
  </Page>
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
  if (page === undefined)
    return (
      <Page title="Page not found">
        <EmptyState title="This page does not exist" actions={actions} />
      </Page>
    )
  return (
    <Page title="Not available">
      <EmptyState title="This page requires an organization" actions={actions}>
        {email} belongs to no organization. Ask an owner to invite this address.
      </EmptyState>
    </Page>
  )
}
