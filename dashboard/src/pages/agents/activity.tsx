import { useState } from 'preact/hooks'
import type { Agent } from '../../api/agents.ts'
import { useAgentTasks, type Task } from '../../api/tasks.ts'
import { useWorkspaces } from '../../api/workspaces.ts'
import { Badge, type Tone } from '../../parts/badge.tsx'
import {
  AttestationBadge,
  TaskStatusBadge,
  DisputeStateBadge,
} from '../../entities/status-badges.tsx'
import { QueryBoundary, Skeleton } from '../../parts/feedback/query-boundary.tsx'
import { ISSUES } from '../../entities/dispute-issues.ts'
import { formatElapsed } from '../../parts/text/format.ts'
import { Panel } from '../../parts/layout/page.tsx'
import { Table, type Column } from '../../parts/tables/table.tsx'
import { Time } from '../../parts/text/time.tsx'
import { useOrganization } from '../../shell/current-user.tsx'
import { pageUrl } from '../../urls.ts'
import { useDisputes, type Dispute } from '../../api/disputes.ts'
import { useImages, type Image } from '../../api/images.ts'
import { visibleName, visibleText } from '../../parts/text/visible.ts'

/** The maximum length of each list. */
const LIMIT = 10

const TASK_COLUMNS: readonly Column<Task>[] = [
  { name: 'Skill', lead: true, cell: ({ skill }) => skill },
  { name: 'State', cell: ({ status }) => <TaskStatusBadge status={status} /> },
  { name: 'Attestation', cell: ({ attested }) => <AttestationBadge attested={attested} /> },
  {
    name: 'Error',
    cell: ({ error }) => (error ? <code>{error.code}</code> : <span class="muted">–</span>),
  },
  {
    name: 'Duration',
    align: 'end',
    cell: ({ execution_time_ms }) =>
      execution_time_ms === undefined ? (
        <span class="muted">–</span>
      ) : (
        formatElapsed(execution_time_ms)
      ),
  },
  { name: 'Time', cell: ({ created_at }) => <Time at={created_at} /> },
]

/** Lists the tasks that the user's organization routed to an agent, by workspace. */
export function AgentTasks({ agent: { svc_id } }: { agent: Agent }) {
  const { organization_id } = useOrganization()
  const workspaces = useWorkspaces(organization_id)
  const [selected, setSelected] = useState<string>()
  const workspace_id = selected ?? workspaces.data?.items[0]?.workspace_id
  const tasks = useAgentTasks(svc_id, workspace_id, LIMIT)
  const workspaceSelect = (
    <label>
      <span class="visually-hidden">Workspace</span>
      <select
        value={workspace_id}
        onChange={({ currentTarget }) => setSelected(currentTarget.value)}
      >
        {workspaces.data?.items.map(({ workspace_id: id, name }) => (
          <option key={id} value={id}>
            {visibleName(name)}
          </option>
        ))}
      </select>
    </label>
  )
  if (workspaces.data?.items.length === 0) return null
  return (
    <Panel
      title="Tasks"
      actions={
        <>
          {workspaceSelect}
          <a href={pageUrl('tasks', {}, { workspace: workspace_id, agent: svc_id })}>View all</a>
        </>
      }
    >
      <QueryBoundary query={tasks} fallback={<Skeleton lines={3} />}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="muted">No tasks in this workspace.</p>
          ) : (
            <Table
              label="Tasks routed to this agent"
              rows={items}
              columns={TASK_COLUMNS}
              keyOf={({ task_id }) => task_id}
            />
          )
        }
      </QueryBoundary>
    </Panel>
  )
}

const disputeUrl = ({ dispute_id }: Dispute) => pageUrl('dispute', { dispute_id })
const DISPUTE_COLUMNS: readonly Column<Dispute>[] = [
  {
    name: 'Issue',
    lead: true,
    cell: (dispute) => <a href={disputeUrl(dispute)}>{ISSUES[dispute.issue_type].title}</a>,
  },
  {
    name: 'Description',
    cell: ({ description }) => <span class="one-line">{visibleText(description)}</span>,
  },
  {
    name: 'State',
    cell: ({ state }) => <DisputeStateBadge state={state} />,
  },
  { name: 'Reported', cell: ({ opened_at }) => <Time at={opened_at} /> },
]

/** Shows the number of disputes about an agent, and lists those that its owner received or the selected organization made. */
export function AgentDisputes({
  agent: { svc_id, own, organization_id: owner, disputes },
}: {
  agent: Agent
}) {
  const selected = useOrganization().organization_id
  const listed = useDisputes({
    organization_id: owner ?? selected,
    agent_id: svc_id,
    side: own ? 'received' : 'made',
    limit: LIMIT,
  })
  return (
    <Panel
      title="Disputes"
      note={`${disputes.open} open, ${disputes.upheld} upheld, across all organizations`}
    >
      <QueryBoundary query={listed} fallback={<Skeleton lines={2} />}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="muted">
              {own
                ? 'No organization has reported this agent.'
                : 'Your organization has not reported this agent.'}
            </p>
          ) : (
            <Table
              label="Disputes"
              rows={items}
              columns={DISPUTE_COLUMNS}
              keyOf={({ dispute_id }) => dispute_id}
              href={disputeUrl}
            />
          )
        }
      </QueryBoundary>
    </Panel>
  )
}

/** Returns a summary of the most severe findings of a scan. */
function worstFinding({ last_scan: { status, summary } }: Image): readonly [Tone, string] {
  if (!summary) return [status === 'failed' ? 'bad' : 'info', status.replaceAll('_', ' ')]
  if (summary.critical > 0) return ['bad', `${summary.critical} critical`]
  if (summary.high > 0) return ['warn', `${summary.high} high`]
  return status === 'completed'
    ? ['good', 'no critical or high findings']
    : ['idle', status.replaceAll('_', ' ')]
}

const IMAGE_COLUMNS: readonly Column<Image>[] = [
  { name: 'Image', lead: true, cell: ({ ref }) => <code>{ref}</code> },
  {
    name: 'Latest scan',
    cell: (image) => {
      const [tone, text] = worstFinding(image)
      return <Badge tone={tone}>{text}</Badge>
    },
  },
  {
    name: 'Time',
    cell: ({ last_scan: { finished_at, requested_at } }) => (
      <Time at={finished_at ?? requested_at} />
    ),
  },
]

/**
 * Lists the first images of the organization. Images are not linked to agents, so the same list is shown for every agent of the
 * organization.
 */
export function ScannedImages() {
  const { organization_id } = useOrganization()
  const images = useImages({ organization_id, limit: LIMIT })
  return (
    <Panel
      title="Images and scans"
      note="from your organization"
      actions={<a href={pageUrl('images')}>View all</a>}
    >
      <QueryBoundary query={images} fallback={<Skeleton lines={2} />}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="muted">No images have been scanned yet.</p>
          ) : (
            <Table label="Images" rows={items} columns={IMAGE_COLUMNS} keyOf={({ ref }) => ref} />
          )
        }
      </QueryBoundary>
    </Panel>
  )
}
