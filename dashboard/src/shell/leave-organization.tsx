import { useLeaveOrganization } from '../api/invitations.ts'
import type { Membership } from '../api/session.ts'
import { ConfirmDialog } from '../parts/feedback/confirm-dialog.tsx'
import { toast } from '../parts/feedback/toasts.tsx'

/** Lets the user leave an organization after a confirmation. */
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
    toast(`You left ${name}.`)
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
        You lose access to <strong>{name}</strong> at once, and your pending invitations to others
        are withdrawn. API keys are not affected. To return, you need a new invitation.
      </p>
    </ConfirmDialog>
  )
}
