import { keepPreviousData, useQuery } from '@tanstack/preact-query'
import { unwrap, api } from './client.ts'
import type { Schemas } from './contract.ts'
import { DEFAULT_POLL_MS } from './query-client.ts'

export type AuditRecord = Schemas['AuditRecord']
/** The filters of a search. An empty text matches every record. */
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

/** A record and its neighbours in the chain, which are missing at the ends of the chain and next to removed records. */
export interface RecordInChain {
  readonly record: AuditRecord | undefined
  readonly before: AuditRecord | undefined
  readonly after: AuditRecord | undefined
}

/** Reads the record with a sequence number. Sequences have no gaps, so the distance from the newest record is the offset in the list. */
export const useRecordInChain = (organization_id: string, sequence: number) =>
  useQuery({
    queryKey: ['audit', 'record', organization_id, sequence],
    queryFn: ({ signal }) => readRecordInChain(organization_id, sequence, signal),
    // A record may be opened because the chain is broken there, so it must be read again.
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
  const at = (number: number) => around.find((one) => one.sequence === number)
  return { record: at(sequence), before: at(sequence - 1), after: at(sequence + 1) }
}
