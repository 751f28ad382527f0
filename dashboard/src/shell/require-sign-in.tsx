import { useLocation } from 'preact-iso'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { useSession } from '../api/session.ts'
import { Failure } from '../parts/feedback/failure.tsx'
import { ROOT, pageUrl } from '../urls.ts'
import { NoOrganization } from './no-organization.tsx'
import { CurrentUserProvider } from './current-user.tsx'
import { LoadingFrame } from './loading-frame.tsx'

/** Redirects to the sign-in page without a session, and returns to the requested page afterwards. */
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
  // Another user may have signed in in another tab. The key keeps the data of two users apart.
  return (
    <CurrentUserProvider key={session.email} session={session}>
      {children}
    </CurrentUserProvider>
  )
}
