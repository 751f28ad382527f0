import { keepPreviousData, useQuery } from '@tanstack/preact-query'
import { answer, api } from './client.ts'

interface Asked {
  readonly organization_id: string
  readonly workspace_id: string
}

const WATCH_MS = 10_000
const SHOWN = 50

const ask = (
  { organization_id, workspace_id }: Asked,
  event_type: string,
  cursor: string | undefined,
  signal: AbortSignal,
) =>
  answer(
    api.GET('/audit-logs', {
      params: { query: { organization_id, workspace_id, event_type, limit: SHOWN, cursor } },
      signal,
    }),
  )

/** The latest records of several kinds in one list, the newest first; with one kind, a page of it. */
async function read(
  asked: Asked,
  kinds: readonly string[],
  cursor: string | undefined,
  signal: AbortSignal,
) {
  const pages = await Promise.all(kinds.map((kind) => ask(asked, kind, cursor, signal)))
  const items = pages
    .flatMap((page) => page.items)
    .sort((a, b) => b.sequence - a.sequence)
    .slice(0, SHOWN)
  return {
    items,
    total: pages.reduce((sum, page) => sum + page.total, 0),
    next_cursor: kinds.length === 1 ? pages[0]?.next_cursor : undefined,
  }
}

/** Records of the kinds that are named, asked for again every ten seconds. */
export const useAlarms = (asked: Asked, kinds: readonly string[], cursor: string | undefined) =>
  useQuery({
    queryKey: ['alarms', asked, kinds, cursor],
    queryFn: ({ signal }) => read(asked, kinds, cursor, signal),
    refetchInterval: WATCH_MS,
    placeholderData: keepPreviousData,
  })
