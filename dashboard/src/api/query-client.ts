import { MutationCache, QueryCache, QueryClient } from '@tanstack/preact-query'
import { Problem } from './problem.ts'

export const SESSION_KEY = ['session'] as const

/** Somebody whose session has ended is asked to sign in; the page stays where it is until then. */
function handleUnauthorized(error: unknown): void {
  if (error instanceof Problem && error.status === 401) queryClient.setQueryData(SESSION_KEY, null)
}

/** Worth asking again: nobody answered, or the registry is busy. A refusal stays one. */
const isTransient = (error: unknown): boolean =>
  error instanceof Problem && (error.status === 0 || error.status === 503)

/** Everything that was read, for as long as the page is open. Reads are repeated when the tab comes back. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: handleUnauthorized }),
  mutationCache: new MutationCache({ onError: handleUnauthorized }),
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 10_000,
      gcTime: 5 * 60_000,
      retry: (failures, error) => failures < 2 && isTransient(error),
      refetchOnWindowFocus: true,
    },
    // What cannot be sent is refused: nothing is kept to happen later, when nobody expects it. Nor is what was sent or answered kept,
    // which may be secret.
    mutations: { networkMode: 'always', retry: false, gcTime: 0 },
  },
})

/** Reads again whatever was read under a key: `onSuccess: renew('members', org_id)`. */
export const invalidate =
  (...queryKey: readonly string[]) =>
  (): Promise<void> =>
    queryClient.invalidateQueries({ queryKey })

/** Forgets everything that was read; not who is signed in. */
export const clearQueries = (): void =>
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] })

/** Pages that watch something alive ask again this often, in milliseconds. */
export const DEFAULT_POLL_MS = 5000
