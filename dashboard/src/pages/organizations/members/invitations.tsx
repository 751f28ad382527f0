import { useState } from 'preact/hooks'
import {
  useInvitations,
  useWithdrawInvitation,
  type Invitation,
} from '../../../api/organizations.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { ConfirmDialog } from '../../../parts/feedback/dialog.tsx'
import { PagedList } from '../../../parts/tables/paged-list.tsx'
import { usePaging } from '../../../parts/tables/pager.tsx'
import { Panel } from '../../../parts/layout/page.tsx'
import type { Membership } from '../../../api/session.ts'
import { RoleBadge } from '../../../entities/status-badges.tsx'
import { Table, type Column } from '../../../parts/tables/table.tsx'
import { Time } from '../../../parts/text/time.tsx'
import { managesMembers, managesRole, useOrganization } from '../../../shell/current-user.tsx'
import { toast } from '../../../parts/feedback/toasts.tsx'

const withdrawColumn = (
  organization: Membership,
  onWithdraw: (invitation: Invitation) => void,
): Column<Invitation> => ({
  name: 'Actions',
  align: 'end',
  cell: (invitation) =>
    managesRole(organization, invitation.role) && (
      <Button
        variant="quiet"
        aria-label={`Withdraw the invitation for ${invitation.email}`}
        onClick={() => onWithdraw(invitation)}
      >
        Withdraw
      </Button>
    ),
})

/** Lists open invitations separately, because invited people are not members yet. */
export function OpenInvitations() {
  const organization = useOrganization()
  const { organization_id } = organization
  // The page also lists the members, whose cursor is in the `cursor` parameter.
  const paging = usePaging('invitations')
  const invitations = useInvitations(organization_id, paging.cursor)
  const [withdrawing, setWithdrawing] = useState<Invitation>()
  const columns: readonly Column<Invitation>[] = [
    { name: 'E-mail address', lead: true, cell: ({ email }) => email },
    { name: 'Role', cell: ({ role }) => <RoleBadge role={role} /> },
    { name: 'Invited by', cell: ({ invited_by }) => invited_by ?? 'the operator' },
    { name: 'Expires', cell: ({ expires_at }) => <Time at={expires_at} format="day" /> },
    ...(managesMembers(organization) ? [withdrawColumn(organization, setWithdrawing)] : []),
  ]
  return (
    <Panel title="Open invitations" note="People become members when they accept.">
      <PagedList
        query={invitations}
        paging={paging}
        noun="invitations"
        lines={2}
        empty={<p class="muted">There are no open invitations.</p>}
      >
        {(items) => (
          <Table
            label="Open invitations"
            rows={items}
            columns={columns}
            keyOf={({ invitation_id }) => invitation_id}
          />
        )}
      </PagedList>
      {withdrawing && (
        <WithdrawDialog invitation={withdrawing} onClose={() => setWithdrawing(undefined)} />
      )}
    </Panel>
  )
}

function WithdrawDialog({
  invitation: { invitation_id, email },
  onClose,
}: {
  invitation: Invitation
  onClose: () => void
}) {
  const { organization_id } = useOrganization()
  const withdraw = useWithdrawInvitation(organization_id)
  const onWithdrawn = () => {
    toast(`Invitation for ${email} withdrawn.`)
    onClose()
  }
  return (
    <ConfirmDialog
      title="Withdraw invitation"
      action="Withdraw"
      open
      onClose={onClose}
      pending={withdraw.isPending}
      error={withdraw.error}
      onConfirm={() => withdraw.mutate(invitation_id, { onSuccess: onWithdrawn })}
    >
      <p>
        <strong>{email}</strong> will no longer be able to accept this invitation.
      </p>
    </ConfirmDialog>
  )
}
