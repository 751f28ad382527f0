import { useLocation } from 'preact-iso'
import type { AuditSearch } from '../../api/audit.ts'
import { queryString } from '../../urls.ts'

/** The filters of the audit log, which are part of the address. Days are in the time zone of the user. */
export interface AuditFilters {
  readonly q: string
  readonly event_type: string
  readonly workspace_id: string
  readonly from: string
  readonly to: string
}
type Change = Partial<AuditFilters> & { readonly record?: number; readonly export?: string }

const DAY = /^\d{4}-\d\d-\d\d$/
const validDay = (text: string | undefined): string =>
  text !== undefined && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : ''
const toTimestamp = (text: string, time: string): string | undefined =>
  text === '' ? undefined : new Date(`${text}T${time}`).toISOString()

/** Returns the search request. A day lasts from its first to its last millisecond in the time zone of the user. */
export const toAuditSearch = (
  { q, event_type, workspace_id, from, to }: AuditFilters,
  cursor: string | undefined,
): AuditSearch => ({
  q: q.trim(),
  event_type,
  workspace_id,
  since: toTimestamp(from, '00:00:00.000'),
  until: toTimestamp(to, '23:59:59.999'),
  cursor,
})

/** Returns the filters of the address, and functions for the address after a change. */
export function useAuditFilters() {
  const { path, query, route } = useLocation()
  const filters: AuditFilters = {
    q: query['q'] ?? '',
    event_type: query['event_type'] ?? '',
    workspace_id: query['workspace_id'] ?? '',
    from: validDay(query['from']),
    to: validDay(query['to']),
  }
  const address = (change: Change) =>
    path +
    queryString({
      ...filters,
      ...('record' in change || 'export' in change ? { cursor: query['cursor'] } : {}),
      ...change,
    })
  return {
    filters,
    record: Number(query['record'] ?? 0),
    export_id: query['export'],
    address,
    change: (change: Change) => route(address(change), true),
  }
}
