import type { Installation } from '../../../api/installations.ts'
import { AttestationBadge, Badge } from '../../../parts/badges.tsx'
import { Id } from '../../../parts/text/copyable.tsx'
import { Table, type Column } from '../../../parts/tables/table.tsx'
import { Time } from '../../../parts/text/time.tsx'
import { pageUrl } from '../../../urls.ts'
import { installationName, InstallationState, Lease } from '../labels.tsx'
import { HighlightChange } from '../../../parts/feedback/highlight-change.tsx'
import { ButtonLink } from '../../../parts/forms/button.tsx'
import { EmptyState } from '../../../parts/feedback/query-boundary.tsx'
import type { View } from './views.tsx'

const hrefOf = ({ installation_id }: Installation) => pageUrl('installation', { installation_id })

const COLUMNS: readonly Column<Installation>[] = [
  {
    name: 'Agent',
    lead: true,
    cell: (installation) => <a href={hrefOf(installation)}>{installationName(installation)}</a>,
  },
  { name: 'State', cell: (installation) => <InstallationState installation={installation} /> },
  { name: 'Lease', cell: (installation) => <Lease installation={installation} /> },
  {
    name: 'Attestation',
    cell: ({ attested_at }) => <AttestationBadge attested={attested_at !== undefined} />,
  },
  { name: 'Last heartbeat', cell: ({ last_seen_at }) => <Time at={last_seen_at} /> },
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
  {
    name: 'Installation',
    cell: ({ installation_id }) => <Id value={installation_id} label="installation id" />,
  },
]

interface Props {
  readonly items: readonly Installation[]
  readonly selected?: ReadonlySet<string>
  readonly onSelect?: (selected: ReadonlySet<string>) => void
}

export const InstallationTable = ({ items, selected, onSelect }: Props) => (
  <Table
    label="Installations"
    rows={items}
    keyOf={({ installation_id }) => installation_id}
    columns={COLUMNS}
    href={hrefOf}
    selected={selected}
    onSelect={onSelect}
  />
)

/** Explains why a view has no installations. */
export function NoInstallations({
  view,
  workspace_id,
  filtered,
}: {
  view: View
  workspace_id: string
  filtered: boolean
}) {
  const all = <ButtonLink href={pageUrl('installations', { workspace_id })}>Show all</ButtonLink>
  if (view.key !== '')
    return (
      <EmptyState
        title={`No ${view.title.toLowerCase()} installations${filtered ? ' of this agent' : ''}`}
        actions={all}
      />
    )
  if (filtered) return <EmptyState title="This agent is not installed here" actions={all} />
  return (
    <EmptyState
      title="No installations yet"
      actions={
        <ButtonLink variant="primary" href={pageUrl('tokens', { workspace_id }, { new: true })}>
          Create an install token
        </ButtonLink>
      }
    >
      An install token lets one agent join this workspace. The agent appears here after it has used
      the token.
    </EmptyState>
  )
}
