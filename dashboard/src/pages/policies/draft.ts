import { useState } from 'preact/hooks'
import type { Policy, PolicyContent } from '../../api/policies.ts'
import { queryClient } from '../../api/query-client.ts'

/** Unsaved changes, with the version that they are based on. */
export interface Draft {
  readonly base: Policy
  readonly content: PolicyContent
}

const KEY = 'policy-draft'
queryClient.setQueryDefaults([KEY], { gcTime: Number.POSITIVE_INFINITY })

/**
 * Returns the draft of this tab and a function that sets it. It is part of the query cache, so it survives navigation and is removed on sign-out. It is updated synchronously, because fields show it while the user types.
 */
export function useDraft(workspace_id: string) {
  const [, rerender] = useState(0)
  const queryKey = [KEY, workspace_id]
  const set = (draft: Draft | undefined) => {
    queryClient.setQueryData(queryKey, draft ?? null)
    rerender((count) => count + 1)
  }
  return [queryClient.getQueryData<Draft | null>(queryKey) ?? undefined, set] as const
}
