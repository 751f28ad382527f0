import { useMutation, useQuery } from '@tanstack/preact-query'
import { answer, api } from './client.ts'
import type { Schemas } from './contract.ts'
import { Problem } from './problem.ts'
import { queries, SESSION_KEY } from './queries.ts'

export type Session = Schemas['AdminSession']
export type Membership = Schemas['Membership']
export type Challenge = Schemas['AdminChallenge']

/** Who is signed in; `null` when nobody is. */
export const useSession = () => useQuery({ queryKey: SESSION_KEY, queryFn: ({ signal }) => readSession(signal), staleTime: 60_000, refetchInterval: 5 * 60_000 })

const readSession = (signal: AbortSignal): Promise<Session | null> =>
  answer(api.GET('/admin/auth/session', { signal })).catch((cause: unknown) => {
    if (cause instanceof Problem && cause.status === 401) return null
    throw cause
  })

export const useRequestPin = () => useMutation({ mutationFn: (email: string) => answer(api.POST('/admin/auth/request-pin', { body: { email } })) })

/** Opens the session. Its token is in a cookie that no script can read; the answer says whose it is. */
export const useSignIn = () =>
  useMutation({
    mutationFn: (body: Schemas['PinVerificationRequest']) => answer(api.POST('/admin/auth/session', { body })),
    onSuccess: (session) => queries.setQueryData(SESSION_KEY, session),
  })

/** Ends the session and forgets everything that was read with it. */
export const useSignOut = () =>
  useMutation({
    mutationFn: () => answer(api.DELETE('/admin/auth/session')),
    onSettled: () => {
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] })
      queries.setQueryData(SESSION_KEY, null)
    },
  })
