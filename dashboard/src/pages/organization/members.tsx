import { useState } from 'preact/hooks'
import { useMembers, type Member } from '../../api/members.ts'
import { Asked } from '../../parts/asked.tsx'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Pager, usePaging } from '../../parts/pager.tsx'
import { RoleBadge } from '../../parts/role-badge.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Table, type Column } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { LeaveOrganization } from '../../shell/leave-organization.tsx'
import { useOrganization, useStanding } from '../../shell/organization.tsx'
import { ChangeRole } from './change-role.tsx'
import { Invitations } from './invitations.tsx'
import { InviteMember } from './invite-member.tsx'
import { RemoveMember } from './remove-member.tsx'
import { Section } from './section.tsx'

type Doing =
  | { readonly kind: 'invite' | 'leave' }
  | { readonly kind: 'role' | 'remove'; readonly member: Member }
  | undefined

export default function Members() {
  const organization = useOrganization()
  const { organization_id } = organization
  const {
    session: { email },
  } = useStanding()
  const paging = usePaging()
  const members = useMembers(organization_id, paging.cursor)
  const [doing, setDoing] = useState<Doing>()
  const done = () => setDoing(undefined)
  const columns: readonly Column<Member>[] = [
    {
      name: 'E-mail address',
      lead: true,
      cell: (member) => (
        <span class="row">
          {member.email}
          {member.email === email && <Badge tone="info">you</Badge>}
        </span>
      ),
    },
    { name: 'Role', cell: ({ role }) => <RoleBadge role={role} /> },
    { name: 'Joined', cell: ({ joined_at }) => <Time at={joined_at} as="day" /> },
    {
      name: 'Actions',
      align: 'end',
      cell: (member) => (
        <Deeds
          member={member}
          self={member.email === email}
          onDo={(kind) => setDoing(kind === 'leave' ? { kind } : { kind, member })}
        />
      ),
    },
  ]
  return (
    <Section
      title="Members"
      lead="people who sign in with a PIN sent to their mailbox."
      actions={
        <Button look="primary" onClick={() => setDoing({ kind: 'invite' })}>
          Invite member
        </Button>
      }
    >
      <Asked query={members} as={<Skeleton of="rows" lines={4} />}>
        {({ items, total, next_cursor }) => (
          <div class="stack">
            <Table
              label="Members"
              rows={items}
              columns={columns}
              keyOf={({ user_id }) => user_id}
            />
            <Pager paging={paging} next_cursor={next_cursor} shown={items.length} total={total} />
          </div>
        )}
      </Asked>
      <Invitations />
      <InviteMember open={doing?.kind === 'invite'} onClose={done} />
      {doing?.kind === 'leave' && <LeaveOrganization organization={organization} onClose={done} />}
      {doing?.kind === 'role' && <ChangeRole member={doing.member} onClose={done} />}
      {doing?.kind === 'remove' && <RemoveMember member={doing.member} onClose={done} />}
    </Section>
  )
}

interface DeedsProps {
  readonly member: Member
  readonly self: boolean
  readonly onDo: (kind: 'role' | 'remove' | 'leave') => void
}

const Deeds = ({ member, self, onDo }: DeedsProps) => (
  <span class="deeds">
    <Button look="quiet" aria-label={`Change role of ${member.email}`} onClick={() => onDo('role')}>
      Change role
    </Button>
    {self ? (
      <Button look="quiet" aria-label={`Leave ${member.email}`} onClick={() => onDo('leave')}>
        Leave
      </Button>
    ) : (
      <Button look="quiet" aria-label={`Remove ${member.email}`} onClick={() => onDo('remove')}>
        Remove
      </Button>
    )}
  </span>
)
