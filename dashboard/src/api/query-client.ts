import { MutationCache, QueryCache, QueryClient } from '@tanstack/preact-query'
import { Problem } from './problem.ts'

export const SESSION_KEY = ['session'] as const

/** Clears the session after it has ended, so that the user is asked to sign in again. */
function handleUnauthorized(error: unknown): void {
  if (error instanceof Problem && error.status === 401) queryClient.setQueryData(SESSION_KEY, null)
}

/** Returns whether a read should be retried: there was no response, or the registry is busy. */
const isTransient = (error: unknown): boolean =>
  error instanceof Problem && (error.status === 0 || error.status === 503)

/** Caches everything that was read while the page is open. Reads are repeated when the tab becomes visible again. */
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
    // A write that cannot be sent fails immediately, so that it does not surprise the user later. Requests and responses are not
    // cached, because they may contain secrets.
    mutations: { networkMode: 'always', retry: false, gcTime: 0 },
  },
})

/** Returns a function that invalidates all queries under a key: `onSuccess: invalidate('members', org_id)`. */
export const invalidate =
  (...queryKey: readonly string[]) =>
  (): Promise<void> =>
    queryClient.invalidateQueries({ queryKey })

/** Removes everything from the cache except the session. */
export const clearQueries = (): void =>
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] })

/** The default polling interval in milliseconds. */
export const DEFAULT_POLL_MS = 5000
