import { keepPreviousData, useQuery } from '@tanstack/preact-query'
import { unwrap, api } from './client.ts'

interface AlarmScope {
  readonly organization_id: string
  readonly workspace_id: string
}

const ALARM_POLL_MS = 10_000
const ALARM_PAGE_SIZE = 50

const readAlarmsOfType = (
  { organization_id, workspace_id }: AlarmScope,
  event_type: string,
  cursor: string | undefined,
  signal: AbortSignal,
) =>
  unwrap(
    api.GET('/audit-logs', {
      params: {
        query: { organization_id, workspace_id, event_type, limit: ALARM_PAGE_SIZE, cursor },
      },
      signal,
    }),
  )

/** Reads the latest records of several types in one list, newest first, or a page of a single type. */
async function readAlarms(
  scope: AlarmScope,
  kinds: readonly string[],
  cursor: string | undefined,
  signal: AbortSignal,
) {
  const pages = await Promise.all(
    kinds.map((kind) => readAlarmsOfType(scope, kind, cursor, signal)),
  )
  const items = pages
    .flatMap((page) => page.items)
    .sort((a, b) => b.sequence - a.sequence)
    .slice(0, ALARM_PAGE_SIZE)
  return {
    items,
    total: pages.reduce((sum, page) => sum + page.total, 0),
    next_cursor: kinds.length === 1 ? pages[0]?.next_cursor : undefined,
  }
}

/** Lists audit records of the given types and polls them every ten seconds. */
export const useAlarms = (
  scope: AlarmScope,
  kinds: readonly string[],
  cursor: string | undefined,
) =>
  useQuery({
    queryKey: ['alarms', scope, kinds, cursor],
    queryFn: ({ signal }) => readAlarms(scope, kinds, cursor, signal),
    refetchInterval: ALARM_POLL_MS,
    placeholderData: keepPreviousData,
  })
