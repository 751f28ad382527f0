import {
  useInviteMember,
  useSetRole,
  useRemoveMember,
  ROLES,
  type Role,
  type Member,
} from '../../../api/organizations.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { Dialog, ConfirmDialog } from '../../../parts/feedback/dialog.tsx'
import { TextField, RadioGroup } from '../../../parts/forms/field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { useOrganization } from '../../../shell/current-user.tsx'
import { toast } from '../../../parts/feedback/toasts.tsx'

const INVITE_FORM = 'invite-member'

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
          toast(`Invitation sent to ${email}.`)
          close()
        },
      },
    )
  return (
    <Dialog title="Invite member" open={open} onClose={close}>
      <div class="dialog-body">
        <Form id={INVITE_FORM} error={invite.error} onSubmit={submit}>
          <TextField
            label="E-mail address"
            name="email"
            type="email"
            autoComplete="off"
            autoFocus
            hint="The invitation is sent by e-mail. To accept it, the person signs in with this address within 14 days."
          />
          <RoleChoice selected="admin" ownRole={role} />
        </Form>
      </div>
      <div class="dialog-foot">
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" form={INVITE_FORM} variant="primary" pending={invite.isPending}>
          Send invitation
        </Button>
      </div>
    </Dialog>
  )
}

const ROLE_FORM = 'change-role'

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
          toast(`${email} now has the role ${member.role}.`)
          onClose()
        },
      },
    )
  return (
    <Dialog title="Change role" open onClose={onClose}>
      <div class="dialog-body">
        <p>
          The change takes effect with the next request by <strong>{email}</strong>.
        </p>
        <Form id={ROLE_FORM} error={set.error} onSubmit={submit}>
          <RoleChoice selected={role} ownRole={organization.role} />
        </Form>
      </div>
      <div class="dialog-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" form={ROLE_FORM} variant="primary" pending={set.isPending}>
          Save role
        </Button>
      </div>
    </Dialog>
  )
}

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
    toast(`${email} removed.`)
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
        <strong>{email}</strong> will lose access to {name} immediately, and open invitations from
        this person will be withdrawn. API keys are not affected.
      </p>
    </ConfirmDialog>
  )
}

const ROLE_DESCRIPTIONS: Readonly<Record<Role, string>> = {
  owner: 'Full access, including managing owners.',
  admin: 'Full access, except for managing owners.',
  developer:
    'Changes agents, install tokens and installations, scans images, and reports agents. Reads everything except the audit log.',
  auditor: 'Reads everything, and verifies and exports the audit log. Changes nothing.',
  viewer: 'Reads everything except the audit log, members, keys and usage. Changes nothing.',
}

/** Selects a role. Only an owner can select the owner role. */
const RoleChoice = ({ selected, ownRole }: { selected: Role; ownRole: Role }) => (
  <RadioGroup
    title="Role"
    name="role"
    selected={selected}
    options={ROLES.map((role) => ({
      value: role,
      title: role,
      description: ROLE_DESCRIPTIONS[role],
      disabled: role === 'owner' && ownRole !== 'owner',
    }))}
  />
)
