import type { components } from '../../../generated/platform.ts'
import { isOutsideWorkspace } from '../../auth/callers.ts'
import type { Task } from '../../domain/records.ts'
import type { TaskSeriesPart } from '../../domain/tasks/summary.ts'
import { presentPageOf, readCursor } from '../cursor.ts'
import { membersOf } from '../members-of.ts'
import type { Handlers } from '../services.ts'

type Schemas = components['schemas']

/** Lists (docs/specification/tasks.md#history) and summarizes (docs/specification/tasks.md#task-summary) the tasks of a workspace. */
export const tasks = {
  async listTasks({ headers, query, caller, reply, refuse }, { store }) {
    const { status, skill, agent_id, limit, offset } = query
    const workspace_id = headers['X-Workspace-ID']
    if (isOutsideWorkspace(caller, workspace_id)) return refuse('WORKSPACE_NOT_ALLOWED')
    const after = readCursor('listTasks~created', query.cursor)
    const page = await store.listTasks({
      reach: caller.reach,
      workspace_id,
      status,
      skill,
      agent_id,
      limit,
      offset,
      after,
    })
    if (page.kind === 'not_found') return refuse('WORKSPACE_NOT_FOUND')
    return reply(200, presentPageOf('listTasks~created', page, offset, present))
  },

  async getTaskSummary({ headers, caller, reply, refuse }, { store, now }) {
    const workspace_id = headers['X-Workspace-ID']
    if (isOutsideWorkspace(caller, workspace_id)) return refuse('WORKSPACE_NOT_ALLOWED')
    const found = await store.summarizeTasks({ reach: caller.reach, workspace_id })
    if (found.kind === 'not_found') return refuse('WORKSPACE_NOT_FOUND')
    const { tasks, failures, execution_time, series } = found.recent
    return reply(200, {
      workspace_id,
      counts: found.counts,
      recent_tasks: tasks,
      failures: [...failures],
      series: series.map(presentPart),
      updated_at: now(),
      ...(execution_time && { execution_time_ms: execution_time }),
    })
  },
} satisfies Partial<Handlers>

const presentPart = ({ p50, ...part }: TaskSeriesPart): Schemas['TaskSeriesPart'] => ({
  ...part,
  ...(p50 !== undefined && { p50_ms: p50 }),
})

const present = (task: Task): Schemas['Task'] => ({
  ...membersOf(task, MEMBERS),
  requester: { ...task.requester },
})
const MEMBERS = [
  'task_id',
  'workspace_id',
  'skill',
  'requester_id',
  'agent',
  'attested',
  'status',
  'created_at',
  'execution_time_ms',
  'trace_id',
  'error',
  'finished_at',
] as const satisfies readonly (keyof Schemas['Task'])[]
