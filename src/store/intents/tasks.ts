import { PAGE_MOST } from '../../domain/limits.ts'
import { reaches, type Reach } from '../../domain/reach.ts'
import type { Task } from '../../domain/records.ts'
import type { ReadTx } from '../database.ts'

export interface TaskQuery { reach: Reach; workspace_id: string; status?: Task['status'] | undefined; limit: number; offset: number; after?: readonly [created_at: string, task_id: string] | undefined }
export type TaskPage = { kind: 'not_found' } | { kind: 'page'; items: readonly Task[]; total: number; limit: number; next?: readonly [string, string] }

/** All of them, because tasks are counted by workspace and status. */
const STATUSES: readonly Task['status'][] = ['submitted', 'working', 'completed', 'failed', 'canceled', 'rejected']

/** The tasks of a workspace, newest first. */
export async function listTasks(tx: ReadTx, { reach, workspace_id, status, offset, after, ...query }: TaskQuery): Promise<TaskPage> {
  const workspace = await tx.workspaces.get({ workspace_id })
  if (!workspace || !reaches(reach, workspace)) return { kind: 'not_found' }
  const limit = Math.min(query.limit, PAGE_MOST)
  const where = { workspace_id, ...(status !== undefined && { status }) }
  const rows = await tx.tasks.find({ where, orderBy: ['created_at', 'task_id'], descending: true, limit: limit + 1, ...(after ? { after } : { offset }) })
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { kind: 'page', items, total: await tx.tasks.count({ workspace_id, status: status ?? { in: STATUSES } }), limit, ...(rows.length > limit && last && { next: [last.created_at, last.task_id] as const }) }
}
