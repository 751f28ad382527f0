import { useState } from 'preact/hooks'
import type { Policy, PolicyContent } from '../../api/policies.ts'
import { queryClient } from '../../api/query-client.ts'

/** What somebody has typed, and the version that it was made from. */
export interface Draft {
  readonly base: Policy
  readonly content: PolicyContent
}

const KEY = 'policy-draft'
queryClient.setQueryDefaults([KEY], { gcTime: Number.POSITIVE_INFINITY })

/**
 * The draft of this tab. It stands beside what was read, so going to another page and back loses nothing, and signing out forgets it;
 * it is changed at once, because fields show it while somebody types.
 */
export function useDraft(workspace_id: string) {
  const [, renew] = useState(0)
  const queryKey = [KEY, workspace_id]
  const set = (draft: Draft | undefined) => {
    queryClient.setQueryData(queryKey, draft ?? null)
    renew((count) => count + 1)
  }
  return [queryClient.getQueryData<Draft | null>(queryKey) ?? undefined, set] as const
}
