import { usePolicy } from '../../api/fleet-policy.ts'
import { Asked } from '../../parts/asked.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { mayManage, useOrganization } from '../../shell/organization.tsx'
import { useDraft } from './draft.ts'
import { useWorkspaceId } from './place.ts'
import { PolicyEditor } from './policy-editor.tsx'
import { PolicyHistory } from './policy-history.tsx'
import { PolicyInForce } from './policy-in-force.tsx'
import { WorkspaceFrame } from './workspace-frame.tsx'

/** What agents of the workspace may do: the rules in force, changing them, and every version before. */
export default function PolicyPage() {
  const workspace_id = useWorkspaceId()
  const query = usePolicy(workspace_id)
  const [draft, setDraft] = useDraft(workspace_id)
  const may = mayManage(useOrganization())
  return (
    <WorkspaceFrame tab="Policy">
      <Asked query={query} as={<Skeleton lines={12} />}>
        {(policy) => (
          <>
            {draft && may ? (
              <PolicyEditor policy={policy} draft={draft} onChange={setDraft} />
            ) : (
              <PolicyInForce
                policy={policy}
                onEdit={may ? () => setDraft({ base: policy, content: policy.content }) : undefined}
              />
            )}
            <PolicyHistory
              policy={policy}
              onRestore={
                may && !draft ? (content) => setDraft({ base: policy, content }) : undefined
              }
            />
          </>
        )}
      </Asked>
    </WorkspaceFrame>
  )
}
