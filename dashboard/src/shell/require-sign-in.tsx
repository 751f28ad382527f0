import { useLocation } from 'preact-iso'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { useSession } from '../api/session.ts'
import { Failure } from '../parts/feedback/failure.tsx'
import { ROOT, pageUrl } from '../urls.ts'
import { NoOrganization } from './no-organization.tsx'
import { CurrentUserProvider } from './current-user.tsx'
import { LoadingFrame } from './loading-frame.tsx'

/** Lets those in who are signed in; the others sign in first and come back to where they wanted to go. */
export function RequireSignIn({ children }: { children: ComponentChildren }) {
  const { data: session, error, refetch } = useSession()
  const { url, path, route } = useLocation()
  const signingIn = path === pageUrl('signIn')
  const signInUrl =
    session === null && !signingIn
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
  if (session === undefined && error)
    return (
      <main class="standalone">
        <Failure error={error} retry={refetch} />
      </main>
    )
  if (!session) return <LoadingFrame />
  if (session.memberships.length === 0 && !session.operator)
    return <NoOrganization session={session} />
  // In another tab somebody else may have signed in: what a page shows was read by one person.
  return (
    <CurrentUserProvider key={session.email} session={session}>
      {children}
    </CurrentUserProvider>
  )
}
