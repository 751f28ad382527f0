import { usePolicy } from '../../api/policies.ts'
import { QueryBoundary, Skeleton } from '../../parts/feedback/query-boundary.tsx'
import { usePermission } from '../../shell/current-user.tsx'
import { issuesOf, useDraft } from './draft.tsx'
import { useWorkspaceId } from '../../urls.ts'
import { PolicyEditor } from './editor.tsx'
import { PolicyHistory } from './history.tsx'
import { ActivePolicy } from './active-policy.tsx'
import { isValid } from './rules.ts'
import { TryPolicy } from './try-policy.tsx'
import { WorkspacePage } from '../../shell/workspace-page.tsx'
import './policies.css'

/** Shows and edits the policy of a workspace, with its earlier versions. */
export default function PolicyPage() {
  const workspace_id = useWorkspaceId()
  const query = usePolicy(workspace_id)
  const [draft, setDraft] = useDraft(workspace_id)
  const canEdit = usePermission('policy:write')
  return (
    <WorkspacePage tab="Policy">
      <QueryBoundary query={query} fallback={<Skeleton lines={12} />}>
        {(policy) => (
          <>
            {draft && canEdit ? (
              <PolicyEditor policy={policy} draft={draft} onChange={setDraft} />
            ) : (
              <ActivePolicy
                policy={policy}
                onEdit={
                  canEdit ? () => setDraft({ base: policy, content: policy.content }) : undefined
                }
              />
            )}
            <TryPolicy
              key={draft && canEdit ? 'draft' : 'active'}
              workspace_id={workspace_id}
              {...(draft &&
                canEdit && {
                  draft: draft.content,
                  disabled: issuesOf(draft).length > 0 || !isValid(draft.content),
                })}
            />
            <PolicyHistory
              policy={policy}
              onRestore={
                canEdit && !draft ? (content) => setDraft({ base: policy, content }) : undefined
              }
            />
          </>
        )}
      </QueryBoundary>
    </WorkspacePage>
  )
}
