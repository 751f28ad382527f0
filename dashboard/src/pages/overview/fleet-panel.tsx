import type { Installation } from '../../api/installations.ts'
import type { FleetState, useFleetState } from '../../api/fleet.ts'
import { useWorkspaces } from '../../api/workspaces.ts'
import { Badge } from '../../parts/badge.tsx'
import { QueryBoundary, Skeleton } from '../../parts/feedback/query-boundary.tsx'
import { Panel } from '../../parts/layout/page.tsx'
import { Table } from '../../parts/tables/table.tsx'
import { shorten } from '../../parts/text/copyable.tsx'
import { formatNumber } from '../../parts/text/format.ts'
import { Time } from '../../parts/text/time.tsx'
import { pageUrl } from '../../urls.ts'
import { FirstSteps } from './first-steps.tsx'
import { visibleName } from '../../parts/text/visible.ts'

/** Shows the health of an organization's installations, or how to create the first one. */
export function FleetPanel({
  organization_id,
  fleet,
}: {
  organization_id: string
  fleet: ReturnType<typeof useFleetState>
}) {
  return (
    <QueryBoundary
      query={fleet}
      fallback={
        <Panel title="Needs attention">
          <Skeleton lines={2} />
        </Panel>
      }
    >
      {(state) =>
        isEmpty(state) ? (
          <FirstSteps organization_id={organization_id} />
        ) : (
          <NeedsAttention organization_id={organization_id} state={state} />
        )
      }
    </QueryBoundary>
  )
}

const STATES = [
  'online',
  'unhealthy',
  'offline',
  'stopped',
  'paused',
  'revoked',
  'terminated',
] as const

/** Returns whether an organization has no installation, not even an ended one. */
export const isEmpty = ({ counts }: FleetState): boolean =>
  STATES.every((state) => counts[state] === 0)

const installationUrl = ({ installation_id }: Installation) =>
  pageUrl('installation', { installation_id })

/** Lists installations that are offline or unhealthy. */
function NeedsAttention({
  organization_id,
  state: { counts, needing_attention },
}: {
  organization_id: string
  state: FleetState
}) {
  const workspaces = useWorkspaces(organization_id).data?.items ?? []
  const number = counts.offline + counts.unhealthy
  return (
    <Panel
      title="Needs attention"
      {...(number > 0 && {
        note: `${formatNumber(number)} installation${number === 1 ? '' : 's'}`,
      })}
      actions={<a href={pageUrl('fleet')}>All installations</a>}
    >
      {number === 0 ? (
        <AllHealthy state={{ counts }} />
      ) : (
        <Table
          label="Installations that need attention"
          rows={needing_attention}
          columns={[
            {
              name: 'Agent',
              lead: true,
              cell: (row) => (
                <a href={installationUrl(row)}>
                  {row.agent_name === undefined
                    ? shorten(row.agent_id)
                    : visibleName(row.agent_name)}
                </a>
              ),
            },
            {
              name: 'Health',
              cell: ({ health }) => (
                <Badge tone={health === 'offline' ? 'bad' : 'warn'}>{health}</Badge>
              ),
            },
            {
              name: 'Workspace',
              cell: ({ workspace_id }) =>
                visibleName(
                  workspaces.find((one) => one.workspace_id === workspace_id)?.name ??
                    shorten(workspace_id),
                ),
            },
            { name: 'Last seen', cell: ({ last_seen_at }) => <Time at={last_seen_at} /> },
          ]}
          keyOf={({ installation_id }) => installation_id}
          href={installationUrl}
        />
      )}
    </Panel>
  )
}

/** States how many installations are healthy, or that none can accept tasks. */
export function AllHealthy({ state: { counts } }: { state: Pick<FleetState, 'counts'> }) {
  if (counts.online === 0)
    return (
      <p class="muted">
        No installation can accept tasks: {formatNumber(counts.stopped)} stopped,{' '}
        {formatNumber(counts.paused)} paused, {formatNumber(counts.revoked + counts.terminated)}{' '}
        ended.
      </p>
    )
  return (
    <p>
      <Badge tone="good">all healthy</Badge>{' '}
      <span class="muted">
        {counts.online === 1
          ? 'The running installation is sending heartbeats.'
          : `All ${formatNumber(counts.online)} running installations are sending heartbeats.`}
      </span>
    </p>
  )
}
