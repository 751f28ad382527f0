import { useInviteMember } from '../../../api/invitations.ts'
import type { Role } from '../../../api/members.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { Dialog } from '../../../parts/feedback/dialog.tsx'
import { TextField } from '../../../parts/forms/field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { useOrganization } from '../../../shell/current-user.tsx'
import { toast } from '../../../parts/feedback/toasts.tsx'
import { RoleChoice } from './role-choice.tsx'

const FORM = 'invite-member'

/** Invites a person, who becomes a member by accepting the invitation. */
export function InviteMemberDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { organization_id, role } = useOrganization()
  const invite = useInviteMember(organization_id)
  const close = () => {
    invite.reset()
    onClose()
  }
  const submit = (values: FormData) =>
    invite.mutate(
      { email: String(values.get('email')).trim(), role: values.get('role') as Role },
      {
        onSuccess: ({ email }) => {
          toast(`${email} was invited.`)
          close()
        },
      },
    )
  return (
    <Dialog title="Invite member" open={open} onClose={close}>
      <div class="dialog-body">
        <Form id={FORM} error={invite.error} onSubmit={submit}>
          <TextField
            label="E-mail address"
            name="email"
            type="email"
            autoComplete="off"
            autoFocus
            hint="The invitation is sent by e-mail. To accept it, the person signs in with this address within 14 days."
          />
          <RoleChoice chosen="admin" ownRole={role} />
        </Form>
      </div>
      <div class="dialog-foot">
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" form={FORM} variant="primary" pending={invite.isPending}>
          Send invitation
        </Button>
      </div>
    </Dialog>
  )
}
