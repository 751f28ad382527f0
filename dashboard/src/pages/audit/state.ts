import { useLocation } from 'preact-iso'
import type { AuditSearch } from '../../api/audit.ts'
import { asked } from '../../to.ts'

/** What is searched, with days of the viewer's zone; all of it is in the address. */
export interface Asking {
  readonly q: string
  readonly event_type: string
  readonly workspace_id: string
  readonly from: string
  readonly to: string
}
type Change = Partial<Asking> & { readonly record?: number; readonly export?: string }

const DAY = /^\d{4}-\d\d-\d\d$/
const day = (text: string | undefined): string =>
  text !== undefined && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : ''
const momentOf = (text: string, time: string): string | undefined =>
  text === '' ? undefined : new Date(`${text}T${time}`).toISOString()

/** The search that the registry is asked for: a day lasts from its first to its last millisecond in the viewer’s zone. */
export const searchOf = (
  { q, event_type, workspace_id, from, to }: Asking,
  cursor: string | undefined,
): AuditSearch => ({
  q: q.trim(),
  event_type,
  workspace_id,
  since: momentOf(from, '00:00:00.000'),
  until: momentOf(to, '23:59:59.999'),
  cursor,
})

/** The search of the address, the address after a change, and a way to go there. */
export function useAsking() {
  const { path, query, route } = useLocation()
  const asking: Asking = {
    q: query['q'] ?? '',
    event_type: query['event_type'] ?? '',
    workspace_id: query['workspace_id'] ?? '',
    from: day(query['from']),
    to: day(query['to']),
  }
  const address = (change: Change) =>
    path +
    asked({
      ...asking,
      ...('record' in change || 'export' in change ? { cursor: query['cursor'] } : {}),
      ...change,
    })
  return {
    asking,
    record: Number(query['record'] ?? 0),
    export_id: query['export'],
    address,
    change: (change: Change) => route(address(change), true),
  }
}
