import type { ShownAuditRecord } from '../../domain/audit/record.ts'
import type { DeliveryResult } from '../../domain/audit/export-job.ts'
import { writeFitting, withPath } from '../../domain/audit/exports.ts'
import { parseObject } from '../../domain/json.ts'
import { ms } from '../../domain/time.ts'
import type { DestinationFormat, ExportContext } from './destination-format.ts'
import { resultForStatus } from './delivery-result.ts'

const BYTES = 1_000_000

/** Sends to an event collector: Splunk's HTTP Event Collector. A request holds a sequence of envelopes. */
export const collector: DestinationFormat = {
  limits: { count: 500, bytes: BYTES, separator_bytes: 1, envelope_bytes: 0 },
  item: (record, context) => writeFitting(record, BYTES, (shown) => envelope(shown, context)),
  request: (items, context) => ({
    url: withPath(context.endpoint.url, '/services/collector/event'),
    headers: headersOf(context),
    body: items.join('\n'),
    compressible: true,
  }),
  interpret(response, items, now) {
    const reply = parseObject(response.body.toString())
    if (response.status >= 200 && response.status < 300)
      return Number.isSafeInteger(reply['ackId'])
        ? { kind: 'taken', ack_id: reply['ackId'] as number }
        : { kind: 'delivered' }
    const { code, text } = describeCode(reply['code'])
    return response.status === 400
      ? badRequestResult(code, text, reply['invalid-event-number'], items)
      : resultForStatus(response, now, text)
  },
  acknowledgement: {
    request: (ack_id, context) => ({
      url: ackAddress(context.endpoint.url),
      headers: headersOf(context),
      body: JSON.stringify({ acks: [ack_id] }),
      compressible: false,
    }),
    interpret(response, ack_id, now) {
      const result = resultForStatus(response, now)
      if (result.kind !== 'delivered') return result
      const { acks } = parseObject(response.body.toString())
      return {
        kind:
          typeof acks === 'object' && (acks as Record<string, unknown> | null)?.[ack_id] === true
            ? 'acknowledged'
            : 'unacknowledged',
      }
    },
  },
}

/** Returns one envelope with all of its metadata, because some receivers apply the metadata of one envelope to the next. */
function envelope(record: ShownAuditRecord, { options, origin }: ExportContext): string {
  const { tags = [] } = options
  return JSON.stringify({
    time: ms(record.occurred_at) / 1000,
    host: options.host ?? origin,
    source: options.source ?? 'svc-registry',
    sourcetype: options.sourcetype ?? '_json',
    ...(options.index !== undefined && { index: options.index }),
    event: record,
    fields: { event_id: record.id, ...(tags.length > 0 && { tags }) },
  })
}

/** The channel groups acknowledgements; each export is one channel. Receivers without acknowledgements ignore it. */
const headersOf = ({ endpoint, export_id }: ExportContext) => ({
  Authorization: `Splunk ${endpoint.credential}`,
  'Content-Type': 'application/json',
  'X-Splunk-Request-Channel': export_id,
})

function ackAddress(address: string): string {
  const url = new URL(withPath(address, '/services/collector/event'))
  const [, prefix = ''] = /^(.*\/services\/collector)(\/|$)/.exec(url.pathname) ?? []
  url.pathname = `${prefix || '/services/collector'}/ack`
  return url.href
}

/** Codes of Splunk's "HTTP Event Collector error codes". The destination's own text is not repeated. */
const CODES: Readonly<Record<number, string>> = {
  1: 'token disabled',
  2: 'token is required',
  3: 'invalid authorization',
  4: 'invalid token',
  5: 'no data',
  6: 'invalid data format',
  7: 'incorrect index',
  8: 'internal server error',
  9: 'server is busy',
  10: 'data channel is missing',
  11: 'invalid data channel',
  12: 'event field is required',
  13: 'event field cannot be blank',
  14: 'acknowledgement is disabled',
  15: 'error in handling indexed fields',
  16: 'query string authorization is not enabled',
  18: 'queues are full',
  19: 'acknowledgement service unavailable',
  20: 'queues are full, acknowledgement service unavailable',
  21: 'invalid token',
  22: 'token disabled',
}
const CREDENTIAL_CODES: readonly unknown[] = [1, 2, 3, 4, 16, 21, 22]
/**
 * Codes that reject one event, so that the others can be sent. An invalid index concerns all events of an export, and its event number is
 * off by one.
 */
const SINGLE_EVENT_CODES: readonly unknown[] = [5, 6, 12, 13, 15]

const describeCode = (code: unknown): { code?: number; text?: string } =>
  typeof code === 'number' && CODES[code] !== undefined
    ? { code, text: `code ${code}: ${CODES[code]}` }
    : {}

function badRequestResult(
  code: number | undefined,
  detail: string | undefined,
  number: unknown,
  items: number,
): DeliveryResult {
  const reason = detail ?? 'HTTP 400'
  if (CREDENTIAL_CODES.includes(code))
    return { kind: 'fail', code: 'DESTINATION_REFUSED_CREDENTIAL', detail: reason }
  const is_single_event =
    SINGLE_EVENT_CODES.includes(code) &&
    Number.isSafeInteger(number) &&
    (number as number) >= 0 &&
    (number as number) < items
  return is_single_event
    ? { kind: 'reject', index: number as number, reason }
    : { kind: 'fail', code: 'DESTINATION_REFUSED_EVENTS', detail: reason }
}
