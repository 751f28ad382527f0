import { reaches, type Reach } from '../../../domain/organizations/access.ts'
import type { Task } from '../../../domain/records.ts'
import { summarizeTasks as summarize, type TaskSummary } from '../../../domain/tasks/summary.ts'
import type { ReadTx } from '../../database.ts'
import { pageOf, type Page, type Paging } from '../page.ts'

type Position = readonly [created_at: string, task_id: string]
export interface TaskQuery extends Paging<Position> {
  readonly reach: Reach
  readonly workspace_id: string
  readonly status?: Task['status'] | undefined
  readonly skill?: string | undefined
  readonly agent_id?: string | undefined
}

/** Every status of a task. The store maintains a count for each pair of workspace and status, so a total is the sum over all statuses. */
const STATUSES: readonly Task['status'][] = [
  'submitted',
  'working',
  'completed',
  'failed',
  'canceled',
  'rejected',
]

/** Lists the tasks of a workspace, newest first. */
export async function listTasks(
  tx: ReadTx,
  { reach, workspace_id, status, skill, agent_id, ...paging }: TaskQuery,
): Promise<{ kind: 'not_found' } | Page<Task, Position>> {
  const workspace = await tx.workspaces.get({ workspace_id })
  if (!workspace || !reaches(reach, workspace)) return { kind: 'not_found' }
  const filter = {
    ...(skill !== undefined && { skill }),
    ...(agent_id !== undefined && { agent_id }),
  }
  const where = { workspace_id, ...filter, ...(status !== undefined && { status }) }
  const order = { orderBy: ['created_at', 'task_id'] as const, descending: true }
  const total =
    Object.keys(filter).length === 0
      ? await tx.tasks.count({ workspace_id, status: status ?? { in: STATUSES } })
      : undefined
  return pageOf(tx.tasks, { where, ...order }, { ...paging, total })
}

/** Limits the tasks that a summary reads; it reads the newest. */
const SUMMARIZED_TASKS = 1_000

export interface WorkspaceTaskSummary {
  readonly kind: 'summary'
  /** The number of all tasks of the workspace by status. */
  readonly counts: Readonly<Record<Task['status'], number>>
  /** Statistics of the newest tasks. */
  readonly recent: TaskSummary
}

/** Summarizes the tasks of a workspace: maintained counts of all tasks, and statistics of the newest. */
export async function summarizeTasks(
  tx: ReadTx,
  { reach, workspace_id }: { reach: Reach; workspace_id: string },
): Promise<{ kind: 'not_found' } | WorkspaceTaskSummary> {
  const workspace = await tx.workspaces.get({ workspace_id })
  if (!workspace || !reaches(reach, workspace)) return { kind: 'not_found' }
  const counts: [Task['status'], number][] = []
  for (const status of STATUSES)
    counts.push([status, await tx.tasks.count({ workspace_id, status })])
  const newest = await tx.tasks.find({
    where: { workspace_id },
    orderBy: ['created_at', 'task_id'],
    descending: true,
    limit: SUMMARIZED_TASKS,
  })
  return {
    kind: 'summary',
    counts: Object.fromEntries(counts) as WorkspaceTaskSummary['counts'],
    recent: summarize(newest),
  }
}
