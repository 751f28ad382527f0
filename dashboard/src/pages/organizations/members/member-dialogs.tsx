import {
  useInviteMember,
  useSetRole,
  useRemoveMember,
  ROLES,
  type Role,
  type Member,
} from '../../../api/organizations.ts'
import { ConfirmDialog } from '../../../parts/feedback/dialog.tsx'
import { TextField, RadioGroup } from '../../../parts/forms/field.tsx'
import { textOf } from '../../../parts/forms/form.tsx'
import { FormDialog } from '../../../parts/forms/form-dialog.tsx'
import { useOrganization } from '../../../shell/current-user.tsx'
import { toast } from '../../../parts/feedback/toasts.tsx'
import { visibleName } from '../../../parts/text/visible.ts'

/** Invites a person, who becomes a member by accepting the invitation. */
export function InviteMemberDialog({ onClose }: { onClose: () => void }) {
  const { organization_id, role } = useOrganization()
  const invite = useInviteMember(organization_id)
  const submit = (values: FormData) =>
    invite.mutate(
      { email: textOf(values, 'email'), role: values.get('role') as Role },
      {
        onSuccess: ({ email }) => {
          toast(`Invitation sent to ${email}.`)
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title="Invite member"
      action="Send invitation"
      error={invite.error}
      pending={invite.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="E-mail address"
        name="email"
        type="email"
        autoComplete="off"
        autoFocus
        hint="The invitation is sent by e-mail. To accept it, the person signs in with this address within 14 days."
      />
      <RoleChoice selected="admin" ownRole={role} />
    </FormDialog>
  )
}

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
    <FormDialog
      title="Change role"
      action="Save role"
      error={set.error}
      pending={set.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        The change takes effect with the next request by <strong>{email}</strong>.
      </p>
      <RoleChoice selected={role} ownRole={organization.role} />
    </FormDialog>
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
        <strong>{email}</strong> will lose access to {visibleName(name)} immediately, and open
        invitations from this person will be withdrawn. API keys are not affected.
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
  viewer:
    'Reads everything, including the addresses and roles of members, except the audit log, invitations, API keys and usage. Changes nothing.',
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
