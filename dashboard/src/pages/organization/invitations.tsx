import { useState } from 'preact/hooks'
import { useInvitations, useWithdraw, type Invitation } from '../../api/invitations.ts'
import { Asked } from '../../parts/asked.tsx'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Pager, usePaging } from '../../parts/pager.tsx'
import { Panel } from '../../parts/panel.tsx'
import { RoleBadge } from '../../parts/role-badge.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Table, type Column } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { useOrganization } from '../../shell/organization.tsx'
import { say } from '../../shell/toasts.tsx'

/** Who is invited and has not answered: no members, so they stand apart from them. */
export function Invitations() {
  const { organization_id } = useOrganization()
  const paging = usePaging()
  const invitations = useInvitations(organization_id, paging.cursor)
  const [withdrawing, setWithdrawing] = useState<Invitation>()
  const columns: readonly Column<Invitation>[] = [
    { name: 'E-mail address', lead: true, cell: ({ email }) => email },
    { name: 'Role', cell: ({ role }) => <RoleBadge role={role} /> },
    { name: 'Invited by', cell: ({ invited_by }) => invited_by ?? 'the operator' },
    { name: 'Expires', cell: ({ expires_at }) => <Time at={expires_at} as="day" /> },
    {
      name: 'Actions',
      align: 'end',
      cell: (invitation) => (
        <Button
          look="quiet"
          aria-label={`Withdraw the invitation of ${invitation.email}`}
          onClick={() => setWithdrawing(invitation)}
        >
          Withdraw
        </Button>
      ),
    },
  ]
  return (
    <Panel title="Open invitations" note="Nobody is a member before accepting.">
      <Asked query={invitations} as={<Skeleton of="rows" lines={2} />}>
        {({ items, total, next_cursor }) =>
          items.length === 0 ? (
            <p class="muted">Nobody is invited at the moment.</p>
          ) : (
            <div class="stack">
              <Table
                label="Open invitations"
                rows={items}
                columns={columns}
                keyOf={({ invitation_id }) => invitation_id}
              />
              <Pager paging={paging} next_cursor={next_cursor} shown={items.length} total={total} />
            </div>
          )
        }
      </Asked>
      {withdrawing && (
        <Withdraw invitation={withdrawing} onClose={() => setWithdrawing(undefined)} />
      )}
    </Panel>
  )
}

function Withdraw({
  invitation: { invitation_id, email },
  onClose,
}: {
  invitation: Invitation
  onClose: () => void
}) {
  const { organization_id } = useOrganization()
  const withdraw = useWithdraw(organization_id)
  const gone = () => {
    say(`The invitation of ${email} is withdrawn.`)
    onClose()
  }
  return (
    <Confirm
      title="Withdraw invitation"
      deed="Withdraw"
      open
      onClose={onClose}
      pending={withdraw.isPending}
      error={withdraw.error}
      onConfirm={() => withdraw.mutate(invitation_id, { onSuccess: gone })}
    >
      <p>
        Nobody can accept the invitation of <strong>{email}</strong> any more.
      </p>
    </Confirm>
  )
}
