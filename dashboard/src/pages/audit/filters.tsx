import { useLocation } from 'preact-iso'
import type { AuditSearch } from '../../api/audit.ts'
import { queryString } from '../../urls.ts'
import { FilterDate, FilterRow, FilterSearch, FilterSelect } from '../../parts/forms/filters.tsx'
import { WorkspaceSelect } from '../../entities/workspace-select.tsx'
import {
  FIRST_MOMENT,
  LAST_MOMENT,
  partsOf,
  toTimestamp,
  validDay,
  withOffset,
  zoneOf,
} from './days.ts'

/** The filters of the audit log, which are part of the URL. Days have a UTC offset; see `days.ts`. */
export interface AuditFilters {
  readonly q: string
  readonly event_type: string
  readonly workspace_id: string
  readonly from: string
  readonly to: string
}
type Change = Partial<AuditFilters> & { readonly record?: number; readonly export?: string }

/** Returns the search request. A day lasts from its first to its last millisecond. */
export const toAuditSearch = (
  { q, event_type, workspace_id, from, to }: AuditFilters,
  cursor: string | undefined,
): AuditSearch => ({
  q: q.trim(),
  event_type,
  workspace_id,
  since: toTimestamp(from, FIRST_MOMENT),
  until: toTimestamp(to, LAST_MOMENT),
  cursor,
})

/** Returns whether the period of a search ends before it begins, so that no record can match. */
const endsBeforeItBegins = ({ from, to }: AuditFilters): boolean => {
  const since = toTimestamp(from, FIRST_MOMENT)
  const until = toTimestamp(to, LAST_MOMENT)
  return since !== undefined && until !== undefined && until < since
}

/** Returns the filters in the URL, and functions that return and open the URL with changed filters. */
export function useAuditFilters() {
  const { path, query, route } = useLocation()
  const filters: AuditFilters = {
    q: query['q'] ?? '',
    event_type: query['event_type'] ?? '',
    workspace_id: query['workspace_id'] ?? '',
    from: validDay(query['from']),
    to: validDay(query['to']),
  }
  const urlWith = (change: Change) =>
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
    urlWith,
    change: (change: Change) => route(urlWith(change), true),
  }
}

interface FilterBarProps {
  readonly filters: AuditFilters
  readonly change: (change: Partial<AuditFilters>) => void
}

/** Filters the audit log. */
export function FilterBar({ filters, change }: FilterBarProps) {
  const { q, event_type, workspace_id } = filters
  return (
    <>
      <FilterRow>
        <FilterSearch
          label="Identifier or reason"
          value={q}
          maxLength={264}
          placeholder="ws_…, inst_…, req_…"
          onSearch={(text) => change({ q: text })}
        />
        <FilterSelect
          label="Event type"
          value={event_type}
          options={EVENT_TYPES}
          onSelect={(type) => change({ event_type: type })}
        />
        <WorkspaceSelect
          value={workspace_id}
          optional
          onSelect={(id) => change({ workspace_id: id })}
        />
        <DayFilters filters={filters} change={change} />
      </FilterRow>
      {endsBeforeItBegins(filters) && (
        <p class="notice warn" role="status">
          “To” is before “From”, so no record matches.
        </p>
      )}
    </>
  )
}

/**
 * Filters by day. The labels name the time zone of each day, because the zones can differ if the clocks change in between or if a link was
 * created in another time zone.
 */
const DayFilters = ({ filters: { from, to }, change }: FilterBarProps) => (
  <>
    <FilterDate
      label={`From (${zoneOf(from)})`}
      value={partsOf(from).date}
      onSelect={(date) => change({ from: withOffset(date, FIRST_MOMENT) })}
    />
    <FilterDate
      label={`To (${zoneOf(to)})`}
      value={partsOf(to).date}
      onSelect={(date) => change({ to: withOffset(date, LAST_MOMENT) })}
    />
  </>
)

const EVENTS_BY_GROUP: Readonly<Record<string, string>> = {
  admin: 'login_failed login_succeeded pin_requested pin_shown session_created unusual_use',
  agent: 'displaced registered suspended updated verified',
  api_key: 'created expiring revoked unusual_use',
  audit: 'export_failed exported retention_changed',
  dispute: 'commented opened rejected under_review upheld',
  image: 'scan_completed scan_requested',
  install_token: 'consumed created expired replay_detected revoked',
  installation:
    'beacon_registered bootstrapped commanded labeled lease_expired lease_restored paused recovered resumed revoked terminated token_refreshed',
  invitation: 'declined expired withdrawn',
  member: 'added invited joined left removed role_changed',
  plan: 'changed limit_exceeded',
  policy: 'updated violated',
  support: 'requested',
  task: 'completed failed routed',
  trust: 'headers_issued verification_failed',
  workspace: 'created deleted updated',
}

/** The event types in the log of an organization. A later version of the registry may record others. */
export const EVENT_TYPES: readonly string[] = Object.entries(EVENTS_BY_GROUP).flatMap(
  ([group, names]) => names.split(' ').map((name) => `${group}.${name}`),
)
