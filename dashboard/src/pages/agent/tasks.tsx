import { useState } from 'preact/hooks'
import { useAgentTasks, type Agent } from '../../api/agent.ts'
import type { Task } from '../../api/tasks.ts'
import { useWorkspaces } from '../../api/workspaces.ts'
import { Attested } from '../../parts/attested.tsx'
import { Asked } from '../../parts/asked.tsx'
import { took } from '../../parts/moments.ts'
import { Panel } from '../../parts/panel.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Table, type Column } from '../../parts/table.tsx'
import { TaskStatus } from '../../parts/task-status.tsx'
import { Time } from '../../parts/time.tsx'
import { useOrganization } from '../../shell/organization.tsx'
import { to } from '../../to.ts'

const COLUMNS: readonly Column<Task>[] = [
  { name: 'Skill', lead: true, cell: ({ skill }) => skill },
  { name: 'Status', cell: ({ status }) => <TaskStatus status={status} /> },
  { name: 'Agent’s key', cell: ({ attested }) => <Attested attested={attested} /> },
  {
    name: 'Why',
    cell: ({ error }) => (error ? <code>{error.code}</code> : <span class="muted">–</span>),
  },
  {
    name: 'Took',
    align: 'end',
    cell: ({ execution_time_ms }) =>
      execution_time_ms === undefined ? <span class="muted">–</span> : took(execution_time_ms),
  },
  { name: 'When', cell: ({ created_at }) => <Time at={created_at} /> },
]

/** What the viewer's organization had it do, by workspace. */
export function Tasks({ agent: { svc_id } }: { agent: Agent }) {
  const { organization_id } = useOrganization()
  const workspaces = useWorkspaces(organization_id)
  const [chosen, setChosen] = useState<string>()
  const workspace_id = chosen ?? workspaces.data?.items[0]?.workspace_id
  const tasks = useAgentTasks(svc_id, workspace_id)
  const pick = (
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
          {pick}
          <a href={to('tasks', {}, { agent: svc_id })}>All</a>
        </>
      }
    >
      <Asked query={tasks} as={<Skeleton lines={3} />}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="muted">None in this workspace.</p>
          ) : (
            <Table
              label="Tasks of this agent"
              rows={items}
              columns={COLUMNS}
              keyOf={({ task_id }) => task_id}
            />
          )
        }
      </Asked>
    </Panel>
  )
}
