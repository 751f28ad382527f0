import { useState } from 'preact/hooks'
import type { Policy, PolicyContent } from '../../api/policies.ts'
import { DRAFT_KEY, queryClient, SESSION_KEY } from '../../api/query-client.ts'
import type { Session } from '../../api/session.ts'
import { Button } from '../../parts/forms/button.tsx'
import { Diff } from '../../parts/text/diff.tsx'
import { Time } from '../../parts/text/time.tsx'
import { SavedBy } from './active-policy.tsx'
import { rebasePolicy, differences, policyText } from './changes.ts'
import { Dialog } from '../../parts/feedback/dialog.tsx'
import { membershipIn, permits, useOrganization } from '../../shell/current-user.tsx'
import { parsePolicy } from './json-field.tsx'

/** Unsaved changes, with the version that they are based on. */
export interface Draft {
  readonly base: Policy
  readonly content: PolicyContent
  /**
   * The JSON text as it was typed; undefined after the draft was changed in another way. Until the text is valid, `content` is that of the
   * last valid text.
   */
  readonly text?: string
}

queryClient.setQueryDefaults([DRAFT_KEY], { gcTime: Number.POSITIVE_INFINITY })

/** Returns the issues of the JSON text of a draft. */
export function issuesOf({ text }: Draft): readonly string[] {
  const parsed = text === undefined ? undefined : parsePolicy(text)
  return parsed?.kind === 'invalid' ? parsed.issues : []
}

/** Returns whether a draft differs from the version that it is based on. */
export const isChanged = (draft: Draft): boolean =>
  issuesOf(draft).length > 0 || policyText(draft.content) !== policyText(draft.base.content)

/**
 * Returns whether the user may still edit the policies of an organization. Without a session it returns true, because a user who signs in
 * again can continue with the drafts.
 */
function canEditIn(organization_id: unknown): boolean {
  const session = queryClient.getQueryData<Session | null>(SESSION_KEY)
  return !session || permits(membershipIn(session, String(organization_id)), 'policy:write')
}

/**
 * Asks for confirmation before the page is closed or reloaded while the draft of any workspace contains changes that the user could still
 * save.
 */
function confirmLeaving(event: BeforeUnloadEvent) {
  const drafts = queryClient.getQueriesData<Draft | null>({ queryKey: [DRAFT_KEY] })
  const hasUnsavedChanges = drafts.some(
    ([[, , organization_id], draft]) => draft && isChanged(draft) && canEditIn(organization_id),
  )
  if (hasUnsavedChanges) event.preventDefault()
}

/** Removes the draft after its content was saved as a new version. Changes that were made in the meantime remain, based on that version. */
export const removeSavedDraft = (saved: Policy, sent: PolicyContent): unknown =>
  queryClient.setQueriesData<Draft | null>(
    { queryKey: [DRAFT_KEY, saved.workspace_id] },
    (draft) => {
      const base = { ...saved, content: sent }
      return draft && isChanged({ ...draft, base }) ? { ...draft, base: saved } : null
    },
  )

/**
 * Returns the draft of this tab and a function that sets it. The draft is part of the query cache, so it survives navigation and the
 * selection of another organization, and is removed on sign-out and with the workspace. It is updated synchronously, because
 * fields show it while the user types.
 */
export function useDraft(workspace_id: string) {
  const [, rerender] = useState(0)
  const queryKey = [DRAFT_KEY, workspace_id, useOrganization().organization_id]
  const set = (draft: Draft | undefined) => {
    queryClient.setQueryData(queryKey, draft ?? null)
    // The listener outlives the page, as drafts do. Adding it again has no effect.
    addEventListener('beforeunload', confirmLeaving)
    rerender((count) => count + 1)
  }
  return [queryClient.getQueryData<Draft | null>(queryKey) ?? undefined, set] as const
}

interface PolicyConflictProps {
  readonly policy: Policy
  readonly draft: Draft
  readonly onChange: (draft: Draft | undefined) => void
}

/** Offers to resolve a conflict with a version that another user has saved. No change by either side is lost without a decision. */
export function PolicyConflict({ policy, draft, onChange }: PolicyConflictProps) {
  const { base, content } = draft
  const invalid = issuesOf(draft).length > 0
  return (
    <div class="notice warn" role="alert">
      <p>
        <strong>Version {policy.version} was saved while you were editing</strong>,{' '}
        <Time at={policy.updated_at} />
        <SavedBy policy={policy} />. Your changes are kept, but not saved yet.
      </p>
      <details class="more">
        <summary>Changes in the other version</summary>
        <Diff label="Changes in the other version" {...differences(base.content, policy.content)} />
      </details>
      <div class="actions">
        <Button
          variant="primary"
          disabled={invalid}
          onClick={() =>
            onChange({ base: policy, content: rebasePolicy(base.content, content, policy.content) })
          }
        >
          Apply my changes to version {policy.version}
        </Button>
        <Button onClick={() => onChange({ ...draft, base: policy })}>
          Overwrite with my version
        </Button>
        <Button onClick={() => onChange(undefined)}>Discard my changes</Button>
      </div>
      {invalid && <p class="muted small">To apply your changes, correct the JSON first.</p>}
    </div>
  )
}

interface PolicyReviewProps {
  readonly draft: Draft
  readonly pending: boolean
  readonly onSave: () => void
  readonly onClose: () => void
}

/** Shows the changes before they are saved. */
export const PolicyReview = ({
  draft: { base, content },
  pending,
  onSave,
  onClose,
}: PolicyReviewProps) => (
  <Dialog title={`Changes to version ${base.version}`} wide open onClose={onClose}>
    <div class="dialog-body">
      <p>
        The registry signs the new version and tells all running installations in the workspace to
        load it.
      </p>
      <Diff label="What changes" {...differences(base.content, content)} />
    </div>
    <div class="dialog-foot">
      <Button onClick={onClose}>Continue editing</Button>
      <Button variant="primary" pending={pending} onClick={onSave}>
        Save policy
      </Button>
    </div>
  </Dialog>
)
