import { keepPreviousData, useQuery } from '@tanstack/preact-query'
import { useEffect, useRef, useState } from 'preact/hooks'
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

/** Searches audit records, newest first. A page can be short or empty although more records remain to be searched. */
export const useAuditSearch = (
  organization_id: string,
  { q, event_type, workspace_id, since, until, cursor }: AuditSearch,
) =>
  useQuery({
    queryKey: ['audit', organization_id, q, event_type, workspace_id, since, until, cursor],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/audit-logs/search', {
          params: {
            query: {
              organization_id,
              cursor,
              since,
              until,
              q: q || undefined,
              event_type: event_type || undefined,
              workspace_id: workspace_id || undefined,
            },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: cursor === undefined ? 2 * DEFAULT_POLL_MS : false,
  })

/** The limits of a download: the records that a browser can hold, and the pages that are requested for them. */
export const MAX_DOWNLOADED = 10_000
const DOWNLOAD_PAGE = 200
const MAX_DOWNLOAD_PAGES = 500

/** Reads the matching records page by page, newest first, up to the limit. `truncated` says that the search did not reach the oldest record; whether further records match is unknown then. */
export async function readAllRecords(
  organization_id: string,
  { q, event_type, workspace_id, since, until }: Omit<AuditSearch, 'cursor'>,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (read: number) => void },
): Promise<{ readonly records: readonly AuditRecord[]; readonly truncated: boolean }> {
  const records: AuditRecord[] = []
  let cursor: string | undefined
  for (let page = 0; page < MAX_DOWNLOAD_PAGES; page += 1) {
    const query = {
      organization_id,
      cursor,
      since,
      until,
      limit: DOWNLOAD_PAGE,
      q: q || undefined,
      event_type: event_type || undefined,
      workspace_id: workspace_id || undefined,
    }
    const found = await unwrap(api.GET('/audit-logs/search', { params: { query }, signal }))
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

export type PublishedHead = Schemas['PublishedAuditHead']

/** Reads the published head of an organization's chain. A publication gets its position in the log after a few seconds. */
export const useAuditHead = (organization_id: string) =>
  useQuery({
    queryKey: ['audit', 'head', organization_id],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/audit-logs/head', { params: { query: { organization_id } }, signal })),
    refetchInterval: 2 * DEFAULT_POLL_MS,
  })

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

/** Records per request: few enough to show progress, many enough to be fast. */
const VERIFICATION_BATCH_SIZE = 5000

type VerificationStep = Schemas['AuditVerification']

/** The state of a verification of the chain. */
export type ChainVerification =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'running'
      readonly records: number
      readonly step: VerificationStep | undefined
    }
  | {
      readonly kind: 'intact' | 'broken'
      readonly records: number
      readonly step: VerificationStep
    }
  | { readonly kind: 'failed'; readonly error: unknown }

/** Verifies the audit chain of an organization in batches, until its end or its first error. */
export function useChainVerification(organization_id: string) {
  const [verification, setVerification] = useState<ChainVerification>({ kind: 'idle' })
  const running = useRef<AbortController | undefined>(undefined)
  const stop = () => {
    running.current?.abort()
    setVerification({ kind: 'idle' })
  }
  useEffect(() => stop, [organization_id])
  const start = async () => {
    running.current?.abort()
    const { signal } = (running.current = new AbortController())
    const update = (next: ChainVerification) => {
      if (!signal.aborted) setVerification(next)
    }
    await verifyChain(organization_id, signal, update).catch((error: unknown) =>
      update({ kind: 'failed', error }),
    )
  }
  return { verification, start, stop }
}

/** Verifies an audit chain from its start and reports the progress before the first batch and after each. */
export async function verifyChain(
  organization_id: string,
  signal: AbortSignal,
  onProgress: (verification: ChainVerification) => void,
): Promise<void> {
  let records = 0
  let from_sequence: number | undefined
  onProgress({ kind: 'running', records, step: undefined })
  for (;;) {
    const query = { organization_id, from_sequence, limit: VERIFICATION_BATCH_SIZE }
    const step: VerificationStep = await unwrap(
      api.GET('/audit-logs/verification', { params: { query }, signal }),
    )
    records += step.records
    if (step.complete) return onProgress({ kind: step.status, records, step })
    from_sequence = step.next_sequence
    onProgress({ kind: 'running', records, step })
  }
}
