import type { TaskRequester } from '../../api/tasks.ts'
import { shortened } from '../../parts/id.tsx'

/** The credential that asked, as precisely as it is known. */
export const credentialOf = ({
  key_id,
  member,
  installation_id,
  organization_id,
}: TaskRequester): string => key_id ?? member ?? installation_id ?? organization_id

/** Who was authenticated, and whom that acted for. */
export const RequestedBy = ({ requester }: { requester: TaskRequester | undefined }) =>
  requester ? (
    <span class="stack">
      <code title={credentialOf(requester)}>{shortened(credentialOf(requester))}</code>
      {requester.acting_for !== undefined && (
        <span class="small" title={requester.acting_for}>
          for {shortened(requester.acting_for)}
        </span>
      )}
    </span>
  ) : (
    <span class="muted">not known</span>
  )
