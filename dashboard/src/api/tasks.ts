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

/** Lists the matching tasks of a workspace, newest first. */
export const useTasks = (workspace_id: string, { status, skill, agent_id, cursor }: TaskSearch) =>
  useQuery({
    queryKey: ['tasks', workspace_id, status, skill, agent_id, cursor],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/tasks', {
          params: {
            ...workspaceHeader(workspace_id),
            query: { status, cursor, skill: skill || undefined, agent_id: agent_id || undefined },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: cursor === undefined ? DEFAULT_POLL_MS : false,
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
