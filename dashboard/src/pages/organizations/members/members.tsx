import { useState } from 'preact/hooks'
import { useMembers, type Member } from '../../../api/organizations.ts'
import type { Membership } from '../../../api/session.ts'
import { Badge } from '../../../parts/badge.tsx'
import { RoleBadge } from '../../../entities/status-badges.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import { PagedList } from '../../../parts/tables/paged-list.tsx'
import { usePaging } from '../../../parts/tables/pager.tsx'
import { Table, type Column } from '../../../parts/tables/table.tsx'
import { Time } from '../../../parts/text/time.tsx'
import { LeaveOrganizationDialog } from '../../../shell/account-menu.tsx'
import {
  managesMembers,
  managesRole,
  useOrganization,
  useCurrentUser,
} from '../../../shell/current-user.tsx'
import { ChangeRoleDialog, InviteMemberDialog, RemoveMemberDialog } from './member-dialogs.tsx'
import { OpenInvitations } from './invitations.tsx'
import { OrganizationPage, OrganizationReaders } from '../organization-page.tsx'

type OpenDialog =
  | { readonly kind: 'invite' | 'leave' }
  | { readonly kind: 'role' | 'remove'; readonly member: Member }

const columns = (
  organization: Membership,
  ownEmail: string,
  open: (dialog: OpenDialog) => void,
): readonly Column<Member>[] => [
  {
    name: 'E-mail address',
    lead: true,
    cell: (member) => (
      <span class="row">
        {member.email}
        {member.email === ownEmail && <Badge tone="info">you</Badge>}
      </span>
    ),
  },
  { name: 'Role', cell: ({ role }) => <RoleBadge role={role} /> },
  { name: 'Joined', cell: ({ joined_at }) => <Time at={joined_at} format="day" /> },
  {
    name: 'Actions',
    align: 'end',
    cell: (member) => (
      <MemberActions
        member={member}
        self={member.email === ownEmail}
        canEdit={managesRole(organization, member.role)}
        onAction={(kind) => open(kind === 'leave' ? { kind } : { kind, member })}
      />
    ),
  },
]

export default function Members() {
  return (
    <OrganizationReaders title="Members">
      <MemberList />
    </OrganizationReaders>
  )
}

function MemberList() {
  const organization = useOrganization()
  const { organization_id } = organization
  const {
    session: { email },
  } = useCurrentUser()
  const paging = usePaging()
  const members = useMembers(organization_id, paging.cursor)
  const [dialog, setDialog] = useState<OpenDialog>()
  const closeDialog = () => setDialog(undefined)
  return (
    <OrganizationPage
      title="Members"
      lead="people who sign in with a PIN sent by e-mail."
      actions={
        managesMembers(organization) && (
          <Button variant="primary" onClick={() => setDialog({ kind: 'invite' })}>
            Invite member
          </Button>
        )
      }
    >
      <PagedList query={members} paging={paging} noun="members" lines={4} empty={null}>
        {(items) => (
          <Table
            label="Members"
            rows={items}
            columns={columns(organization, email, setDialog)}
            keyOf={({ user_id }) => user_id}
          />
        )}
      </PagedList>
      <OpenInvitations />
      {dialog?.kind === 'invite' && <InviteMemberDialog onClose={closeDialog} />}
      {dialog?.kind === 'leave' && (
        <LeaveOrganizationDialog organization={organization} onClose={closeDialog} />
      )}
      {dialog?.kind === 'role' && <ChangeRoleDialog member={dialog.member} onClose={closeDialog} />}
      {dialog?.kind === 'remove' && (
        <RemoveMemberDialog member={dialog.member} onClose={closeDialog} />
      )}
    </OrganizationPage>
  )
}

interface MemberActionsProps {
  readonly member: Member
  readonly self: boolean
  readonly canEdit: boolean
  readonly onAction: (kind: 'role' | 'remove' | 'leave') => void
}

const MemberActions = ({ member, self, canEdit, onAction }: MemberActionsProps) => (
  <span class="row-actions">
    {canEdit && (
      <Button
        variant="quiet"
        aria-label={`Change role of ${member.email}`}
        onClick={() => onAction('role')}
      >
        Change role
      </Button>
    )}
    {self && (
      <Button variant="quiet" aria-label="Leave the organization" onClick={() => onAction('leave')}>
        Leave
      </Button>
    )}
    {canEdit && !self && (
      <Button
        variant="quiet"
        aria-label={`Remove ${member.email}`}
        onClick={() => onAction('remove')}
      >
        Remove
      </Button>
    )}
  </span>
)
