import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DESTINATIONS } from '../../../src/domain/audit/exports.ts'
import { SECOND, MINUTE, HOUR, DAY } from '../../kit/time.ts'
import {
  distinct,
  addRecords,
  jobOf,
  startExportPlatform,
  requestExport,
  range,
  sequences,
  readExport,
  testNow,
  runToEnd,
  startReceiver,
} from './export-platform.ts'
import type { VendorBehaviour, Vendor } from './vendors.ts'
import { atMost } from '../../kit/bounds.ts'
import { samples } from '../../kit/samples.ts'

/** Number of records, so large that each kind of destination needs several requests. */
const MANY = { logs: 2300, collector: 1200, alerts: 45 } as const
/** The maximum number of events and of bytes in one request, and the number of requests for the records of `MANY`. */
const LIMITS = {
  logs: { count: 1000, bytes: 4_500_000, requests: 3 },
  collector: { count: 500, bytes: 1_000_000, requests: 3 },
  alerts: { count: 1, bytes: 524_288, requests: 45 },
} as const

describe.each(DESTINATIONS)('%s: an export to a working receiver', (kind) => {
  it('is accepted completely by a receiver as strict as the vendor, in order, each record once', async () => {
    const platform = await startExportPlatform()
    const org = await platform.organization('professional')
    await addRecords(platform, org, MANY[kind])
    const to = await startReceiver(kind, { now: testNow(platform) })
    const requested = await requestExport(org, to)
    expect(requested).toMatchObject({
      status: 'accepted',
      destination: kind,
      matched: MANY[kind],
      delivered: 0,
      failed: 0,
    })
    const job = await runToEnd(platform, requested)
    expect([job.status, job.delivered, job.failed, job.error]).toEqual([
      'completed',
      MANY[kind],
      0,
      null,
    ])
    expect(sequences(to.stored)).toEqual(range(requested.first_sequence, requested.last_sequence))
    expect(
      to.stored.every((event, n) => n === 0 || event.prev_hash === to.stored[n - 1]!.hash),
    ).toBe(true)
    const { count, bytes, requests } = LIMITS[kind]
    for (const { events, text, compressed } of to.requests) {
      expect(events.length <= count && Buffer.byteLength(text) <= bytes).toBe(true)
      expect(compressed).toBe(kind !== 'alerts')
    }
    expect(to.requests.length).toBe(requests)
    expect(await readExport(org, requested)).toEqual({
      ...requested,
      status: 'completed',
      delivered: MANY[kind],
      finished_at: job.finished_at,
    })
  })

  it('is recorded in the audit log when it has ended, with the requester as actor', async () => {
    const platform = await startExportPlatform()
    const org = await platform.organization('professional')
    await addRecords(platform, org, 2)
    const to = await startReceiver(kind, { now: testNow(platform) })
    const { export_id } = await requestExport(org, to)
    await platform.runUntilIdle()
    const { items } = (await org.api.get('/audit-logs?event_type=audit.exported')).body
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({
      actor: { type: 'api_key' },
      target: { type: 'export', id: export_id },
      outcome: 'success',
      request_id: expect.any(String),
      metadata: { destination: kind, status: 'completed', matched: 2, delivered: 2, failed: 0 },
    })
  })
})

describe('the exported records', () => {
  it('are the newest matching ones, at most `limit`, oldest first', async () => {
    const platform = await startExportPlatform()
    const org = await platform.organization('professional')
    await addRecords(platform, org, 12)
    const second = await platform.workspace(org.organization_id, 'Second')
    await addRecords(platform, { ...org, workspace_id: second }, 3)
    await addRecords(platform, org, 2)
    const to = await startReceiver('logs', { now: testNow(platform) })
    const all = await requestExport(org, to, { limit: undefined })
    await platform.runUntilIdle()
    const five = await requestExport(org, to, { limit: 5 })
    await platform.runUntilIdle()
    const ofSecond = await requestExport(org, to, { workspace_id: second })
    const of_kind = await requestExport(org, to, { event_type: 'workspace.created' })
    const none = await requestExport(org, to, { event_type: 'no.such_kind' })
    await platform.runUntilIdle()
    expect(all).toMatchObject({ matched: 17 })
    expect(five).toMatchObject({
      matched: 5,
      first_sequence: all.last_sequence - 4,
      last_sequence: all.last_sequence,
    })
    expect([ofSecond.matched, of_kind.matched]).toEqual([3, 2])
    expect(none).toMatchObject({ status: 'completed', matched: 0, delivered: 0 })
    expect(none.first_sequence).toBeUndefined()
    expect(to.stored.length).toBe(17 + 5 + 3 + 2)
    expect(sequences(to.stored.slice(17, 22))).toEqual(
      range(five.first_sequence, five.last_sequence),
    )
  })

  it('of a deleted workspace are those that remain; an unknown workspace is refused with 404', async () => {
    const platform = await startExportPlatform()
    const org = await platform.organization('professional')
    const deleted = await platform.workspace(org.organization_id, 'Gone')
    await org.api.delete(`/orgs/${org.organization_id}/workspaces/${deleted}`)
    const to = await startReceiver('collector', { now: testNow(platform) })
    expect(
      (await requestExport(org, to, { workspace_id: deleted, event_type: undefined })).matched,
    ).toBe(2)
    const got = await org.api.post('/audit-logs/siem/logs/export', { workspace_id: 'ws_never' })
    expect([got.status, got.body.code]).toEqual([404, 'WORKSPACE_NOT_FOUND'])
  })

  it('requested with a key of one workspace are those of that workspace, and only such a key or one of the whole organization sees the export', async () => {
    const platform = await startExportPlatform()
    const org = await platform.organization('professional')
    const second = await platform.workspace(org.organization_id, 'Second')
    await addRecords(platform, org, 2)
    await addRecords(platform, { ...org, workspace_id: second }, 3)
    const to = await startReceiver('logs', { now: testNow(platform) })
    const bound = {
      api: platform.as({
        'X-API-Key': await platform.apiKey(org.organization_id, { workspace_id: second }),
      }),
    }
    const elsewhere = {
      api: platform.as({
        'X-API-Key': await platform.apiKey(org.organization_id, { workspace_id: org.workspace_id }),
      }),
    }
    const stranger = await platform.organization('professional')
    const requested = await requestExport(bound, to)
    const whole = await requestExport(org, to)
    expect([requested.matched, whole.matched]).toEqual([3, 5])
    expect((await readExport(bound, requested)).matched).toBe(3)
    expect((await readExport(org, requested)).matched).toBe(3)
    for (const [who, what] of [
      [elsewhere, requested],
      [bound, whole],
      [stranger, requested],
      [org, { export_id: 'nothing' }],
    ] as const)
      expect((await readExport(who, what)).code).toBe('EXPORT_NOT_FOUND')
  })
})

it('an export is removed 30 days after it ended, and not before', async () => {
  const platform = await startExportPlatform()
  const org = await platform.organization('professional')
  await addRecords(platform, org, 1)
  const ended = await requestExport(org, await startReceiver('logs', { now: testNow(platform) }))
  await platform.runUntilIdle()
  await platform.advance(30 * DAY - HOUR)
  expect((await readExport(org, ended)).status).toBe('completed')
  await platform.advance(2 * HOUR)
  expect((await readExport(org, ended)).code).toBe('EXPORT_NOT_FOUND')
})

describe('I-16: records are delivered at least once and in order, and the cursor moves only after the receiver has acknowledged them', () => {
  const FAULTS: readonly VendorBehaviour[] = [
    'hangs',
    'resets',
    'accepts and resets',
    { status: 500 },
    { status: 503, headers: { 'Retry-After': '3' } },
    { status: 408 },
    { status: 429, headers: { 'x-ratelimit-reset': '2' } },
    { status: 502, body: 'no JSON' },
    { status: 413 },
  ]
  const behaviours = fc.array(fc.constantFrom<VendorBehaviour>('accepts', 'accepts', ...FAULTS), {
    maxLength: 9,
  })

  it.each(DESTINATIONS)(
    '%s: every record arrives whatever the receiver does before it recovers, and duplicates can be recognized',
    async (kind) => {
      const platform = await startExportPlatform({}, {}, 80)
      const org = await platform.organization('professional')
      await addRecords(platform, org, kind === 'alerts' ? 12 : 30)
      await fc.assert(
        fc.asyncProperty(behaviours, fc.integer({ min: 1, max: 12 }), async (script, limit) => {
          const splits = script.filter(
            (behaviour) =>
              typeof behaviour === 'object' && 'status' in behaviour && behaviour.status === 413,
          ).length
          fc.pre(splits < 2)
          const to = await startReceiver(kind, { now: testNow(platform) })
          // A single event that is too large would be rejected, which is another case.
          to.behaviours.push(
            ...script.filter(
              (behaviour) =>
                kind !== 'alerts' ||
                typeof behaviour === 'string' ||
                !('status' in behaviour) ||
                behaviour.status !== 413,
            ),
          )
          const requested = await requestExport(org, to, { limit: Math.max(2, limit) })
          to.state.before = async ({ events }) => {
            const { cursor, delivered } = await jobOf(platform, requested)
            expect(cursor).toBe(events[0]!.sequence - 1)
            expect(sequences(distinct(to.stored)).slice(0, delivered)).toEqual(
              range(requested.first_sequence, cursor),
            )
          }
          const job = await runToEnd(platform, requested)
          expect([job.status, job.delivered, job.failed]).toEqual([
            'completed',
            requested.matched,
            0,
          ])
          expect(sequences(distinct(to.stored))).toEqual(
            range(requested.first_sequence, requested.last_sequence),
          )
          await to.close()
        }),
        { numRuns: samples(8, 12) },
      )
    },
    120_000,
  )

  it('a receiver that stores unacknowledged records gets them again with the same identifiers', async () => {
    const platform = await startExportPlatform()
    const org = await platform.organization('professional')
    await addRecords(platform, org, 3)
    for (const kind of DESTINATIONS) {
      const to = await startReceiver(kind, { now: testNow(platform) })
      to.behaviours.push('accepts and resets')
      const job = await runToEnd(platform, await requestExport(org, to))
      const once = kind === 'alerts' ? 1 : 3
      expect([kind, job.delivered, to.stored.length]).toEqual([kind, 3, 3 + once])
      expect(to.stored.slice(0, once)).toEqual(to.stored.slice(once, 2 * once))
      expect(new Set(to.stored.map(({ id }) => id)).size).toBe(3)
    }
  })

  it('logs: a batch that is too large is halved until it fits; a single record that is too large is rejected and reported', async () => {
    const platform = await startExportPlatform()
    const org = await platform.organization('professional')
    await addRecords(platform, org, 8)
    const to = await startReceiver('logs', { now: testNow(platform) })
    const whole = { status: 413 }
    to.behaviours.push(whole, whole, whole)
    const job = await runToEnd(platform, await requestExport(org, to))
    expect(to.requests.map(({ events }) => events.length)).toEqual([8, 4, 2, 1, 2, 4, 1])
    expect(job.status).toBe('completed')
    to.behaviours.push(whole, whole, whole, whole)
    const requested = await requestExport(org, to)
    const second = await runToEnd(platform, requested)
    expect([second.status, second.delivered, second.failed, second.error?.code]).toEqual([
      'partial',
      7,
      1,
      'EVENTS_REJECTED',
    ])
    expect(second.rejected).toEqual([{ sequence: requested.first_sequence, reason: 'too large' }])
  })

  it('collector: if a batch fails in the middle, the earlier events are delivered, the failing one is rejected, and the others are sent again', async () => {
    const platform = await startExportPlatform()
    const org = await platform.organization('professional')
    await addRecords(platform, org, 9)
    const to = await startReceiver('collector', { now: testNow(platform) })
    to.behaviours.push({ rejects: 3, code: 6 }, { rejects: 0, code: 12 }, { status: 503 })
    const requested = await requestExport(org, to)
    const job = await runToEnd(platform, requested)
    const first = requested.first_sequence
    expect([job.status, job.delivered, job.failed, job.error?.code]).toEqual([
      'partial',
      7,
      2,
      'EVENTS_REJECTED',
    ])
    expect(job.rejected).toEqual([
      { sequence: first + 3, reason: 'code 6: invalid data format' },
      { sequence: first + 4, reason: 'code 12: event field is required' },
    ])
    expect(sequences(to.stored)).toEqual([
      first,
      first + 1,
      first + 2,
      first + 5,
      first + 6,
      first + 7,
      first + 8,
    ])
    expect((await readExport(org, requested)).rejected).toEqual(job.rejected)
  })

  it('collector: an index that the token may not use fails the whole export, with the name of its code', async () => {
    const platform = await startExportPlatform()
    const org = await platform.organization('professional')
    await addRecords(platform, org, 4)
    const to = await startReceiver('collector', { now: testNow(platform) })
    const requested = await requestExport(org, to, { index: 'secret' })
    await platform.runUntilIdle()
    expect(await readExport(org, requested)).toMatchObject({
      status: 'failed',
      delivered: 0,
      failed: 4,
      error: {
        code: 'DESTINATION_REFUSED_EVENTS',
        message: 'The destination refused the events (code 7: incorrect index).',
      },
    })
    expect(to.requests).toHaveLength(1)
    expect((await requestExport(org, to, { index: 'main' })).matched).toBe(4)
    await platform.runUntilIdle()
    expect(to.stored).toHaveLength(4)
  })

  it('collector: an export is ended after a hundred rejected events', async () => {
    const platform = await startExportPlatform()
    const org = await platform.organization('professional')
    await addRecords(platform, org, 150)
    const to = await startReceiver('collector', { now: testNow(platform) })
    to.state.default = { rejects: 0, code: 6 }
    const job = await runToEnd(platform, await requestExport(org, to))
    expect([
      job.status,
      job.delivered,
      job.failed,
      job.rejected.length,
      to.requests.length,
    ]).toEqual(['failed', 0, 150, 100, 100])
  })

  it('collector: events count as delivered only once they are acknowledged', async () => {
    const platform = await startExportPlatform()
    const org = await platform.organization('professional')
    await addRecords(platform, org, 700)
    const to = await startReceiver('collector', { now: testNow(platform), acknowledges: true })
    to.state.acknowledged = false
    const requested = await requestExport(org, to)
    await platform.runUntilIdle()
    for (let step = 0; step < 5; step += 1) await platform.advance(10 * SECOND)
    const waiting = await jobOf(platform, requested)
    expect([
      waiting.status,
      waiting.delivered,
      waiting.cursor,
      to.requests.length,
      to.state.acks,
    ]).toEqual(['running', 0, requested.first_sequence - 1, 1, 5])
    to.state.acknowledged = true
    const job = await runToEnd(platform, requested)
    expect([job.status, job.delivered, to.requests.length]).toEqual(['completed', 700, 2])
    expect(new Set(to.requests.map(({ headers }) => headers['x-splunk-request-channel']))).toEqual(
      new Set([requested.export_id]),
    )
  })

  it('collector: events that are never acknowledged are sent again, and eventually the export fails', async () => {
    const platform = await startExportPlatform()
    const org = await platform.organization('professional')
    await addRecords(platform, org, 2)
    const to = await startReceiver('collector', { now: testNow(platform), acknowledges: true })
    to.state.acknowledged = false
    const requested = await requestExport(org, to)
    for (let step = 0; step < 40; step += 1) await platform.advance(10 * SECOND)
    expect(to.stored.length).toBe(4)
    const job = await runToEnd(platform, requested)
    expect([job.status, job.error?.code]).toEqual(['failed', 'DESTINATION_NOT_ACKNOWLEDGED'])
  })

  it('alerts: requests stay below 120 a minute', async () => {
    const platform = await startExportPlatform()
    const org = await platform.organization('professional')
    await addRecords(platform, org, 260)
    const to = await startReceiver('alerts', { now: testNow(platform) })
    const requested = await requestExport(org, to)
    const began = platform.clock.now_ms()
    await platform.runUntilIdle()
    for (const _ of atMost(1000, 'the export does not end')) {
      if ((await jobOf(platform, requested)).finished_at !== null) break
      await platform.advance(0.5 * SECOND)
    }
    expect(to.stored).toHaveLength(260)
    expect(to.requests).toHaveLength(260)
    expect(platform.clock.now_ms() - began).toBeLessThan(2.5 * MINUTE)
  })

  it('two exports to one destination are sent one after the other, even while the first is retried', async () => {
    const platform = await startExportPlatform()
    const org = await platform.organization('professional')
    await addRecords(platform, org, 2)
    const to = await startReceiver('logs', { now: testNow(platform) })
    to.behaviours.push({ status: 503, headers: { 'Retry-After': '60' } })
    const first = await requestExport(org, to, { limit: 2 })
    const second = await requestExport(org, to, { limit: 1 })
    await platform.runUntilIdle()
    expect([
      (await jobOf(platform, first)).status,
      (await jobOf(platform, second)).status,
      to.requests.length,
    ]).toEqual(['running', 'accepted', 1])
    expect((await readExport(org, first)).error).toEqual({
      code: 'DESTINATION_FAILED',
      message: 'The destination responded with an error (HTTP 503).',
    })
    await platform.advance(59 * SECOND)
    expect(to.requests.length).toBe(1)
    await platform.advance(SECOND)
    expect(to.requests.map(({ events }) => events.length)).toEqual([2, 2, 1])
    expect([(await jobOf(platform, first)).status, (await jobOf(platform, second)).status]).toEqual(
      ['completed', 'completed'],
    )
    expect((await readExport(org, first)).error).toBeUndefined()
  })
})

describe('an export that cannot be completed', () => {
  const endOf = async (
    behaviour: VendorBehaviour | undefined,
    more: (to: Vendor) => object = () => ({}),
  ) => {
    // Only requests to a destination that hangs time out early, because others may need longer on a loaded machine.
    const platform = await startExportPlatform({}, {}, behaviour === 'hangs' ? 60 : undefined)
    const org = await platform.organization('professional')
    await addRecords(platform, org, 3)
    const to = await startReceiver('logs', { now: testNow(platform) })
    if (behaviour) to.state.default = behaviour
    const requested = await requestExport(org, to, more(to))
    const job = await runToEnd(platform, requested)
    const { items } = (await org.api.get('/audit-logs?event_type=audit.export_failed')).body
    return {
      status: await readExport(org, requested),
      job,
      to,
      items,
      minutes: (Date.parse(job.finished_at!) - Date.parse(job.created_at)) / MINUTE,
    }
  }

  it.each([
    ['hangs', 'hangs', 'DESTINATION_TIMEOUT'],
    ['resets', 'resets', 'DESTINATION_RESET'],
    ['is down', { status: 503 }, 'DESTINATION_FAILED'],
    ['is always busy', { status: 429 }, 'DESTINATION_OVERLOADED'],
  ] as const)(
    'fails after about an hour of retries with exponential backoff if the destination %s',
    async (_, behaviour, code) => {
      const { status, to, items, job, minutes: took } = await endOf(behaviour)
      expect([status.status, status.error.code, status.failed]).toEqual(['failed', code, 3])
      expect(took).toBeGreaterThan(50)
      expect(took).toBeLessThan(65)
      expect(to.requests.length).toBeGreaterThan(8)
      expect(to.requests.length).toBeLessThan(40)
      expect([items.length, items[0].outcome, items[0].reason, job.sealed]).toEqual([
        1,
        'failure',
        code,
        null,
      ])
    },
    60_000,
  )

  it.each([
    ['refuses the credential', { status: 403 }, 'DESTINATION_REFUSED_CREDENTIAL'],
    ['refuses the credential', { status: 401 }, 'DESTINATION_REFUSED_CREDENTIAL'],
    ['refuses the events', { status: 400 }, 'DESTINATION_REFUSED_EVENTS'],
    ['has no intake at the address', { status: 404 }, 'DESTINATION_NO_ENDPOINT'],
    [
      'redirects',
      { status: 307, headers: { Location: 'http://127.0.0.1:1/' } },
      'DESTINATION_REDIRECTED',
    ],
  ] as const)('fails after one request if the destination %s (%j)', async (_, behaviour, code) => {
    const { status, to, items } = await endOf(behaviour)
    expect([status.status, status.error.code, to.requests.length, items[0].reason]).toEqual([
      'failed',
      code,
      1,
      code,
    ])
  })

  it('fails if the strict receiver refuses the key', async () => {
    const { status } = await endOf(undefined, () => ({ api_key: 'wrong' }))
    expect(status).toMatchObject({
      status: 'failed',
      error: { code: 'DESTINATION_REFUSED_CREDENTIAL' },
    })
  })

  it('is partial if some records were delivered, which the audit record states', async () => {
    const platform = await startExportPlatform()
    const org = await platform.organization('professional')
    await addRecords(platform, org, 1500)
    const to = await startReceiver('logs', { now: testNow(platform) })
    to.behaviours.push('accepts', { status: 403 })
    const requested = await requestExport(org, to)
    await platform.runUntilIdle()
    expect(
      [await platform.metrics.text(), platform.log.at(-1)].map((text) =>
        /svc_events_total\{event="export_partial"\} 1|"code":"DESTINATION_REFUSED_CREDENTIAL","msg":"an export has ended"/.test(
          text ?? '',
        ),
      ),
    ).toEqual([true, true])
    expect(await readExport(org, requested)).toMatchObject({
      status: 'partial',
      delivered: 1000,
      failed: 500,
      error: { code: 'DESTINATION_REFUSED_CREDENTIAL' },
    })
    const { items } = (await org.api.get('/audit-logs?event_type=audit.exported')).body
    expect(items[0]).toMatchObject({
      outcome: 'failure',
      reason: 'DESTINATION_REFUSED_CREDENTIAL',
      metadata: { status: 'partial', delivered: 1000, failed: 500 },
    })
  })

  it('is partial if some of its records are removed before they are sent', async () => {
    const platform = await startExportPlatform()
    const org = await platform.organization('professional')
    await addRecords(platform, org, 3)
    const to = await startReceiver('logs', { now: testNow(platform) })
    to.behaviours.push({ status: 503 })
    const requested = await requestExport(org, to)
    await platform.runUntilIdle()
    await platform.database.transact((tx) =>
      tx.audit_log.delete({ chain: org.organization_id, sequence: requested.last_sequence }),
    )
    const job = await runToEnd(platform, requested)
    expect([job.status, job.delivered, job.error?.code]).toEqual(['partial', 2, 'RECORDS_GONE'])
  })

  it('fails at once without a credential or an address, and the response names the missing member', async () => {
    const platform = await startExportPlatform()
    const org = await platform.organization('professional')
    await addRecords(platform, org, 1)
    const to = await startReceiver('logs')
    for (const [path, body, member] of [
      ['logs', {}, 'api_key'],
      ['collector', {}, 'hec_token'],
      ['alerts', {}, 'routing_key'],
      ['logs', { intake_url: to.url }, 'api_key'],
      ['logs', { api_key: 'k' }, 'intake_url'],
      ['collector', { hec_token: 'k' }, 'intake_url'],
    ] as const) {
      const got = await org.api.post(`/audit-logs/siem/${path}/export`, body)
      expect([got.status, got.body.status, got.body.error.code]).toEqual([
        202,
        'failed',
        'CREDENTIAL_MISSING',
      ])
      expect(got.body.error.message).toContain(`send \`${member}\``)
      expect(got.headers['location']).toBe(`/api/v1/audit-logs/siem/exports/${got.body.export_id}`)
    }
    await platform.runUntilIdle()
    expect(to.requests).toEqual([])
  })

  it('fails at once if a thousand other exports are waiting', async () => {
    const platform = await startExportPlatform()
    const org = await platform.organization('professional')
    await addRecords(platform, org, 1)
    const to = await startReceiver('logs')
    const { export_id } = await requestExport(org, to)
    await platform.database.transact(async (tx) => {
      const job = (await tx.exports.get({ export_id }))!
      for (let n = 1; n < 1000; n += 1)
        await tx.exports.insert({ ...job, export_id: `${export_id}-${n}`, next_attempt_at: '9999' })
    })
    expect(await requestExport(org, to)).toMatchObject({
      status: 'failed',
      error: { code: 'EXPORT_QUEUE_FULL' },
    })
  })
})
