import { useLocation } from 'preact-iso'
import { EmptyState } from '../parts/feedback/query-boundary.tsx'
import { Button, ButtonLink } from '../parts/forms/button.tsx'
import { Page } from '../parts/layout/page.tsx'
import { pageUrl, ROOT } from '../urls.ts'
import { useSignOutAction } from './account-menu.tsx'
import { useCurrentUser } from './current-user.tsx'

/**
 * Says that the link is for an organization to which the user does not belong, instead of showing the same page of another organization.
 */
export function OtherOrganization() {
  const { session, organization, unknownOrganization } = useCurrentUser()
  const { url } = useLocation()
  const signOut = useSignOutAction(url.slice(ROOT.length))
  const invitation = session.invitations.find(
    ({ organization_id }) => organization_id === unknownOrganization,
  )
  const actions = (
    <>
      <ButtonLink href={pageUrl('overview')} variant="primary">
        Open {organization?.name}
      </ButtonLink>
      <Button onClick={signOut}>Sign in with another address</Button>
    </>
  )
  return (
    <Page title="Other organization">
      <EmptyState title="You do not belong to the organization in this link" actions={actions}>
        The link is for <code>{unknownOrganization}</code>, and {session.email} is not a member of
        it.{' '}
        {invitation
          ? `To open the link, accept the invitation to ${invitation.name} above.`
          : 'Ask one of its owners to invite this address.'}
      </EmptyState>
    </Page>
  )
}
