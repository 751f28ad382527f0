import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import {
  EXPORT_ERROR_CODES,
  countFitting,
  normalizedTag,
  DESTINATIONS,
  withPath,
} from '../../../src/domain/audit/exports.ts'
import {
  applyResult,
  retryDelay,
  type DeliveryResult,
} from '../../../src/domain/audit/export-job.ts'
import { DESTINATION_FORMATS } from '../../../src/ports/exports/destination-format.ts'
import { resultForFailure } from '../../../src/ports/exports/delivery-result.ts'
import type { PostFault } from '../../../src/ports/outgoing/post.ts'
import { EXPORT_ID, NOW, record, exportContext } from './records.ts'

const { logs, collector, alerts } = DESTINATION_FORMATS
const RECORD = record()
const bytes = (text: string) => Buffer.byteLength(text)

describe('logs: the exact request to the Datadog intake', () => {
  const labelled = exportContext({
    options: {
      service: 'registry',
      source: 'audit',
      tags: ['Env:Production', 'team:finance,eu', 'env:production'],
    },
  })

  it('is one array, with the key in a header', () => {
    const items = [logs.item(RECORD, labelled)]
    expect(logs.request(items, labelled)).toEqual({
      url: 'https://intake.example/api/v2/logs',
      headers: { 'DD-API-KEY': 'SECRET', 'Content-Type': 'application/json' },
      body:
        `[{"message":${JSON.stringify(JSON.stringify(RECORD))},"status":"info","timestamp":1772442120500,"hostname":"agents.example.com",` +
        `"service":"registry","ddsource":"audit","ddtags":"env:production,team:finance_eu","event_id":"${RECORD.id}",` +
        `"event_type":"workspace.created","outcome":"success","occurred_at":"2026-03-02T09:02:00.500Z","sequence":"1",` +
        `"prev_hash":"${RECORD.prev_hash}","hash":"${RECORD.hash}","export_id":"${EXPORT_ID}","organization_id":"org_acme","workspace_id":"ws_1"}]`,
      compressible: true,
    })
    const two = logs.request([...items, ...items], labelled).body
    expect(two).toBe(`[${items[0]},${items[0]}]`)
  })

  it('sets the timestamp only for recent records, because Datadog accepts only those of the last 18 hours', () => {
    for (const [occurred_at, fresh] of [
      ['2026-03-02T09:13:59.999Z', true],
      ['2026-03-01T16:14:00.001Z', true],
      ['2026-03-01T16:14:00.000Z', false],
      ['2025-01-01T00:00:00.000Z', false],
    ] as const) {
      const item = JSON.parse(logs.item(record({ occurred_at }), exportContext()))
      expect([item.timestamp, item.occurred_at]).toEqual([
        fresh ? Date.parse(occurred_at) : undefined,
        occurred_at,
      ])
    }
  })

  it('has flat strings for all additional attributes, whatever the record contains', () => {
    const item = JSON.parse(
      logs.item(
        record({ outcome: 'denied', reason: 'x' }, { deep: { list: [1, null, true] } }),
        exportContext(),
      ),
    )
    const { timestamp, ...rest } = item
    expect(Number.isInteger(timestamp)).toBe(true)
    expect(Object.values(rest).every((value) => typeof value === 'string')).toBe(true)
    expect([item.status, item.service, item.ddsource, item.ddtags]).toEqual([
      'warn',
      'svc-registry',
      'svc-registry',
      undefined,
    ])
  })

  it('has at most a hundred tags', () => {
    const tags = Array.from({ length: 101 }, (_, at) => `t${at}:x`)
    expect(
      JSON.parse(logs.item(RECORD, exportContext({ options: { tags } }))).ddtags.split(','),
    ).toEqual(tags.slice(0, 100))
  })

  it('truncates the metadata of a record of more than 1 MB, and marks it', () => {
    const whole = JSON.parse(logs.item(record({}, { text: 'x'.repeat(900_000) }), exportContext()))
    expect(whole.truncated).toBeUndefined()
    const cut = logs.item(record({}, { text: 'ü'.repeat(600_000) }), exportContext())
    expect(bytes(cut)).toBeLessThan(1_000_000)
    const item = JSON.parse(cut)
    expect([item.truncated, JSON.parse(item.message).metadata]).toEqual([
      'true',
      { truncated: true, metadata_bytes: 1_200_011 },
    ])
  })
})

describe('collector: the exact request to the HTTP event collector', () => {
  it('is a sequence of envelopes, each with all of its metadata', () => {
    const labelled = exportContext({
      options: {
        source: 'registry',
        sourcetype: 'audit',
        host: 'h1',
        index: 'main',
        tags: ['env:prod', 'team:b'],
      },
    })
    const items = [collector.item(RECORD, labelled)]
    const envelope =
      `{"time":1772442120.5,"host":"h1","source":"registry","sourcetype":"audit","index":"main","event":${JSON.stringify(RECORD)},` +
      `"fields":{"event_id":"${RECORD.id}","tags":["env:prod","team:b"]}}`
    expect(collector.request([...items, ...items], labelled)).toEqual({
      url: 'https://intake.example/services/collector/event',
      headers: {
        Authorization: 'Splunk SECRET',
        'Content-Type': 'application/json',
        'X-Splunk-Request-Channel': EXPORT_ID,
      },
      body: `${envelope}\n${envelope}`,
      compressible: true,
    })
    const plain = JSON.parse(collector.item(RECORD, exportContext()))
    expect([plain.host, plain.source, plain.sourcetype, 'index' in plain, plain.fields]).toEqual([
      'agents.example.com',
      'svc-registry',
      '_json',
      false,
      { event_id: RECORD.id },
    ])
  })

  it('asks for acknowledgements on the same channel', () => {
    for (const [url, requested] of [
      ['https://s.example:8088', 'https://s.example:8088/services/collector/ack'],
      ['https://s.example/services/collector', 'https://s.example/services/collector/ack'],
      [
        'https://s.example/services/collector/event/1.0?x=1',
        'https://s.example/services/collector/ack?x=1',
      ],
      [
        'https://proxy.example/splunk/services/collector/event',
        'https://proxy.example/splunk/services/collector/ack',
      ],
    ]) {
      const request = collector.acknowledgement!.request(
        7,
        exportContext({ endpoint: { url: url!, credential: 'SECRET' } }),
      )
      expect([request.url, request.body, request.headers['X-Splunk-Request-Channel']]).toEqual([
        requested,
        '{"acks":[7]}',
        EXPORT_ID,
      ])
    }
  })
})

describe('alerts: the exact request to the Events API', () => {
  it('is one uncompressed event with the key in the body', () => {
    const options = {
      event_action: 'trigger',
      severity: 'critical',
      source: 's',
      component: 'c',
      group: 'g',
      class: 'k',
      dedup_key_prefix: 'acme',
      tags: ['a:b'],
    }
    const labelled = exportContext({ options })
    expect(alerts.request([alerts.item(RECORD, labelled)], labelled)).toEqual({
      url: 'https://intake.example/v2/enqueue',
      headers: { 'Content-Type': 'application/json' },
      body:
        `{"routing_key":"SECRET","event_action":"trigger","dedup_key":"acme:${RECORD.id}","payload":{"summary":"workspace.created: workspace ws_1, success, by api_key key_1",` +
        `"source":"s","severity":"critical","timestamp":"2026-03-02T09:02:00.500Z","component":"c","group":"g","class":"k",` +
        `"custom_details":${JSON.stringify({ ...RECORD, tags: ['a:b'] })}}}`,
      compressible: false,
    })
    const { payload, ...plain } = JSON.parse(alerts.item(RECORD, exportContext()))
    expect([
      plain.event_action,
      plain.dedup_key,
      payload.severity,
      payload.source,
      payload.class,
    ]).toEqual(['trigger', RECORD.id, 'warning', 'agents.example.com', 'workspace.created'])
  })

  it('has a deduplication key of at most 255 characters, unique for each record and the same for each attempt', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 400, unit: 'grapheme' }),
        fc.uuid(),
        fc.uuid(),
        (dedup_key_prefix, one, other) => {
          const keyOf = (id: string) =>
            JSON.parse(
              alerts.item({ ...RECORD, id }, exportContext({ options: { dedup_key_prefix } })),
            ).dedup_key as string
          expect([...keyOf(one)].length).toBeLessThanOrEqual(255)
          expect(keyOf(one)).toBe(keyOf(one))
          expect(keyOf(one) === keyOf(other)).toBe(one === other)
        },
      ),
    )
  })

  it.each([
    [218, 'p'.repeat(218) + ':' + RECORD.id, 255],
    [219, 'p'.repeat(190) + ':', 255],
    [400, 'p'.repeat(190) + ':', 255],
  ])(
    'truncates a prefix of %i characters only if the key would be too long',
    (length, begins, most) => {
      const { dedup_key } = JSON.parse(
        alerts.item(RECORD, exportContext({ options: { dedup_key_prefix: 'p'.repeat(length) } })),
      )
      expect([RECORD.id.length, dedup_key.startsWith(begins), dedup_key.length]).toEqual([
        36,
        true,
        most,
      ])
    },
  )

  it('limits the summary to 1024 characters and the event to 512 KB', () => {
    const huge = record({ reason: 'ü'.repeat(5000) }, { text: 'x'.repeat(600_000) })
    const item = alerts.item(huge, exportContext())
    const { payload } = JSON.parse(item)
    expect([...payload.summary].length).toBe(1024)
    expect(bytes(item)).toBeLessThan(512 * 1024)
    expect(payload.custom_details.metadata).toEqual({ truncated: true, metadata_bytes: 600_011 })
  })
})

describe('addresses', () => {
  it('get a path only if they have none', () => {
    expect(withPath('https://a.example', '/p')).toBe('https://a.example/p')
    expect(withPath('https://a.example/?k=v', '/p')).toBe('https://a.example/p?k=v')
    expect(withPath('https://a.example/insert/datadog/api/v2/logs', '/p')).toBe(
      'https://a.example/insert/datadog/api/v2/logs',
    )
    expect(withPath('no address', '/p')).toBe('no address')
  })
})

describe('tags', () => {
  it.each([
    ['env:prod', 'env:prod'],
    ['Env:PROD', 'env:prod'],
    ['env:staging:east', 'env:staging:east'],
    ['a b:c,d', 'a_b:c_d'],
    ['path:/var/log-1.x_y', 'path:/var/log-1.x_y'],
    ['größe:ü', 'größe:ü'],
    ['1a:b', 't_1a:b'],
    ['_a:b', 't__a:b'],
    ['a:b::', 'a:b'],
    ['a:😀', 'a:_'],
  ])('%s is sent as %s', (tag, kept) => expect(normalizedTag(tag)).toBe(kept))

  it('every valid tag is normalized according to the rules of the vendor, or omitted', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 300, unit: 'grapheme' }),
        fc.string({ maxLength: 300, unit: 'grapheme' }),
        (key, value) => {
          const kept = normalizedTag(`${key}:${value}`)
          if (kept === undefined) return
          expect(kept).toMatch(/^\p{L}[\p{L}\p{N}_\-:./]*[^:]$/u)
          expect(kept).toContain(':')
          expect([...kept].length).toBeLessThanOrEqual(200)
          expect(normalizedTag(kept)).toBe(kept)
        },
      ),
    )
  })
})

const responseOf = (status: number, body: unknown = '', headers: Record<string, string> = {}) => ({
  status,
  headers,
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
})

describe('responses', () => {
  /** The meaning of statuses for each destination, if the response contains no code of the vendor. */
  const STATUSES: readonly [number, DeliveryResult][] = [
    [199, { kind: 'fail', code: 'DESTINATION_BAD_HTTP', detail: 'HTTP 199' }],
    [200, { kind: 'delivered' }],
    [201, { kind: 'delivered' }],
    [202, { kind: 'delivered' }],
    [204, { kind: 'delivered' }],
    [299, { kind: 'delivered' }],
    [300, { kind: 'fail', code: 'DESTINATION_REDIRECTED', detail: 'HTTP 300' }],
    [302, { kind: 'fail', code: 'DESTINATION_REDIRECTED', detail: 'HTTP 302' }],
    [308, { kind: 'fail', code: 'DESTINATION_REDIRECTED', detail: 'HTTP 308' }],
    [399, { kind: 'fail', code: 'DESTINATION_REDIRECTED', detail: 'HTTP 399' }],
    [400, { kind: 'fail', code: 'DESTINATION_REFUSED_EVENTS', detail: 'HTTP 400' }],
    [401, { kind: 'fail', code: 'DESTINATION_REFUSED_CREDENTIAL', detail: 'HTTP 401' }],
    [402, { kind: 'fail', code: 'DESTINATION_REFUSED_EVENTS', detail: 'HTTP 402' }],
    [403, { kind: 'fail', code: 'DESTINATION_REFUSED_CREDENTIAL', detail: 'HTTP 403' }],
    [404, { kind: 'fail', code: 'DESTINATION_NO_ENDPOINT', detail: 'HTTP 404' }],
    [405, { kind: 'fail', code: 'DESTINATION_NO_ENDPOINT', detail: 'HTTP 405' }],
    [408, { kind: 'retry', code: 'DESTINATION_FAILED', detail: 'HTTP 408' }],
    [413, { kind: 'split' }],
    [415, { kind: 'fail', code: 'DESTINATION_REFUSED_EVENTS', detail: 'HTTP 415' }],
    [425, { kind: 'retry', code: 'DESTINATION_FAILED', detail: 'HTTP 425' }],
    [429, { kind: 'retry', code: 'DESTINATION_OVERLOADED', detail: 'HTTP 429' }],
    [499, { kind: 'fail', code: 'DESTINATION_REFUSED_EVENTS', detail: 'HTTP 499' }],
    [500, { kind: 'retry', code: 'DESTINATION_FAILED', detail: 'HTTP 500' }],
    [502, { kind: 'retry', code: 'DESTINATION_FAILED', detail: 'HTTP 502' }],
    [503, { kind: 'retry', code: 'DESTINATION_FAILED', detail: 'HTTP 503' }],
    [504, { kind: 'retry', code: 'DESTINATION_FAILED', detail: 'HTTP 504' }],
  ]
  it.each(
    DESTINATIONS.flatMap((kind) => STATUSES.map(([status, result]) => ({ kind, status, result }))),
  )('$kind: status $status means $result.kind', ({ kind, status, result }) => {
    for (const body of ['', '{}', '{"errors":[{"title":"SECRET"}]}', 'not JSON', '[1]', 'null'])
      expect(DESTINATION_FORMATS[kind].interpret(responseOf(status, body), 3, NOW)).toEqual(result)
  })

  it.each([
    [{ 'retry-after': '7' }, 7000],
    [{ 'retry-after': 'Mon, 02 Mar 2026 09:14:09 GMT' }, 9000],
    [{ 'retry-after': 'Mon, 02 Mar 2020 09:14:09 GMT' }, 0],
    [{ 'retry-after': '99999' }, 900_000],
    [{ 'x-ratelimit-reset': '3' }, 3000],
    [{ 'retry-after': '5', 'x-ratelimit-reset': '3' }, 5000],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '-1' }, undefined],
    [{}, undefined],
  ])(
    'a busy destination that responds with %j requests this pause in milliseconds: %s',
    (headers, after_ms) => {
      for (const kind of DESTINATIONS)
        for (const status of [429, 503]) {
          const result = DESTINATION_FORMATS[kind].interpret(
            responseOf(status, '', headers as Record<string, string>),
            1,
            NOW,
          )
          expect(result.kind === 'retry' && result.after_ms).toBe(after_ms)
        }
    },
  )

  it('a request without a valid response is retried unless the certificate is invalid, the address is refused, or the platform abandons the request', () => {
    const faults: PostFault[] = [
      'unreachable',
      'connect_timeout',
      'timeout',
      'slow_body',
      'reset',
      'bad_http',
      'too_large',
    ]
    for (const fault of faults)
      expect(resultForFailure({ kind: 'failed', fault, reached: true }).kind, fault).toBe('retry')
    expect(resultForFailure({ kind: 'failed', fault: 'tls', reached: false })).toEqual({
      kind: 'fail',
      code: 'DESTINATION_TLS_FAILED',
    })
    expect(resultForFailure({ kind: 'failed', fault: 'abandoned', reached: true })).toEqual({
      kind: 'abandoned',
    })
    expect(resultForFailure({ kind: 'refused', reason: 'x' })).toEqual({
      kind: 'fail',
      code: 'ADDRESS_BLOCKED',
      detail: 'x',
    })
  })

  /** HEC's error table: code, status, and what follows for a batch of three when event 1 is named. */
  const HEC: readonly [
    code: number,
    status: number,
    kind: DeliveryResult['kind'],
    error_code?: string,
  ][] = [
    [1, 403, 'fail', 'DESTINATION_REFUSED_CREDENTIAL'],
    [2, 401, 'fail', 'DESTINATION_REFUSED_CREDENTIAL'],
    [3, 401, 'fail', 'DESTINATION_REFUSED_CREDENTIAL'],
    [4, 403, 'fail', 'DESTINATION_REFUSED_CREDENTIAL'],
    [5, 400, 'reject'],
    [6, 400, 'reject'],
    [7, 400, 'fail', 'DESTINATION_REFUSED_EVENTS'],
    [8, 500, 'retry'],
    [9, 503, 'retry'],
    [10, 400, 'fail', 'DESTINATION_REFUSED_EVENTS'],
    [11, 400, 'fail', 'DESTINATION_REFUSED_EVENTS'],
    [12, 400, 'reject'],
    [13, 400, 'reject'],
    [14, 400, 'fail', 'DESTINATION_REFUSED_EVENTS'],
    [15, 400, 'reject'],
    [16, 400, 'fail', 'DESTINATION_REFUSED_CREDENTIAL'],
    [18, 503, 'retry'],
    [19, 503, 'retry'],
    [20, 503, 'retry'],
    [21, 400, 'fail', 'DESTINATION_REFUSED_CREDENTIAL'],
    [22, 400, 'fail', 'DESTINATION_REFUSED_CREDENTIAL'],
  ]
  it.each(HEC)(
    'the collector: code %d with status %d means %s',
    (code, status, kind, error_code) => {
      const result = collector.interpret(
        responseOf(status, { text: 'SECRET', code, 'invalid-event-number': 1 }),
        3,
        NOW,
      )
      expect([
        result.kind,
        'code' in result && result.kind === 'fail' ? result.code : undefined,
      ]).toEqual([kind, error_code])
      expect(JSON.stringify(result)).toContain(`code ${code}: `)
      expect(JSON.stringify(result)).not.toContain('SECRET')
      if (result.kind === 'reject') expect(result.index).toBe(1)
    },
  )

  it.each([3, -1, 1.5, '1', null, undefined, 1e30])(
    'the collector: no individual event is rejected if the event number is not an index of the batch: %s',
    (number) => {
      expect(
        collector.interpret(responseOf(400, { code: 6, 'invalid-event-number': number }), 3, NOW)
          .kind,
      ).toBe('fail')
    },
  )

  it('the collector: a batch with an acknowledgement id is acknowledged only once the collector confirms that id', () => {
    expect(
      collector.interpret(responseOf(200, { text: 'Success', code: 0, ackId: 0 }), 3, NOW),
    ).toEqual({
      kind: 'taken',
      ack_id: 0,
    })
    const interpret = (body: unknown, status = 200) =>
      collector.acknowledgement!.interpret(responseOf(status, body), 0, NOW).kind
    expect([
      interpret({ acks: { 0: true } }),
      interpret({ acks: { 0: false } }),
      interpret({ acks: {} }),
      interpret({}),
      interpret('x'),
      interpret({ acks: null }),
      interpret('', 503),
    ]).toEqual([
      'acknowledged',
      'unacknowledged',
      'unacknowledged',
      'unacknowledged',
      'unacknowledged',
      'unacknowledged',
      'retry',
    ])
  })
})

describe('batches', () => {
  const limitsOf = fc.record({
    count: fc.integer({ min: 1, max: 20 }),
    bytes: fc.integer({ min: 1, max: 200 }),
    separator_bytes: fc.nat(3),
    envelope_bytes: fc.nat(5),
  })

  it('exceed neither count nor bytes unless a single item does, are as large as possible, lose nothing and keep the order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 60, unit: 'grapheme' }), { maxLength: 60 }),
        limitsOf,
        (items, limits) => {
          const sizeOf = (batch: readonly string[]) =>
            limits.envelope_bytes +
            batch.reduce((sum, item) => sum + bytes(item), 0) +
            limits.separator_bytes * (batch.length - 1)
          const batches: string[][] = []
          for (let rest = items; rest.length > 0; rest = rest.slice(batches.at(-1)!.length)) {
            const taken = countFitting(rest, limits)
            expect(taken).toBeGreaterThan(0)
            const next = rest.slice(0, taken + 1)
            expect(
              taken === limits.count || taken === rest.length || sizeOf(next) > limits.bytes,
            ).toBe(true)
            batches.push(rest.slice(0, taken))
          }
          expect(batches.flat()).toEqual(items)
          for (const batch of batches)
            expect(
              batch.length <= limits.count && (sizeOf(batch) <= limits.bytes || batch.length === 1),
            ).toBe(true)
        },
      ),
    )
  })

  it.each(DESTINATIONS)('%s: the size that is counted is the size that is sent', (kind) => {
    const { limits, item, request } = DESTINATION_FORMATS[kind]
    const items = Array.from({ length: Math.min(5, limits.count) }, (_, n) =>
      item(record({ sequence: n + 1 }), exportContext()),
    )
    const size =
      limits.envelope_bytes +
      items.reduce((sum, text) => sum + bytes(text), 0) +
      limits.separator_bytes * (items.length - 1)
    expect(bytes(request(items, exportContext()).body)).toBe(size)
  })
})

describe('retry delays', () => {
  it('double up to five minutes, are spread over half of each step, and are never shorter than the destination asked for', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...DESTINATIONS),
        fc.nat(40),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(900_000),
        (kind, attempts, jitter, requested) => {
          const step = Math.min(300_000, (kind === 'alerts' ? 30_000 : 1000) * 2 ** attempts)
          const waited = retryDelay(kind, attempts, jitter, requested)
          expect(waited).toBeGreaterThanOrEqual(Math.max(requested, Math.floor(step / 2)))
          expect(waited).toBeLessThanOrEqual(Math.max(requested, step))
        },
      ),
    )
  })
})

describe('error codes of exports', () => {
  it('are exactly those of the contract', () => {
    const { info } = JSON.parse(readFileSync('generated/platform.json', 'utf8')) as {
      info: { 'x-manual': string }
    }
    const section = /## Exports\n([^]*?)\n## /.exec(info['x-manual'])![1]!
    expect([...section.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, code]) => code)).toEqual(
      EXPORT_ERROR_CODES,
    )
  })
})

describe('a delivery result', () => {
  it('without delivery moves no cursor and counts nothing', () => {
    const job = {
      cursor: 4,
      matched: 10,
      delivered: 4,
      failed: 0,
      last_sequence: 10,
      rejected: [],
      tries: 0,
      destination: 'logs',
      progress_at: NOW,
      started_at: NOW,
      pending: null,
    } as never
    const moment = { now: NOW, jitter: 0.5 }
    for (const result of [
      { kind: 'split' },
      { kind: 'taken', ack_id: 1 },
      { kind: 'retry', code: 'DESTINATION_FAILED' },
      { kind: 'abandoned' },
    ] as DeliveryResult[]) {
      const { changes, next } = applyResult(job, [5, 6], result, moment)
      expect([result.kind, changes.cursor, changes.delivered, next === 'ended']).toEqual([
        result.kind,
        undefined,
        undefined,
        false,
      ])
    }
  })
})
