import { useWorkspaceMembers, PAGE_SIZE } from '../../api/workspaces.ts'
import { QueryBoundary, Skeleton } from '../../parts/feedback/query-boundary.tsx'
import { ButtonLink } from '../../parts/forms/button.tsx'
import { RoleBadge } from '../../entities/status-badges.tsx'
import { Table } from '../../parts/tables/table.tsx'
import { Time } from '../../parts/text/time.tsx'
import { managesMembers, useOrganization } from '../../shell/current-user.tsx'
import { pageUrl, useWorkspaceId } from '../../urls.ts'
import { OffsetPager, useOffset } from '../../parts/tables/pager.tsx'
import { WorkspacePage } from '../../shell/workspace-page.tsx'

export default function Members() {
  const offset = useOffset()
  const organization = useOrganization()
  const canManage = managesMembers(organization)
  const query = useWorkspaceMembers(organization.organization_id, useWorkspaceId(), offset)
  return (
    <WorkspacePage
      tab="Members"
      actions={canManage && <ButtonLink href={pageUrl('organization')}>Manage members</ButtonLink>}
    >
      <p class="muted">
        All members of the organization have access to this workspace.{' '}
        {canManage
          ? 'Their roles are managed in the organization.'
          : 'An admin or owner of the organization can change their roles.'}
      </p>
      <QueryBoundary query={query} fallback={<Skeleton variant="rows" lines={3} />}>
        {({ items, total }) => (
          <>
            <Table
              label="Members"
              rows={items}
              keyOf={({ user_id }) => user_id}
              columns={[
                { name: 'E-mail address', lead: true, cell: ({ email }) => email },
                { name: 'Role', cell: ({ role }) => <RoleBadge role={role} /> },
                { name: 'Joined', cell: ({ joined_at }) => <Time at={joined_at} format="day" /> },
              ]}
            />
            <OffsetPager offset={offset} size={PAGE_SIZE} shown={items.length} total={total} />
          </>
        )}
      </QueryBoundary>
    </WorkspacePage>
  )
}
