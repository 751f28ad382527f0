import { useState } from 'preact/hooks'
import { useWorkspacePage, WORKSPACES_SHOWN, type Workspace } from '../../api/workspaces.ts'
import { Asked } from '../../parts/asked.tsx'
import { Button } from '../../parts/button.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Id } from '../../parts/id.tsx'
import { Page } from '../../parts/page.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { mayManage, useOrganization } from '../../shell/organization.tsx'
import { to } from '../../to.ts'
import { DeleteWorkspace } from './delete-workspace.tsx'
import { OffsetPager, useOffset } from './offset-pager.tsx'
import { CreateWorkspace, RenameWorkspace } from './workspace-form.tsx'
import './fleet.css'

const hrefOf = ({ workspace_id }: Workspace) => to('installations', { workspace_id })

interface Deed {
  readonly do: 'create' | 'rename' | 'delete'
  readonly workspace?: Workspace
}

export default function Workspaces() {
  const organization = useOrganization()
  const offset = useOffset()
  const query = useWorkspacePage(organization.organization_id, offset)
  const [deed, setDeed] = useState<Deed>()
  const may = mayManage(organization)
  const done = () => setDeed(undefined)
  const create = may && (
    <Button look="primary" onClick={() => setDeed({ do: 'create' })}>
      New workspace
    </Button>
  )
  return (
    <Page
      title="Workspaces"
      lead="A workspace is a room for installed agents, with a policy and install tokens of its own."
      actions={create || undefined}
    >
      <Asked query={query} as={<Skeleton of="rows" lines={4} />}>
        {({ items, total }) =>
          items.length === 0 ? (
            <Empty title="No workspace yet" actions={create || undefined}>
              Agents are installed in workspaces; the first one takes a name, nothing more.
            </Empty>
          ) : (
            <>
              <Table
                label="Workspaces"
                rows={items}
                keyOf={({ workspace_id }) => workspace_id}
                href={hrefOf}
                columns={[
                  {
                    name: 'Name',
                    lead: true,
                    cell: (workspace) => (
                      <span class="two-lines">
                        <a href={hrefOf(workspace)}>{workspace.name}</a>
                        {workspace.description && (
                          <span class="muted small clip" title={workspace.description}>
                            {workspace.description}
                          </span>
                        )}
                      </span>
                    ),
                  },
                  {
                    name: 'Identifier',
                    cell: ({ workspace_id }) => <Id value={workspace_id} of="workspace id" />,
                  },
                  { name: 'Created', cell: ({ created_at }) => <Time at={created_at} as="day" /> },
                  ...(may
                    ? [
                        {
                          name: 'Actions',
                          align: 'end' as const,
                          cell: (workspace: Workspace) => (
                            <Deeds workspace={workspace} choose={setDeed} />
                          ),
                        },
                      ]
                    : []),
                ]}
              />
              <OffsetPager
                offset={offset}
                size={WORKSPACES_SHOWN}
                shown={items.length}
                total={total}
              />
            </>
          )
        }
      </Asked>
      {deed?.do === 'create' && <CreateWorkspace onClose={done} />}
      {deed?.do === 'rename' && <RenameWorkspace workspace={deed.workspace!} onClose={done} />}
      {deed?.do === 'delete' && <DeleteWorkspace workspace={deed.workspace!} onClose={done} />}
    </Page>
  )
}

const Deeds = ({ workspace, choose }: { workspace: Workspace; choose: (deed: Deed) => void }) => (
  <span class="deeds">
    <Button
      look="quiet"
      aria-label={`Rename ${workspace.name}`}
      onClick={() => choose({ do: 'rename', workspace })}
    >
      Rename
    </Button>
    <Button
      look="quiet"
      aria-label={`Delete ${workspace.name}`}
      onClick={() => choose({ do: 'delete', workspace })}
    >
      Delete
    </Button>
  </span>
)
