import { keepPreviousData, useQuery } from '@tanstack/preact-query'
import { unwrap, api } from './client.ts'
import type { Schemas } from './contract.ts'
import { DEFAULT_POLL_MS } from './query-client.ts'

export type AuditRecord = Schemas['AuditRecord']
/** What is looked for; an empty text excludes nothing. */
export interface AuditSearch {
  readonly q: string
  readonly event_type: string
  readonly workspace_id: string
  readonly since: string | undefined
  readonly until: string | undefined
  readonly cursor: string | undefined
}

/** Records that fit, newest first. A page can be short or empty while there is more to search. */
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

/** A record and those beside it in its chain; missing at the ends of the chain, and where older ones were removed. */
export interface RecordInChain {
  readonly record: AuditRecord | undefined
  readonly before: AuditRecord | undefined
  readonly after: AuditRecord | undefined
}

/** The record of a sequence. Sequences have no gaps, so how far it is from the newest tells where it is in the list. */
export const useRecordInChain = (organization_id: string, sequence: number) =>
  useQuery({
    queryKey: ['audit', 'record', organization_id, sequence],
    queryFn: ({ signal }) => readRecordInChain(organization_id, sequence, signal),
    // Whoever opens a record wants to know what is stored now: verifying the chain may just have named it.
    staleTime: 0,
  })

async function readRecordInChain(
  organization_id: string,
  sequence: number,
  signal: AbortSignal,
): Promise<RecordInChain> {
  const read = async (offset: number, limit: number) =>
    (
      await unwrap(
        api.GET('/audit-logs', { params: { query: { organization_id, offset, limit } }, signal }),
      )
    ).items
  const [newest] = await read(0, 1)
  const around =
    newest && newest.sequence >= sequence
      ? await read(Math.max(0, newest.sequence - sequence - 1), 4)
      : []
  const at = (wanted: number) => around.find((one) => one.sequence === wanted)
  return { record: at(sequence), before: at(sequence - 1), after: at(sequence + 1) }
}
