import { reaches, type Reach } from '../../../domain/organizations/reach.ts'
import type { Task } from '../../../domain/records.ts'
import { summarizeTasks as sumUp, type TaskSummary } from '../../../domain/tasks/summary.ts'
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

/** All of them, because tasks are counted by workspace and status. */
const STATUSES: readonly Task['status'][] = [
  'submitted',
  'working',
  'completed',
  'failed',
  'canceled',
  'rejected',
]

/** The tasks of a workspace, newest first. */
export async function listTasks(
  tx: ReadTx,
  { reach, workspace_id, status, skill, agent_id, ...paging }: TaskQuery,
): Promise<{ kind: 'not_found' } | Page<Task, Position>> {
  const workspace = await tx.workspaces.get({ workspace_id })
  if (!workspace || !reaches(reach, workspace)) return { kind: 'not_found' }
  const narrower = {
    ...(skill !== undefined && { skill }),
    ...(agent_id !== undefined && { agent_id }),
  }
  const where = { workspace_id, ...narrower, ...(status !== undefined && { status }) }
  const order = { orderBy: ['created_at', 'task_id'] as const, descending: true }
  const total =
    Object.keys(narrower).length === 0
      ? await tx.tasks.count({ workspace_id, status: status ?? { in: STATUSES } })
      : undefined
  return pageOf(tx.tasks, { where, ...order }, { ...paging, total })
}

/** Tasks that a summary looks at, the newest. */
const SUMMARIZED_MOST = 1_000

export interface SummaryOfTasks {
  readonly kind: 'summary'
  /** All tasks of the workspace by their state. */
  readonly counts: Readonly<Record<Task['status'], number>>
  /** How the newest of them went. */
  readonly recent: TaskSummary
}

/** The tasks of a workspace in numbers, without anybody reading them all. */
export async function summarizeTasks(
  tx: ReadTx,
  { reach, workspace_id }: { reach: Reach; workspace_id: string },
): Promise<{ kind: 'not_found' } | SummaryOfTasks> {
  const workspace = await tx.workspaces.get({ workspace_id })
  if (!workspace || !reaches(reach, workspace)) return { kind: 'not_found' }
  const counts: [Task['status'], number][] = []
  for (const status of STATUSES)
    counts.push([status, await tx.tasks.count({ workspace_id, status })])
  const newest = await tx.tasks.find({
    where: { workspace_id },
    orderBy: ['created_at', 'task_id'],
    descending: true,
    limit: SUMMARIZED_MOST,
  })
  return {
    kind: 'summary',
    counts: Object.fromEntries(counts) as SummaryOfTasks['counts'],
    recent: sumUp(newest),
  }
}
