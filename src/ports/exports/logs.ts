import { truncated, withPath } from '../../domain/audit/exports.ts'
import { normalizedTags } from '../../domain/audit/export-tags.ts'
import { elapsed, ms, type Timestamp } from '../../domain/time.ts'
import type { ShownAuditRecord } from '../../domain/audit/record.ts'
import type { Adapter, Shipment } from './adapter.ts'
import { judgeStatus } from './judge.ts'

/** Datadog truncates what is larger without a word. */
const ITEM_BYTES = 1_000_000
const TAGS_MOST = 100
/** Datadog takes times of the last 18 hours; what is older is dated by its arrival and carries its time as `occurred_at`. */
const FRESH_MS = 17 * 60 * 60_000

/** Log aggregation: the Datadog logs intake, version 2, which others speak too. One array per request, accepted or refused as a whole. */
export const logs: Adapter = {
  // 5 MB and 1000 entries are the vendor's; the margin is for what a proxy counts.
  limits: { count: 1000, bytes: 4_500_000, between: 1, around: 2 },
  item(record, shipment) {
    const whole = itemOf(record, shipment, {})
    return Buffer.byteLength(whole) <= ITEM_BYTES
      ? whole
      : itemOf(truncated(record), shipment, { truncated: 'true' })
  },
  parcel: (items, { endpoint: { url, credential } }) => ({
    url: withPath(url, '/api/v2/logs'),
    headers: { 'DD-API-KEY': credential, 'Content-Type': 'application/json' },
    body: `[${items.join(',')}]`,
    compressible: true,
  }),
  judge: (answer, _, now) => judgeStatus(answer, now),
}

/** Additional attributes are flat texts: the smallest thing that every receiver of this format takes. */
function itemOf(
  record: ShownAuditRecord,
  { options, origin, now, export_id }: Shipment,
  marks: { truncated?: 'true' },
): string {
  const tags = normalizedTags(options.tags ?? []).slice(0, TAGS_MOST)
  return JSON.stringify({
    message: JSON.stringify(record),
    status: record.outcome === 'success' ? 'info' : 'warn',
    ...freshness(record.occurred_at, now),
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
    ...marks,
  })
}

const freshness = (occurred_at: Timestamp, now: Timestamp) =>
  elapsed(occurred_at, now) < FRESH_MS ? { timestamp: ms(occurred_at) } : {}
