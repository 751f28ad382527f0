import { useRemoveMember, type Member } from '../../api/members.ts'
import { SESSION_KEY, queries } from '../../api/queries.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { useOrganization } from '../../shell/organization.tsx'
import { say } from '../../shell/toasts.tsx'

/** Takes a person out; whoever leaves sees what is left. */
export function RemoveMember({ member: { user_id, email }, self, onClose }: { member: Member; self: boolean; onClose: () => void }) {
  const { organization_id, name } = useOrganization()
  const remove = useRemoveMember(organization_id)
  const gone = () => {
    say(self ? `You have left ${name}.` : `${email} is removed.`)
    onClose()
    if (self) void queries.invalidateQueries({ queryKey: SESSION_KEY })
  }
  return (
    <Confirm title={self ? `Leave ${name}` : 'Remove member'} deed={self ? 'Leave' : 'Remove'} open onClose={onClose}
      pending={remove.isPending} error={remove.error} onConfirm={() => remove.mutate(user_id, { onSuccess: gone })}>
      <p><strong>{email}</strong> no longer reaches {name} from the next request on. API keys stay as they are.</p>
    </Confirm>
  )
}
