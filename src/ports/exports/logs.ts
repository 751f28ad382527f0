import { normalizedTags, withPath, writeFitting } from '../../domain/audit/exports.ts'
import { elapsed, ms, type Timestamp } from '../../domain/time.ts'
import type { ShownAuditRecord } from '../../domain/audit/record.ts'
import type { DestinationFormat, ExportContext } from './destination-format.ts'
import { resultForStatus } from './delivery-result.ts'

/** Datadog silently truncates larger entries. */
const ITEM_BYTES = 1_000_000
const MAX_TAGS = 100
/** Datadog accepts timestamps from the last 18 hours. Older entries get the time of their arrival and have their own in `occurred_at`. */
const FRESH_MS = 17 * 60 * 60_000

/**
 * Sends audit records to a log aggregator through the Datadog logs intake, version 2, which other products support too. A request holds
 * one array, which is accepted or refused as a whole.
 */
export const logs: DestinationFormat = {
  // The vendor's limits are 5 MB and 1000 entries; the margin is for bytes that a proxy adds.
  limits: { count: 1000, bytes: 4_500_000, separator_bytes: 1, envelope_bytes: 2 },
  item: (record, context) =>
    writeFitting(record, ITEM_BYTES, (shown, truncated) => itemOf(shown, context, truncated)),
  request: (items, { endpoint: { url, credential } }) => ({
    url: withPath(url, '/api/v2/logs'),
    headers: { 'DD-API-KEY': credential, 'Content-Type': 'application/json' },
    body: `[${items.join(',')}]`,
    compressible: true,
  }),
  interpret: (response, _, now) => resultForStatus(response, now),
}

/** Returns the log entry of a record. Additional attributes are flat strings, which every receiver of this format accepts. */
function itemOf(
  record: ShownAuditRecord,
  { options, origin, now, export_id }: ExportContext,
  truncated: boolean,
): string {
  const tags = normalizedTags(options.tags ?? []).slice(0, MAX_TAGS)
  return JSON.stringify({
    message: JSON.stringify(record),
    status: record.outcome === 'success' ? 'info' : 'warn',
    ...timestampIfRecent(record.occurred_at, now),
    hostname: origin,
    service: options.service ?? 'svc-registry',
    ddsource: options.source ?? 'svc-registry',
    ...(tags.length > 0 && { ddtags: tags.join(',') }),
    event_id: record.id,
    event_type: record.event_type,
    outcome: record.outcome,
    occurred_at: record.occurred_at,
    sequence: String(record.sequence),
    prev_hash: record.prev_hash,
    hash: record.hash,
    export_id,
    ...(record.organization_id !== undefined && { organization_id: record.organization_id }),
    ...(record.workspace_id !== undefined && { workspace_id: record.workspace_id }),
    ...(truncated && { truncated: 'true' }),
  })
}

const timestampIfRecent = (occurred_at: Timestamp, now: Timestamp) =>
  elapsed(occurred_at, now) < FRESH_MS ? { timestamp: ms(occurred_at) } : {}
