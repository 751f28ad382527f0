import { useWorkspaceMembers, WORKSPACES_SHOWN } from '../../api/workspaces.ts'
import { Asked } from '../../parts/asked.tsx'
import { ButtonLink } from '../../parts/button.tsx'
import { RoleBadge } from '../../parts/role-badge.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { useOrganization } from '../../shell/organization.tsx'
import { to } from '../../to.ts'
import { OffsetPager, useOffset } from './offset-pager.tsx'
import { useWorkspaceId } from './place.ts'
import { WorkspaceFrame } from './workspace-frame.tsx'

export default function Members() {
  const offset = useOffset()
  const query = useWorkspaceMembers(useOrganization().organization_id, useWorkspaceId(), offset)
  return (
    <WorkspaceFrame
      tab="Members"
      actions={<ButtonLink href={to('organization')}>Members of the organization</ButtonLink>}
    >
      <p class="muted">
        Every member of the organization sees this workspace. Who is let in, and with which role, is
        decided there.
      </p>
      <Asked query={query} as={<Skeleton of="rows" lines={3} />}>
        {({ items, total }) => (
          <>
            <Table
              label="Members"
              rows={items}
              keyOf={({ user_id }) => user_id}
              columns={[
                { name: 'E-mail address', lead: true, cell: ({ email }) => email },
                { name: 'Role', cell: ({ role }) => <RoleBadge role={role} /> },
                { name: 'Joined', cell: ({ joined_at }) => <Time at={joined_at} as="day" /> },
              ]}
            />
            <OffsetPager
              offset={offset}
              size={WORKSPACES_SHOWN}
              shown={items.length}
              total={total}
            />
          </>
        )}
      </Asked>
    </WorkspaceFrame>
  )
}
