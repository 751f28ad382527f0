import type * as records from '../../domain/records.ts'
import { by, type Shapes } from './shape.ts'

export interface TaskRows {
  tasks: records.Task
}

export const TASK_TABLES: Shapes<TaskRows> = {
  tasks: {
    columns: {
      task_id: 'text',
      organization_id: 'text',
      workspace_id: 'text',
      skill: 'text',
      requester_id: 'text',
      requester: 'json',
      agent: 'json',
      agent_id: 'text',
      counts_for: 'text',
      counted_at: 'text',
      status: 'text',
      attested: 'boolean',
      execution_time_ms: 'integer',
      trace_id: 'text',
      error: 'json',
      created_at: 'text',
      deadline: 'text',
      finished_at: 'text',
    },
    key: ['task_id'],
    indexes: [
      by(['workspace_id'], 'created_at', 'task_id'),
      by(['workspace_id', 'status'], 'created_at', 'task_id'),
      by(['status'], 'deadline'),
      by(['agent_id', 'counts_for'], 'counted_at'),
      by(['workspace_id', 'skill'], 'created_at', 'task_id'),
      by(['workspace_id', 'agent_id'], 'created_at', 'task_id'),
    ],
  },
}
