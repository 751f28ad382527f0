import { useLocation } from 'preact-iso'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { useSession } from '../api/session.ts'
import { Failure } from '../parts/failure.tsx'
import { ROOT, to } from '../to.ts'
import { NoOrganization } from './no-organization.tsx'
import { StandingProvider } from './organization.tsx'
import { Waiting } from './waiting.tsx'

/** Lets those in who are signed in; the others sign in first and come back to where they wanted to go. */
export function Gate({ children }: { children: ComponentChildren }) {
  const { data: session, error, refetch } = useSession()
  const { url, path, route } = useLocation()
  const signingIn = path === to('signIn')
  const goal =
    session === null && !signingIn
      ? to(
          'signIn',
          {},
          { next: url === ROOT || url === `${ROOT}/` ? undefined : url.slice(ROOT.length) },
        )
      : undefined
  useEffect(() => {
    if (goal !== undefined) route(goal, true)
  }, [goal])
  if (signingIn) return <>{children}</>
  if (session === undefined && error)
    return (
      <main class="lonely">
        <Failure error={error} retry={refetch} />
      </main>
    )
  if (!session) return <Waiting />
  if (session.memberships.length === 0 && !session.operator)
    return <NoOrganization session={session} />
  // In another tab somebody else may have signed in: what a page shows was read by one person.
  return (
    <StandingProvider key={session.email} session={session}>
      {children}
    </StandingProvider>
  )
}
