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
import { useOrganization, useStanding } from '../../shell/organization.tsx'
import { AddMember } from './add-member.tsx'
import { ChangeRole } from './change-role.tsx'
import { RemoveMember } from './remove-member.tsx'
import { Section } from './section.tsx'

type Doing = { readonly kind: 'add' } | { readonly kind: 'role' | 'remove'; readonly member: Member } | undefined

export default function Members() {
  const { organization_id } = useOrganization()
  const { session: { email } } = useStanding()
  const paging = usePaging()
  const members = useMembers(organization_id, paging.cursor)
  const [doing, setDoing] = useState<Doing>()
  const done = () => setDoing(undefined)
  const columns: readonly Column<Member>[] = [
    {
      name: 'E-mail address',
      lead: true,
      cell: (member) => <span class="row">{member.email}{member.email === email && <Badge tone="info">you</Badge>}</span>,
    },
    { name: 'Role', cell: ({ role }) => <RoleBadge role={role} /> },
    { name: 'Joined', cell: ({ joined_at }) => <Time at={joined_at} as="day" /> },
    { name: 'Actions', align: 'end', cell: (member) => <Deeds member={member} onDo={(kind) => setDoing({ kind, member })} /> },
  ]
  return (
    <Section title="Members" lead="people who sign in with a PIN sent to their mailbox."
      actions={<Button look="primary" onClick={() => setDoing({ kind: 'add' })}>Add member</Button>}>
      <Asked query={members} as={<Skeleton of="rows" lines={4} />}>
        {({ items, total, next_cursor }) => (
          <div class="stack">
            <Table label="Members" rows={items} columns={columns} keyOf={({ user_id }) => user_id} />
            <Pager paging={paging} next_cursor={next_cursor} shown={items.length} total={total} />
          </div>
        )}
      </Asked>
      <AddMember open={doing?.kind === 'add'} onClose={done} />
      {doing?.kind === 'role' && <ChangeRole member={doing.member} onClose={done} />}
      {doing?.kind === 'remove' && <RemoveMember member={doing.member} self={doing.member.email === email} onClose={done} />}
    </Section>
  )
}

const Deeds = ({ member, onDo }: { member: Member; onDo: (kind: 'role' | 'remove') => void }) => (
  <span class="deeds">
    <Button look="quiet" aria-label={`Change role of ${member.email}`} onClick={() => onDo('role')}>Change role</Button>
    <Button look="quiet" aria-label={`Remove ${member.email}`} onClick={() => onDo('remove')}>Remove</Button>
  </span>
)
