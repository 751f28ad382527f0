import { useRemoveMember, type Member } from '../../../api/members.ts'
import { ConfirmDialog } from '../../../parts/feedback/confirm-dialog.tsx'
import { useOrganization } from '../../../shell/current-user.tsx'
import { toast } from '../../../parts/feedback/toasts.tsx'

/** Removes a member after a confirmation. */
export function RemoveMemberDialog({
  member: { user_id, email },
  onClose,
}: {
  member: Member
  onClose: () => void
}) {
  const { organization_id, name } = useOrganization()
  const remove = useRemoveMember(organization_id)
  const onRemoved = () => {
    toast(`${email} was removed.`)
    onClose()
  }
  return (
    <ConfirmDialog
      title="Remove member"
      action="Remove"
      open
      onClose={onClose}
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(user_id, { onSuccess: onRemoved })}
    >
      <p>
        <strong>{email}</strong> loses access to {name} at once, and open invitations from this
        person are withdrawn. API keys are not affected.
      </p>
    </ConfirmDialog>
  )
}
