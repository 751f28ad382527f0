import { keepPreviousData, useMutation, useQuery } from '@tanstack/preact-query'
import { unwrap, api, type Schemas } from './client.ts'
import { DEFAULT_POLL_MS, invalidate } from './query-client.ts'

export type Task = Schemas['Task']
export type TaskRequester = Schemas['TaskRequester']
export type TaskStatus = Schemas['TaskStatus']
export type RoutedTask = Schemas['RoutedTask']
export type TaskRequest = Schemas['RouteTaskRequest']
export type TaskSummary = Schemas['TaskSummary']
export const STATUSES: readonly TaskStatus[] = [
  'submitted',
  'working',
  'completed',
  'failed',
  'canceled',
  'rejected',
]

/** The filters of a search. An empty string matches every task. */
interface TaskSearch {
  readonly status: TaskStatus | undefined
  readonly skill: string
  readonly agent_id: string
  readonly cursor: string | undefined
}

const workspaceHeader = (workspace_id: string) => ({ header: { 'X-Workspace-ID': workspace_id } })

const listTasks = (
  workspace_id: string,
  { skill, agent_id, ...others }: Partial<TaskSearch> & { readonly limit?: number },
  signal: AbortSignal,
) => {
  const query = { ...others, skill: skill || undefined, agent_id: agent_id || undefined }
  return unwrap(api.GET('/tasks', { params: { ...workspaceHeader(workspace_id), query }, signal }))
}

/** Lists the matching tasks of a workspace, newest first. */
export const useTasks = (workspace_id: string, search: TaskSearch) =>
  useQuery({
    queryKey: ['tasks', workspace_id, search],
    queryFn: ({ signal }) => listTasks(workspace_id, search, signal),
    placeholderData: keepPreviousData,
    refetchInterval: search.cursor === undefined ? DEFAULT_POLL_MS : false,
  })

/** Lists the newest tasks of an agent in a workspace. */
export const useAgentTasks = (agent_id: string, workspace_id: string | undefined, limit: number) =>
  useQuery({
    queryKey: ['tasks', 'agent', agent_id, workspace_id],
    queryFn: ({ signal }) => listTasks(workspace_id!, { agent_id, limit }, signal),
    enabled: workspace_id !== undefined,
  })

/** Reads statistics on the tasks of a workspace. */
export const useTaskSummary = (workspace_id: string) =>
  useQuery({
    queryKey: ['tasks', 'summary', workspace_id],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/tasks/summary', { params: workspaceHeader(workspace_id), signal })),
    refetchInterval: 2 * DEFAULT_POLL_MS,
  })

/** Routes a task on behalf of the user and waits for it to end. */
export const useRouteTask = () =>
  useMutation({
    mutationFn: (body: TaskRequest) => unwrap(api.POST('/a2a/route', { body })),
    onSettled: invalidate('tasks'),
  })
