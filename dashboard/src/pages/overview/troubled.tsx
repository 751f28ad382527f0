import { useWorkspaces } from '../../api/workspaces.ts'
import { useTroubled, type Troubled as Row } from '../../api/overview.ts'
import { Asked } from '../../parts/asked.tsx'
import { Badge } from '../../parts/badge.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { shortened } from '../../parts/id.tsx'
import { Table, type Column } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { to } from '../../to.ts'

const hrefOf = ({ installation: { installation_id } }: Row) =>
  to('installation', { installation_id })
const COLUMNS: readonly Column<Row>[] = [
  {
    name: 'Agent',
    lead: true,
    cell: (row) => (
      <a href={hrefOf(row)}>
        {row.installation.agent_name ?? shortened(row.installation.agent_id)}
      </a>
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
    name: 'Last heard from',
    cell: ({ installation: { last_seen_at } }) => <Time at={last_seen_at} />,
  },
]

/** Installations that were not heard from in time, or that say they are not well. */
export function Troubled({ organization_id }: { organization_id: string }) {
  const workspaces = useWorkspaces(organization_id)
  const troubled = useTroubled(workspaces.data?.items)
  const query = workspaces.error ? { ...workspaces, data: undefined } : troubled
  return (
    <Panel title="Needs attention">
      <Asked query={query} as={<Skeleton lines={2} />}>
        {(rows) =>
          rows.length === 0 ? (
            <p>
              <Badge tone="good">all well</Badge>{' '}
              <span class="muted">Every active installation was heard from in time.</span>
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
      </Asked>
    </Panel>
  )
}
