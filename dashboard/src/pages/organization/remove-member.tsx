import { useRemoveMember, type Member } from '../../api/members.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { useOrganization } from '../../shell/organization.tsx'
import { say } from '../../shell/toasts.tsx'

/** Takes a person out. */
export function RemoveMember({
  member: { user_id, email },
  onClose,
}: {
  member: Member
  onClose: () => void
}) {
  const { organization_id, name } = useOrganization()
  const remove = useRemoveMember(organization_id)
  const gone = () => {
    say(`${email} is removed.`)
    onClose()
  }
  return (
    <Confirm
      title="Remove member"
      deed="Remove"
      open
      onClose={onClose}
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(user_id, { onSuccess: gone })}
    >
      <p>
        <strong>{email}</strong> no longer reaches {name} from the next request on, and open
        invitations that this person made are withdrawn. API keys stay as they are.
      </p>
    </Confirm>
  )
}
