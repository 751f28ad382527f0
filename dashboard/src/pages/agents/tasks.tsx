import { useState } from 'preact/hooks'
import { useAgentTasks, type Agent } from '../../api/agents.ts'
import type { Task } from '../../api/tasks.ts'
import { useWorkspaces } from '../../api/workspaces.ts'
import { AttestationBadge } from '../../parts/badges/attestation.tsx'
import { QueryBoundary } from '../../parts/feedback/query-boundary.tsx'
import { formatElapsed } from '../../parts/time/format.ts'
import { Panel } from '../../parts/layout/panel.tsx'
import { Skeleton } from '../../parts/feedback/skeleton.tsx'
import { Table, type Column } from '../../parts/tables/table.tsx'
import { TaskStatusBadge } from '../../parts/badges/task-status.tsx'
import { Time } from '../../parts/time/time.tsx'
import { useOrganization } from '../../shell/current-user.tsx'
import { pageUrl } from '../../urls.ts'

const COLUMNS: readonly Column<Task>[] = [
  { name: 'Skill', lead: true, cell: ({ skill }) => skill },
  { name: 'Status', cell: ({ status }) => <TaskStatusBadge status={status} /> },
  { name: 'Agent’s key', cell: ({ attested }) => <AttestationBadge attested={attested} /> },
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
  { name: 'When', cell: ({ created_at }) => <Time at={created_at} /> },
]

/** Lists the tasks that the organization of the user routed to an agent, by workspace. */
export function AgentTasks({ agent: { svc_id } }: { agent: Agent }) {
  const { organization_id } = useOrganization()
  const workspaces = useWorkspaces(organization_id)
  const [chosen, setChosen] = useState<string>()
  const workspace_id = chosen ?? workspaces.data?.items[0]?.workspace_id
  const tasks = useAgentTasks(svc_id, workspace_id)
  const workspaceSelect = (
    <label>
      <span class="hidden">Workspace</span>
      <select value={workspace_id} onChange={({ currentTarget }) => setChosen(currentTarget.value)}>
        {workspaces.data?.items.map(({ workspace_id: id, name }) => (
          <option key={id} value={id}>
            {name}
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
          <a href={pageUrl('tasks', {}, { agent: svc_id })}>All</a>
        </>
      }
    >
      <QueryBoundary query={tasks} fallback={<Skeleton lines={3} />}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="muted">No tasks in this workspace.</p>
          ) : (
            <Table
              label="Tasks of this agent"
              rows={items}
              columns={COLUMNS}
              keyOf={({ task_id }) => task_id}
            />
          )
        }
      </QueryBoundary>
    </Panel>
  )
}
