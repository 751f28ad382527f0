import type { TaskRequester } from '../../api/tasks.ts'
import { shorten } from '../../parts/text/id.tsx'

/** Returns the most specific identifier of the credential that requested a task. */
export const credentialId = ({
  key_id,
  member,
  installation_id,
  organization_id,
}: TaskRequester): string => key_id ?? member ?? installation_id ?? organization_id

/** Shows the authenticated requester and on whose behalf it acted. */
export const Requester = ({ requester }: { requester: TaskRequester | undefined }) =>
  requester ? (
    <span class="stack">
      <code title={credentialId(requester)}>{shorten(credentialId(requester))}</code>
      {requester.acting_for !== undefined && (
        <span class="small" title={requester.acting_for}>
          for {shorten(requester.acting_for)}
        </span>
      )}
    </span>
  ) : (
    <span class="muted">unknown</span>
  )
