import type { Installation } from '../../../api/installations.ts'
import { Badge } from '../../../parts/badge.tsx'
import { AttestationBadge } from '../../../entities/status-badges.tsx'
import { Id, shorten } from '../../../parts/text/copyable.tsx'
import { Table, type Column } from '../../../parts/tables/table.tsx'
import { Time } from '../../../parts/text/time.tsx'
import { pageUrl } from '../../../urls.ts'
import { InstallationLabels, installationName, InstallationState, Lease } from '../state.tsx'
import { HighlightChange } from '../../../parts/feedback/highlight-change.tsx'
import { useWorkspaces } from '../../../api/workspaces.ts'
import { useOrganization } from '../../../shell/current-user.tsx'
import { visibleName } from '../../../parts/text/visible.ts'

const hrefOf = ({ installation_id }: Installation) => pageUrl('installation', { installation_id })

const AGENT: Column<Installation> = {
  name: 'Agent',
  lead: true,
  cell: (installation) => (
    <span class="two-lines">
      <a href={hrefOf(installation)}>{installationName(installation)}</a>
      <Id value={installation.installation_id} label="installation id" />
    </span>
  ),
}
const COLUMNS: readonly Column<Installation>[] = [
  { name: 'State', cell: (installation) => <InstallationState installation={installation} /> },
  { name: 'Lease', cell: (installation) => <Lease installation={installation} /> },
  {
    name: 'Attestation',
    cell: ({ attested_at }) => <AttestationBadge attested={attested_at !== undefined} />,
  },
  { name: 'Last seen', cell: ({ last_seen_at }) => <Time at={last_seen_at} /> },
  {
    name: 'Command',
    cell: ({ command }) => (
      <HighlightChange value={command ? command.command_id : ''}>
        {command ? (
          <Badge tone="info">{command.type.replaceAll('_', ' ')} pending</Badge>
        ) : (
          <span class="muted">none</span>
        )}
      </HighlightChange>
    ),
  },
]

/** Shows the name of a workspace, once the workspaces have been read. */
function WorkspaceName({ workspace_id }: { workspace_id: string }) {
  const { organization_id } = useOrganization()
  const workspaces = useWorkspaces(organization_id).data?.items ?? []
  const name = workspaces.find((workspace) => workspace.workspace_id === workspace_id)?.name
  return (
    <a href={pageUrl('installations', { workspace_id })}>
      {visibleName(name ?? shorten(workspace_id))}
    </a>
  )
}
const LABELS: Column<Installation> = {
  name: 'Labels',
  cell: ({ labels }) => <InstallationLabels labels={labels} />,
}
const WORKSPACE: Column<Installation> = {
  name: 'Workspace',
  cell: ({ workspace_id }) => <WorkspaceName workspace_id={workspace_id} />,
}

interface Props {
  readonly items: readonly Installation[]
  /** Whether the list covers all workspaces, so that it shows the workspace of each installation. */
  readonly everyWorkspace: boolean
  readonly selected?: ReadonlySet<string>
  readonly onSelect?: (selected: ReadonlySet<string>) => void
}

export const InstallationTable = ({ items, everyWorkspace, selected, onSelect }: Props) => (
  <Table
    label="Installations"
    rows={items}
    keyOf={({ installation_id }) => installation_id}
    columns={[
      AGENT,
      ...(everyWorkspace ? [WORKSPACE] : []),
      ...(items.some(({ labels }) => labels) ? [LABELS] : []),
      ...COLUMNS,
    ]}
    href={hrefOf}
    selected={selected}
    onSelect={onSelect}
  />
)
