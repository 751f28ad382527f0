import { useMutation, useQuery } from '@tanstack/preact-query'
import { answer, api } from './client.ts'
import type { Schemas } from './contract.ts'
import { Problem } from './problem.ts'
import { queries, SESSION_KEY } from './queries.ts'

export type Session = Schemas['AdminSession']
export type Membership = Schemas['Membership']
export type Challenge = Schemas['AdminChallenge']

/** Until the registry hands out a cookie: the token, in the memory of this page only. */
let bearer: string | undefined
api.use({ onRequest: ({ request }) => { if (bearer !== undefined) request.headers.set('Authorization', `Bearer ${bearer}`) } })

/** Who is signed in; `null` when nobody is. */
export const useSession = () => useQuery({ queryKey: SESSION_KEY, queryFn: ({ signal }) => readSession(signal), staleTime: 60_000, refetchInterval: 5 * 60_000 })

const readSession = (signal: AbortSignal): Promise<Session | null> =>
  answer(api.GET('/admin/auth/session', { signal })).catch((cause: unknown) => {
    if (cause instanceof Problem && cause.status === 401) return null
    throw cause
  })

export const useRequestPin = () => useMutation({ mutationFn: (email: string) => answer(api.POST('/admin/auth/request-pin', { body: { email } })) })

export const useSignIn = () =>
  useMutation({
    mutationFn: async (body: Schemas['PinVerificationRequest']) => {
      bearer = (await answer(api.POST('/admin/auth/verify-pin', { body }))).session_token
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: SESSION_KEY }),
  })

/** Ends the session and forgets everything that was read with it. */
export const useSignOut = () =>
  useMutation({
    mutationFn: () => answer(api.DELETE('/admin/auth/session')),
    onSettled: () => {
      bearer = undefined
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] })
      queries.setQueryData(SESSION_KEY, null)
    },
  })
