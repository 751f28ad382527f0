import { sha256Hex } from '../../domain/crypto/hash.ts'
import type { ShownAuditRecord } from '../../domain/audit/record.ts'
import { writeFitting, withPath, type ExportOptions } from '../../domain/audit/exports.ts'
import type { DestinationFormat, ExportContext } from './destination-format.ts'
import { resultForStatus } from './delivery-result.ts'

const BYTES = 512 * 1024
const MAX_SUMMARY_LENGTH = 1024
const MAX_KEY_LENGTH = 255
const MAX_PREFIX_LENGTH = 190

/**
 * Sends incident alerts: PagerDuty's Events API, version 2. A request holds one event. The API accepts about 120 requests a minute for
 * each routing key; bursts of 20 with pauses between them amount to 114. The deduplication key is always sent, so that a retry does not
 * open a second alert.
 */
export const alerts: DestinationFormat = {
  limits: { count: 1, bytes: BYTES, separator_bytes: 0, envelope_bytes: 0 },
  pace: { requests: 20, pause_ms: 10_500 },
  item: (record, context) => writeFitting(record, BYTES, (shown) => eventOf(shown, context)),
  request: ([event], { endpoint: { url } }) => ({
    url: withPath(url, '/v2/enqueue'),
    headers: { 'Content-Type': 'application/json' },
    body: event!,
    compressible: false,
  }),
  interpret: (response, _, now) => resultForStatus(response, now),
}

function eventOf(record: ShownAuditRecord, { endpoint, options, origin }: ExportContext): string {
  const {
    event_action = 'trigger',
    severity = 'warning',
    source = origin,
    component,
    group,
    class: kind = record.event_type,
    tags = [],
  } = options
  return JSON.stringify({
    routing_key: endpoint.credential,
    event_action,
    dedup_key: dedupKey(options, record.id),
    payload: {
      summary: summaryOf(record),
      source,
      severity,
      timestamp: record.occurred_at,
      ...(component !== undefined && { component }),
      ...(group !== undefined && { group }),
      class: kind,
      custom_details: { ...record, ...(tags.length > 0 && { tags }) },
    },
  })
}

/**
 * Returns one key for each record. If the prefix makes a key too long, the prefix is truncated and followed by the hash of the whole key.
 */
function dedupKey({ dedup_key_prefix: prefix }: ExportOptions, event_id: string): string {
  const key = prefix === undefined ? event_id : `${prefix}:${event_id}`
  return [...key].length <= MAX_KEY_LENGTH
    ? key
    : `${[...prefix!].slice(0, MAX_PREFIX_LENGTH).join('')}:${sha256Hex(key)}`
}

function summaryOf({ event_type, target, outcome, actor, reason }: ShownAuditRecord): string {
  const what = target === undefined ? event_type : `${event_type}: ${target.type} ${target.id}`
  const who = actor.id === undefined ? actor.type : `${actor.type} ${actor.id}`
  const text = `${what}, ${outcome}, by ${who}${reason === undefined ? '' : ` (${reason})`}`
  return [...text].slice(0, MAX_SUMMARY_LENGTH).join('')
}
