import type { components } from '../../generated/platform.ts'
import type { Task } from '../domain/records.ts'
import { readCursor, writeCursor } from './cursor.ts'
import type { Handlers } from './services.ts'

/** What was asked of a workspace's agents (Interface, Task history). */
export const tasks = {
  async listTasks({ headers, query, caller, reply, refuse }, { store }) {
    const { status, limit, offset } = query
    const after = readCursor<[string, string]>(query.cursor, ['', ''])
    const page = await store.listTasks({ reach: caller.reach, workspace_id: headers['X-Workspace-ID'], status, limit, offset, after })
    if (page.kind === 'not_found') return refuse('WORKSPACE_NOT_FOUND')
    return reply(200, { items: page.items.map(present), total: page.total, limit: page.limit, offset, ...(page.next && { next_cursor: writeCursor(...page.next) }) })
  },
} satisfies Partial<Handlers>

const present = ({ task_id, workspace_id, skill, requester_id, agent, status, execution_time_ms, error, created_at, finished_at }: Task): components['schemas']['Task'] => ({
  task_id, workspace_id, skill, requester_id, agent, status, created_at,
  ...(execution_time_ms !== null && { execution_time_ms }), ...(error !== null && { error }), ...(finished_at !== null && { finished_at }),
})
