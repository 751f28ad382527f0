import { useRemoveMember, type Member } from '../../../api/members.ts'
import { ConfirmDialog } from '../../../parts/feedback/confirm-dialog.tsx'
import { useOrganization } from '../../../shell/current-user.tsx'
import { toast } from '../../../parts/feedback/toasts.tsx'

/** Takes a person out. */
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
    toast(`${email} is removed.`)
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
        <strong>{email}</strong> no longer reaches {name} from the next request on, and open
        invitations that this person made are withdrawn. API keys stay as they are.
      </p>
    </ConfirmDialog>
  )
}
