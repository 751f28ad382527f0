import { useState } from 'preact/hooks'
import { useWorkspacePage, PAGE_SIZE, type Workspace } from '../../api/workspaces.ts'
import { QueryBoundary, EmptyState, Skeleton } from '../../parts/feedback/query-boundary.tsx'
import { Button } from '../../parts/forms/button.tsx'
import { Id } from '../../parts/text/copyable.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { Table, type Column } from '../../parts/tables/table.tsx'
import { Time } from '../../parts/text/time.tsx'
import { permits, useOrganization } from '../../shell/current-user.tsx'
import { pageUrl } from '../../urls.ts'
import { DeleteWorkspaceDialog } from './delete-workspace.tsx'
import { OffsetPager, useOffset } from '../../parts/tables/pager.tsx'
import { CreateWorkspaceDialog, EditWorkspaceDialog } from './workspace-form.tsx'
import { visibleName, visibleText } from '../../parts/text/visible.ts'

const hrefOf = ({ workspace_id }: Workspace) => pageUrl('installations', { workspace_id })

type DialogOpener = (dialog: OpenDialog) => void
interface OpenDialog {
  readonly kind: 'create' | 'edit' | 'delete'
  readonly workspace?: Workspace
}

const columns = (open: DialogOpener | undefined): readonly Column<Workspace>[] => [
  {
    name: 'Name',
    lead: true,
    cell: (workspace) => (
      <span class="two-lines">
        <a href={hrefOf(workspace)}>{visibleName(workspace.name)}</a>
        {workspace.description && (
          <span class="muted small clip" title={visibleText(workspace.description)}>
            {visibleText(workspace.description)}
          </span>
        )}
      </span>
    ),
  },
  {
    name: 'Identifier',
    cell: ({ workspace_id }) => <Id value={workspace_id} label="workspace id" />,
  },
  {
    name: 'Created',
    cell: ({ created_at }) => <Time at={created_at} format="day" />,
  },
  ...(open ? [actionsColumn(open)] : []),
]

const actionsColumn = (open: DialogOpener): Column<Workspace> => ({
  name: 'Actions',
  align: 'end',
  cell: (workspace) => <WorkspaceActions workspace={workspace} open={open} />,
})

export default function Workspaces() {
  const organization = useOrganization()
  const offset = useOffset()
  const query = useWorkspacePage(organization.organization_id, offset)
  const [dialog, setDialog] = useState<OpenDialog>()
  const canEdit = permits(organization, 'workspaces:write')
  const closeDialog = () => setDialog(undefined)
  const create = canEdit && (
    <Button variant="primary" onClick={() => setDialog({ kind: 'create' })}>
      New workspace
    </Button>
  )
  return (
    <Page
      title="Workspaces"
      lead="A workspace groups installed agents and has its own policy and install tokens."
      actions={create}
    >
      <QueryBoundary query={query} fallback={<Skeleton variant="rows" lines={4} />}>
        {({ items, total }) =>
          items.length === 0 && offset === 0 ? (
            <EmptyState title="No workspaces yet" actions={create}>
              Agents are installed in workspaces.{' '}
              {canEdit
                ? 'A new workspace needs only a name.'
                : 'An admin or owner can create a workspace.'}
            </EmptyState>
          ) : (
            <>
              <Table
                label="Workspaces"
                rows={items}
                keyOf={({ workspace_id }) => workspace_id}
                href={hrefOf}
                columns={columns(canEdit ? setDialog : undefined)}
              />
              <OffsetPager offset={offset} size={PAGE_SIZE} shown={items.length} total={total} />
            </>
          )
        }
      </QueryBoundary>
      {dialog?.kind === 'create' && <CreateWorkspaceDialog onClose={closeDialog} />}
      {dialog?.kind === 'edit' && (
        <EditWorkspaceDialog workspace={dialog.workspace!} onClose={closeDialog} />
      )}
      {dialog?.kind === 'delete' && (
        <DeleteWorkspaceDialog workspace={dialog.workspace!} onClose={closeDialog} />
      )}
    </Page>
  )
}

const WorkspaceActions = ({ workspace, open }: { workspace: Workspace; open: DialogOpener }) => (
  <span class="row-actions">
    <Button
      variant="quiet"
      aria-label={`Edit ${visibleName(workspace.name)}`}
      onClick={() => open({ kind: 'edit', workspace })}
    >
      Edit
    </Button>
    <Button
      variant="quiet"
      aria-label={`Delete ${visibleName(workspace.name)}`}
      onClick={() => open({ kind: 'delete', workspace })}
    >
      Delete
    </Button>
  </span>
)
