import { useSetRole, type Member, type Role } from '../../../api/members.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { Dialog } from '../../../parts/feedback/dialog.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { useOrganization } from '../../../shell/current-user.tsx'
import { toast } from '../../../parts/feedback/toasts.tsx'
import { RoleChoice } from './role-choice.tsx'

const FORM = 'change-role'

/** Changes the role of a member, which applies from the next request. */
export function ChangeRoleDialog({
  member: { user_id, email, role },
  onClose,
}: {
  member: Member
  onClose: () => void
}) {
  const organization = useOrganization()
  const set = useSetRole(organization.organization_id)
  const submit = (values: FormData) =>
    set.mutate(
      { user_id, role: (values.get('role') ?? role) as Role },
      {
        onSuccess: (member) => {
          toast(`${email} is now ${member.role}.`)
          onClose()
        },
      },
    )
  return (
    <Dialog title="Change role" open onClose={onClose}>
      <div class="dialog-body">
        <p>
          The new role of <strong>{email}</strong> applies from the next request.
        </p>
        <Form id={FORM} error={set.error} onSubmit={submit}>
          <RoleChoice chosen={role} ownRole={organization.role} />
        </Form>
      </div>
      <div class="dialog-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" form={FORM} variant="primary" pending={set.isPending}>
          Save role
        </Button>
      </div>
    </Dialog>
  )
}
