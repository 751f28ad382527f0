import { useWorkspaces } from '../../api/workspaces.ts'
import { useInstallationsNeedingAttention, type AttentionItem as Row } from '../../api/overview.ts'
import { QueryBoundary } from '../../parts/feedback/query-boundary.tsx'
import { Badge } from '../../parts/badges/badge.tsx'
import { Panel } from '../../parts/layout/panel.tsx'
import { Skeleton } from '../../parts/feedback/skeleton.tsx'
import { shorten } from '../../parts/text/id.tsx'
import { Table, type Column } from '../../parts/tables/table.tsx'
import { Time } from '../../parts/time/time.tsx'
import { pageUrl } from '../../urls.ts'

const hrefOf = ({ installation: { installation_id } }: Row) =>
  pageUrl('installation', { installation_id })
const COLUMNS: readonly Column<Row>[] = [
  {
    name: 'Agent',
    lead: true,
    cell: (row) => (
      <a href={hrefOf(row)}>{row.installation.agent_name ?? shorten(row.installation.agent_id)}</a>
    ),
  },
  {
    name: 'Health',
    cell: ({ installation: { health } }) => (
      <Badge tone={health === 'offline' ? 'bad' : 'warn'}>{health}</Badge>
    ),
  },
  { name: 'Workspace', cell: ({ workspace: { name } }) => name },
  {
    name: 'Last heartbeat',
    cell: ({ installation: { last_seen_at } }) => <Time at={last_seen_at} />,
  },
]

/** Lists installations that are offline or unhealthy. */
export function NeedsAttention({ organization_id }: { organization_id: string }) {
  const workspaces = useWorkspaces(organization_id)
  const installations = useInstallationsNeedingAttention(workspaces.data?.items)
  const query = workspaces.error ? { ...workspaces, data: undefined } : installations
  return (
    <Panel title="Needs attention">
      <QueryBoundary query={query} fallback={<Skeleton lines={2} />}>
        {(rows) =>
          rows.length === 0 ? (
            <p>
              <Badge tone="good">all healthy</Badge>{' '}
              <span class="muted">All active installations send heartbeats.</span>
            </p>
          ) : (
            <Table
              label="Installations that need attention"
              rows={rows}
              columns={COLUMNS}
              keyOf={({ installation }) => installation.installation_id}
              href={hrefOf}
            />
          )
        }
      </QueryBoundary>
    </Panel>
  )
}
