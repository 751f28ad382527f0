import { useMutation, useQuery } from '@tanstack/preact-query'
import { unwrap, api, type Schemas } from './client.ts'
import { isProblem } from './problem.ts'
import { clearQueries, queryClient, SESSION_KEY, setSessionExpired } from './query-client.ts'

export type Session = Schemas['AdminSessionDetails']
export type Membership = Schemas['Membership']
export type Challenge = Schemas['AdminChallenge']

/** Reads the session, or `null` if nobody is signed in. */
export const useSession = () =>
  useQuery({
    queryKey: SESSION_KEY,
    queryFn: ({ signal }) => readSession(signal),
    refetchInterval: 5 * 60_000,
  })

const readSession = (signal: AbortSignal): Promise<Session | null> =>
  unwrap(api.GET('/admin/auth/session', { signal })).then(forgetPreviousUser, (cause: unknown) => {
    if (!isProblem(cause, 401)) throw cause
    if (queryClient.getQueryData(SESSION_KEY)) setSessionExpired(true)
    return null
  })

let currentEmail: string | undefined

/**
 * Clears the cache when another user signs in. A user who signs in again after the session has expired finds everything again, including
 * drafts.
 */
function forgetPreviousUser(session: Session): Session {
  if (currentEmail !== session.email) clearQueries()
  currentEmail = session.email
  setSessionExpired(false)
  return session
}

/** Requests a PIN. The response is the same for unknown addresses. */
export const useRequestPin = () =>
  useMutation({
    mutationFn: (email: string) => unwrap(api.POST('/admin/auth/request-pin', { body: { email } })),
  })

/** Signs in. The session token is in a cookie that scripts cannot read; the response names the user. */
export const useSignIn = () =>
  useMutation({
    mutationFn: (body: Schemas['PinVerificationRequest']) =>
      unwrap(api.POST('/admin/auth/session', { body })).then(forgetPreviousUser),
    async onSuccess(session) {
      // A response from before the sign-in, which says that nobody is signed in, must not overwrite this one.
      await queryClient.cancelQueries()
      queryClient.setQueryData(SESSION_KEY, session)
    },
  })

/** Signs out and clears the cache. If the request fails, the session continues. */
export const useSignOut = () =>
  useMutation({
    mutationFn: () =>
      unwrap(api.DELETE('/admin/auth/session')).catch((cause: unknown) => {
        if (!isProblem(cause, 401)) throw cause
      }),
    onSuccess: () => {
      clearQueries()
      setSessionExpired(false)
      queryClient.setQueryData(SESSION_KEY, null)
    },
  })
