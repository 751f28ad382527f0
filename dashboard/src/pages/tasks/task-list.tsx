import { useLocation } from 'preact-iso'
import { useEffect } from 'preact/hooks'
import { useCachedAgent } from '../../api/agents.ts'
import { planIncludes } from '../../api/organizations.ts'
import { useTasks, type Task, type TaskRequester } from '../../api/tasks.ts'
import { AttestationBadge, TaskStatusBadge } from '../../entities/status-badges.tsx'
import { EmptyState } from '../../parts/feedback/query-boundary.tsx'
import { Button, ButtonLink } from '../../parts/forms/button.tsx'
import { shorten } from '../../parts/text/copyable.tsx'
import { formatElapsed } from '../../parts/text/format.ts'
import { PagedList } from '../../parts/tables/paged-list.tsx'
import { usePaging } from '../../parts/tables/pager.tsx'
import { Table, type Column } from '../../parts/tables/table.tsx'
import { Time } from '../../parts/text/time.tsx'
import { NamedEntity } from '../../entities/named-entity.tsx'
import { useOrganization } from '../../shell/current-user.tsx'
import { pageUrl, ROOT } from '../../urls.ts'
import type { TaskFilters } from './filter-bar.tsx'
import { agentTitle } from '../../parts/text/visible.ts'

interface TaskListProps {
  readonly filters: TaskFilters
  readonly onOpen: (task: Task) => void
  readonly onClear: () => void
}

const columns = (onOpen: TaskListProps['onOpen']): readonly Column<Task>[] => [
  {
    name: 'Task',
    lead: true,
    cell: (task) => (
      <button type="button" class="quiet open" onClick={() => onOpen(task)}>
        <code title={task.task_id}>{shorten(task.task_id)}</code>
      </button>
    ),
  },
  { name: 'Skill', cell: ({ skill }) => <code>{skill}</code> },
  {
    name: 'Agent',
    cell: ({ agent }) =>
      agent ? <TaskAgent svc_id={agent.svc_id} /> : <span class="muted">none</span>,
  },
  {
    name: 'Attestation',
    cell: (task) =>
      task.agent ? <AttestationBadge attested={task.attested} /> : <span class="muted">–</span>,
  },
  { name: 'Requested by', cell: ({ requester }) => <Requester requester={requester} /> },
  {
    name: 'State',
    cell: ({ status, error }) => (
      <span class="row">
        <TaskStatusBadge status={status} />
        {error && <code class="small">{error.code}</code>}
      </span>
    ),
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
  { name: 'Routed', align: 'end', cell: ({ created_at }) => <Time at={created_at} /> },
]

/** Shows the name of an agent with a link to it; the identifier is in the tooltip. */
function TaskAgent({ svc_id }: { svc_id: string }) {
  const { data } = useCachedAgent(svc_id)
  return (
    <a href={pageUrl('agent', { svc_id })} title={svc_id}>
      {data ? <bdi>{agentTitle(data)}</bdi> : <code>{shorten(svc_id)}</code>}
    </a>
  )
}

/** Opens the task that the URL names, once it is on the page. */
function useLinkedTask(items: readonly Task[] | undefined, onOpen: (task: Task) => void): void {
  const wanted = useLocation().query['task']
  const linked = items?.find(({ task_id }) => task_id === wanted)
  useEffect(() => {
    if (linked) onOpen(linked)
  }, [linked?.task_id])
}

/** Lists the matching tasks, newest first. */
export function TaskList({
  filters: { workspace, status, skill, agent },
  onOpen,
  onClear,
}: TaskListProps) {
  const paging = usePaging()
  const tasks = useTasks(workspace, {
    status: status === '' ? undefined : status,
    skill: skill.trim(),
    agent_id: agent,
    cursor: paging.cursor,
  })
  useLinkedTask(tasks.data?.items, onOpen)
  const filtered = status !== '' || skill.trim() !== '' || agent !== ''
  return (
    <PagedList
      query={tasks}
      paging={paging}
      noun="tasks"
      lines={8}
      empty={<NoTasks filtered={filtered} onClear={onClear} />}
    >
      {(items) => (
        <Table
          label="Tasks"
          rows={items}
          columns={columns(onOpen)}
          keyOf={({ task_id }) => task_id}
        />
      )}
    </PagedList>
  )
}

function NoTasks({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  const hasNetwork = planIncludes(useOrganization().plan, 'professional')
  return filtered ? (
    <EmptyState
      title="No matching tasks"
      actions={<Button onClick={onClear}>Clear filters</Button>}
    >
      Skills are matched by their full name.
    </EmptyState>
  ) : (
    <EmptyState
      title="No tasks yet"
      actions={
        <>
          {hasNetwork && <ButtonLink href={pageUrl('registry')}>Find an agent</ButtonLink>}
          <a href={`${ROOT}/docs/platform/tasks#routeTask`}>How to route tasks</a>
        </>
      }
    >
      Tasks that programs route with <code>POST /a2a/route</code> in this workspace appear here
      automatically.
    </EmptyState>
  )
}

/** Shows who requested a task: a key, a person or an installation, or otherwise the organization. */
export function Credential({
  requester: { key_id, member, installation_id, organization_id },
}: {
  requester: TaskRequester
}) {
  if (key_id !== undefined) return <NamedEntity type="api_key" id={key_id} />
  if (member !== undefined) return <NamedEntity type="member" id={member} />
  if (installation_id !== undefined) return <NamedEntity type="installation" id={installation_id} />
  return <NamedEntity type="organization" id={organization_id} />
}

/** Shows the authenticated requester and on whose behalf it acted. */
const Requester = ({ requester }: { requester: TaskRequester | undefined }) =>
  requester ? (
    <span class="stack">
      <Credential requester={requester} />
      {requester.acting_for !== undefined && (
        <span class="small" title={requester.acting_for}>
          for {shorten(requester.acting_for)}
        </span>
      )}
    </span>
  ) : (
    <span class="muted">unknown</span>
  )
