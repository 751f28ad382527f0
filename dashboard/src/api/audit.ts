import { keepPreviousData, useQuery } from '@tanstack/preact-query'
import { unwrap, api, type Schemas } from './client.ts'
import { DEFAULT_POLL_MS } from './query-client.ts'

export type AuditRecord = Schemas['AuditRecord']
/** The filters of a search. An empty string matches every record. */
export interface AuditSearch {
  readonly q: string
  readonly event_type: string
  readonly workspace_id: string
  readonly since: string | undefined
  readonly until: string | undefined
  readonly cursor: string | undefined
}

const searchRecords = (
  organization_id: string,
  { q, event_type, workspace_id, since, until, cursor }: AuditSearch,
  signal: AbortSignal,
  limit?: number,
) => {
  const query = {
    organization_id,
    cursor,
    since,
    until,
    limit,
    q: q || undefined,
    event_type: event_type || undefined,
    workspace_id: workspace_id || undefined,
  }
  return unwrap(api.GET('/audit-logs/search', { params: { query }, signal }))
}

/** Searches audit records, newest first. A page can be short or empty although more records remain to be searched. */
export const useAuditSearch = (organization_id: string, search: AuditSearch) =>
  useQuery({
    queryKey: ['audit', 'search', organization_id, search],
    queryFn: ({ signal }) => searchRecords(organization_id, search, signal),
    placeholderData: keepPreviousData,
    refetchInterval: search.cursor === undefined ? 2 * DEFAULT_POLL_MS : false,
  })

/** The limits of a download: the records that a browser can hold, and the pages that are requested for them. */
export const MAX_DOWNLOADED = 10_000
const DOWNLOAD_PAGE = 200
const MAX_DOWNLOAD_PAGES = 500

/** Reads the matching records page by page, newest first, up to the limit. `truncated` means that older records may also match. */
export async function readAllRecords(
  organization_id: string,
  search: Omit<AuditSearch, 'cursor'>,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (read: number) => void },
): Promise<{ readonly records: readonly AuditRecord[]; readonly truncated: boolean }> {
  const records: AuditRecord[] = []
  let cursor: string | undefined
  for (let page = 0; page < MAX_DOWNLOAD_PAGES; page += 1) {
    const found = await searchRecords(organization_id, { ...search, cursor }, signal, DOWNLOAD_PAGE)
    records.push(...found.items)
    onProgress(Math.min(records.length, MAX_DOWNLOADED))
    cursor = found.next_cursor
    if (cursor === undefined || records.length >= MAX_DOWNLOADED) break
  }
  return {
    records: records.slice(0, MAX_DOWNLOADED),
    truncated: cursor !== undefined || records.length > MAX_DOWNLOADED,
  }
}

const RECENT_RECORDS = 8

/** Lists the newest audit records, if the user is permitted to. */
export const useRecentAudit = (organization_id: string, permitted: boolean) =>
  useQuery({
    enabled: permitted,
    queryKey: ['audit', 'recent', organization_id],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/audit-logs', {
          params: { query: { organization_id, limit: RECENT_RECORDS } },
          signal,
        }),
      ),
    refetchInterval: 2 * DEFAULT_POLL_MS,
  })

export type PublishedHead = Schemas['PublishedAuditHead']

/** Reads the published head of an organization's chain. A publication gets its position in the log after a few seconds. */
export const useAuditHead = (organization_id: string) =>
  useQuery({
    queryKey: ['audit', 'head', organization_id],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/audit-logs/head', { params: { query: { organization_id } }, signal })),
    refetchInterval: 2 * DEFAULT_POLL_MS,
  })
