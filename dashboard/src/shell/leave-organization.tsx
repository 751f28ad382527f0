import { useLeaveOrganization } from '../api/invitations.ts'
import type { Membership } from '../api/session.ts'
import { ConfirmDialog } from '../parts/feedback/confirm-dialog.tsx'
import { toast } from '../parts/feedback/toasts.tsx'

/** Asks whether to leave an organization, and leaves. */
export function LeaveOrganizationDialog({
  organization: { organization_id, name },
  onClose,
}: {
  organization: Membership
  onClose: () => void
}) {
  const leave = useLeaveOrganization()
  const onLeft = () => {
    onClose()
    toast(`You have left ${name}.`)
  }
  return (
    <ConfirmDialog
      title={`Leave ${name}`}
      action="Leave"
      open
      onClose={onClose}
      pending={leave.isPending}
      error={leave.error}
      onConfirm={() => leave.mutate(organization_id, { onSuccess: onLeft })}
    >
      <p>
        You no longer reach <strong>{name}</strong> from the next request on, and invitations that
        you made and nobody has answered are withdrawn. API keys stay as they are. To come back you
        need an invitation.
      </p>
    </ConfirmDialog>
  )
}
