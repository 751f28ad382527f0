import { useMutation, useQuery } from '@tanstack/preact-query'
import { unwrap, api } from './client.ts'
import type { Schemas } from './contract.ts'
import { isProblem } from './problem.ts'
import { clearQueries, queryClient, SESSION_KEY } from './query-client.ts'

export type Session = Schemas['AdminSession']
export type Membership = Schemas['Membership']
export type Challenge = Schemas['AdminChallenge']

/** Who is signed in; `null` when nobody is. */
export const useSession = () =>
  useQuery({
    queryKey: SESSION_KEY,
    queryFn: ({ signal }) => readSession(signal),
    refetchInterval: 5 * 60_000,
  })

const readSession = (signal: AbortSignal): Promise<Session | null> =>
  unwrap(api.GET('/admin/auth/session', { signal })).then(forgetPreviousUser, (cause: unknown) => {
    if (isProblem(cause, 401)) return null
    throw cause
  })

let currentEmail: string | undefined

/** What one person has read is not the next one's. Who only comes back finds everything, a draft too. */
function forgetPreviousUser(session: Session): Session {
  if (currentEmail !== session.email) clearQueries()
  currentEmail = session.email
  return session
}

/** Has a PIN sent; the answer is the same for an address that nobody here has. */
export const useRequestPin = () =>
  useMutation({
    mutationFn: (email: string) => unwrap(api.POST('/admin/auth/request-pin', { body: { email } })),
  })

/** Opens the session. Its token is in a cookie that no script can read; the answer says whose it is. */
export const useSignIn = () =>
  useMutation({
    mutationFn: (body: Schemas['PinVerificationRequest']) =>
      unwrap(api.POST('/admin/auth/session', { body })).then(forgetPreviousUser),
    onSuccess: (session) => queryClient.setQueryData(SESSION_KEY, session),
  })

/** Ends the session and forgets everything that was read with it. Where the registry has not heard of it the session goes on. */
export const useSignOut = () =>
  useMutation({
    mutationFn: () =>
      unwrap(api.DELETE('/admin/auth/session')).catch((cause: unknown) => {
        if (!isProblem(cause, 401)) throw cause
      }),
    onSuccess: () => {
      clearQueries()
      queryClient.setQueryData(SESSION_KEY, null)
    },
  })
