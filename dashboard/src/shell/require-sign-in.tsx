import { useLocation } from 'preact-iso'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { useSession, type Session } from '../api/session.ts'
import { Failure } from '../parts/feedback/failure.tsx'
import { ROOT, pageNameOf, pageUrl } from '../urls.ts'
import { CurrentUserProvider } from './current-user.tsx'
import { Button } from '../parts/forms/button.tsx'
import { EmptyState } from '../parts/feedback/query-boundary.tsx'
import { PendingInvitations } from './pending-invitations.tsx'
import { useSignOutAction } from './account-menu.tsx'
import { Icon } from '../parts/layout/icon.tsx'

/** Redirects a visitor without a session to the sign-in page, and back to the requested page afterwards. */
export function RequireSignIn({
  notFound,
  children,
}: {
  /** The content for a visitor without a session at an address that has no page. */
  notFound: ComponentChildren
  children: ComponentChildren
}) {
  const { data: session, error, refetch } = useSession()
  const { url, path, route } = useLocation()
  const signingIn = path === pageUrl('signIn')
  const isUnknownPath = session === null && pageNameOf(path) === undefined
  const signInUrl =
    session === null && !signingIn && !isUnknownPath
      ? pageUrl(
          'signIn',
          {},
          { next: url === ROOT || url === `${ROOT}/` ? undefined : url.slice(ROOT.length) },
        )
      : undefined
  useEffect(() => {
    if (signInUrl !== undefined) route(signInUrl, true)
  }, [signInUrl])
  if (signingIn) return <>{children}</>
  if (isUnknownPath) return <>{notFound}</>
  if (session === undefined && error)
    return (
      <main class="standalone">
        <Failure error={error} retry={refetch} />
      </main>
    )
  if (!session) return <LoadingFrame />
  if (session.memberships.length === 0 && !session.operator)
    return <NoOrganization session={session} />
  // Another user may have signed in in another tab. The key keeps the data of two users apart.
  return (
    <CurrentUserProvider key={session.email} session={session}>
      {children}
    </CurrentUserProvider>
  )
}

/** Explains to a user that they do not belong to any organization, and lists their invitations. */
function NoOrganization({ session: { email, invitations } }: { session: Session }) {
  const signOut = useSignOutAction()
  return (
    <main class="standalone">
      <h1 class="visually-hidden">Agent Registry</h1>
      <PendingInvitations invitations={invitations} />
      <EmptyState title="No organization yet" actions={<Button onClick={signOut}>Sign out</Button>}>
        {invitations.length > 0
          ? `${email} does not belong to any organization. Accept an invitation to join one.`
          : `${email} does not belong to any organization. Ask an owner to invite this address.`}
      </EmptyState>
    </main>
  )
}

/** Shows the empty frame while the session is being read. */
const LoadingFrame = () => (
  <div class="frame" aria-busy="true">
    <header class="top">
      <span class="brand">
        <Icon name="brand" />
        <span>Agent Registry</span>
      </span>
    </header>
    <div class="side" />
    <main />
  </div>
)
