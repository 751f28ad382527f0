import { MutationCache, QueryCache, QueryClient } from '@tanstack/preact-query'
import { Problem } from './problem.ts'

export const SESSION_KEY = ['session'] as const
/** The first part of the key of a policy draft; the others are the workspace and its organization. */
export const DRAFT_KEY = 'policy-draft'

/** Whether a session has ended in this tab although the user has not signed out. */
let expired = false

/** Clears the session after it has ended, so that the user is asked to sign in again. */
function handleUnauthorized(error: unknown): void {
  if (!(error instanceof Problem) || error.status !== 401) return
  if (queryClient.getQueryData(SESSION_KEY)) setSessionExpired(true)
  queryClient.setQueryData(SESSION_KEY, null)
}

export const hasSessionExpired = (): boolean => expired
export function setSessionExpired(value: boolean): void {
  expired = value
}

/** Returns whether a read should be retried: there was no response, or the registry is busy. */
const isTransient = (error: unknown): boolean =>
  error instanceof Problem && (error.status === 0 || error.status === 503)

/** Keeps what was read for five minutes after its last use. Reads are repeated when the tab becomes visible again. */
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

const removeAllExcept = (...kept: readonly string[]): void =>
  queryClient.removeQueries({ predicate: ({ queryKey }) => !kept.includes(String(queryKey[0])) })

/** Removes everything from the cache except the session. */
export const clearQueries = (): void => removeAllExcept(SESSION_KEY[0])

/**
 * Removes everything that was read for an organization. Drafts are kept, because they are the user's unsaved work and each belongs to one
 * workspace.
 */
export const clearOrganization = (): void => removeAllExcept(SESSION_KEY[0], DRAFT_KEY)

/** The default polling interval in milliseconds. */
export const DEFAULT_POLL_MS = 5000
