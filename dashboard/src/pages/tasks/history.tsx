import { useTasks, type Task } from '../../api/tasks.ts'
import { Attested } from '../../parts/attested.tsx'
import { Asked } from '../../parts/asked.tsx'
import { Button } from '../../parts/button.tsx'
import { Empty } from '../../parts/empty.tsx'
import { shortened } from '../../parts/id.tsx'
import { took } from '../../parts/moments.ts'
import { Pager, usePaging } from '../../parts/pager.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Table, type Column } from '../../parts/table.tsx'
import { TaskStatus } from '../../parts/task-status.tsx'
import { Time } from '../../parts/time.tsx'
import { to } from '../../to.ts'
import type { Asking } from './narrow.tsx'
import { RequestedBy } from './requested-by.tsx'

interface Props {
  readonly asking: Asking
  readonly onOpen: (task: Task) => void
  readonly onClear: () => void
}

const columns = (onOpen: Props['onOpen']): readonly Column<Task>[] => [
  {
    name: 'Task',
    lead: true,
    cell: (task) => (
      <button type="button" class="quiet open" onClick={() => onOpen(task)}>
        <code title={task.task_id}>{shortened(task.task_id)}</code>
      </button>
    ),
  },
  { name: 'Skill', cell: ({ skill }) => <code>{skill}</code> },
  {
    name: 'Agent',
    cell: ({ agent }) =>
      agent ? (
        <a href={to('agent', { svc_id: agent.svc_id })} title={agent.svc_id}>
          <code>{shortened(agent.svc_id)}</code>
        </a>
      ) : (
        <span class="muted">none</span>
      ),
  },
  {
    name: 'Agent’s key',
    cell: (task) =>
      task.agent ? <Attested attested={task.attested} /> : <span class="muted">–</span>,
  },
  { name: 'Requested by', cell: ({ requester }) => <RequestedBy requester={requester} /> },
  {
    name: 'State',
    cell: ({ status, error }) => (
      <span class="row">
        <TaskStatus status={status} />
        {error && <code class="small">{error.code}</code>}
      </span>
    ),
  },
  {
    name: 'Took',
    align: 'end',
    cell: ({ execution_time_ms }) =>
      execution_time_ms === undefined ? <span class="muted">–</span> : took(execution_time_ms),
  },
  { name: 'Routed', align: 'end', cell: ({ created_at }) => <Time at={created_at} /> },
]

/** The tasks that fit, newest first. */
export function History({ asking: { workspace, status, skill, agent }, onOpen, onClear }: Props) {
  const paging = usePaging()
  const found = useTasks(workspace, {
    status: status === '' ? undefined : status,
    skill,
    agent_id: agent,
    cursor: paging.cursor,
  })
  const narrowed = status !== '' || skill !== '' || agent !== ''
  return (
    <Asked query={found} as={<Skeleton of="rows" lines={8} />}>
      {({ items, total, next_cursor }) =>
        items.length === 0 ? (
          <Nothing narrowed={narrowed} onClear={onClear} />
        ) : (
          <div class={found.isPlaceholderData ? 'stack stale' : 'stack'}>
            <Table
              label="Tasks"
              rows={items}
              columns={columns(onOpen)}
              keyOf={({ task_id }) => task_id}
            />
            <Pager paging={paging} next_cursor={next_cursor} shown={items.length} total={total} />
          </div>
        )
      }
    </Asked>
  )
}

const Nothing = ({ narrowed, onClear }: { narrowed: boolean; onClear: () => void }) =>
  narrowed ? (
    <Empty title="No task fits" actions={<Button onClick={onClear}>Clear filters</Button>}>
      Skills are compared by their whole name.
    </Empty>
  ) : (
    <Empty title="No tasks yet">
      Tasks that programs route with <code>POST /a2a/route</code> in this workspace appear here by
      themselves.
    </Empty>
  )
