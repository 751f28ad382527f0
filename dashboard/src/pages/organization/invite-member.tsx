import { useInvite } from '../../api/invitations.ts'
import type { Role } from '../../api/members.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { useOrganization } from '../../shell/organization.tsx'
import { say } from '../../shell/toasts.tsx'
import { RoleChoice } from './roles.tsx'

const FORM = 'invite-member'

/** Invites a person, who belongs to the organization once the invitation is accepted. */
export function InviteMember({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { organization_id, role } = useOrganization()
  const invite = useInvite(organization_id)
  const close = () => {
    invite.reset()
    onClose()
  }
  const submit = (values: FormData) =>
    invite.mutate(
      { email: String(values.get('email')).trim(), role: values.get('role') as Role },
      {
        onSuccess: ({ email }) => {
          say(`${email} is invited.`)
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
            hint="A mail tells of the invitation. The person signs in with this address to accept it, within 14 days."
          />
          <RoleChoice chosen="admin" by={role} />
        </Form>
      </div>
      <div class="dialog-foot">
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" form={FORM} look="primary" pending={invite.isPending}>
          Send invitation
        </Button>
      </div>
    </Dialog>
  )
}
