import { useLocation } from 'preact-iso'
import { useEffect } from 'preact/hooks'
import { ButtonLink } from '../parts/forms/button.tsx'
import { EmptyState } from '../parts/feedback/empty-state.tsx'
import { Page } from '../parts/layout/page.tsx'
import { useCurrentUser } from '../shell/current-user.tsx'
import { pageNameOf, pageUrl } from '../urls.ts'

/** What an operator who belongs to no organization finds at other addresses; the first of them leads to the disputes at once. */
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
  const actions = <ButtonLink href={pageUrl('operator')}>To the disputes</ButtonLink>
  if (page === undefined)
    return (
      <Page title="Nothing here">
        <EmptyState title="There is no such page" actions={actions} />
      </Page>
    )
  return (
    <Page title="Nothing here">
      <EmptyState title="This page belongs to an organization" actions={actions}>
        {email} belongs to none. An owner can add this address as a member.
      </EmptyState>
    </Page>
  )
}
