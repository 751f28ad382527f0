import { masterKey } from '../../../src/domain/secrets.ts'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createClock } from '../../../src/system.ts'
import type { ExportSender } from '../../../src/ports/exports/sender.ts'
import { apiKey } from '../../http/client.ts'
import { START } from '../../http/platform.ts'
import { SECOND, MINUTE } from '../../kit/time.ts'
import { eventually } from '../../kit/bounds.ts'
import {
  distinct,
  addRecords,
  jobOf,
  afterTests,
  startExportPlatform,
  requestExport,
  range,
  sequences,
  readExport,
  testNow,
  startReceiver,
} from './export-platform.ts'
import { newFolder } from '../../kit/folder.ts'

const MASTER_KEY = new Uint8Array(32).fill(9)
const newFile = () => `sqlite:${join(newFolder('exports'), 'registry.db')}`
const start = (store: string, at = START, overrides: { exportSender?: ExportSender } = {}) =>
  startExportPlatform(
    { store, key_source: { kind: 'setting', keys: [masterKey(MASTER_KEY)] } },
    { clock: createClock(() => at), ...overrides },
    5_000,
  )

describe('I-16: an export continues after a restart', () => {
  it('at its cursor if the platform was stopped during a request', async () => {
    const file = newFile()
    const before = await start(file)
    const org = await before.organization('professional')
    await addRecords(before, org, 2500)
    const to = await startReceiver('logs', { now: testNow(before) })
    to.behaviours.push('accepts', 'hangs')
    const requested = await requestExport(org, to)
    const { promise: reached, resolve } = Promise.withResolvers<void>()
    to.state.before = async () => {
      if (to.requests.length === 2) resolve()
    }
    void before.jobs.exports.drain()
    await reached
    await before.jobs.exports.stop()
    await before.store.close()

    const after = await start(file)
    const api = after.as(apiKey(org.api_key))
    const left = await jobOf(after, requested)
    expect([left.delivered, left.cursor, left.claim, left.tries]).toEqual([
      1000,
      requested.first_sequence + 999,
      null,
      0,
    ])
    expect(left.sealed).toMatch(/^v2\.[0-9a-f]{8}\./)
    await after.runUntilIdle()
    expect(await readExport({ api }, requested)).toMatchObject({
      status: 'completed',
      delivered: 2500,
      failed: 0,
    })
    expect(sequences(to.stored)).toEqual(range(requested.first_sequence, requested.last_sequence))
    await after.store.close()
  })

  it('if the process died during a request: another process claims the export once the claim expires, and the first process does nothing more if it returns', async () => {
    const file = newFile()
    const { promise: resumed, resolve: resume } = Promise.withResolvers<void>()
    const sent: string[] = []
    const hangingSender: ExportSender = {
      async send({ url }) {
        sent.push(url)
        await resumed
        return { kind: 'responded', status: 202, headers: {}, body: Buffer.from('{}') }
      },
      close: () => undefined,
    }
    const dead = await start(file, START, { exportSender: hangingSender })
    const org = await dead.organization('professional')
    await addRecords(dead, org, 1500)
    const to = await startReceiver('logs', { now: testNow(dead) })
    const requested = await requestExport(org, to)
    await dead.jobs.exports.startDue()

    const successor = await start(file, START + 59 * SECOND)
    await successor.runUntilIdle()
    expect(to.requests).toEqual([])
    successor.clock.advance(SECOND)
    await successor.runUntilIdle()
    expect(await readExport({ api: successor.as(apiKey(org.api_key)) }, requested)).toMatchObject({
      status: 'completed',
      delivered: 1500,
    })
    resume()
    await dead.jobs.exports.drain()
    expect(sent).toHaveLength(1)
    expect((await jobOf(successor, requested)).delivered).toBe(1500)
    expect(sequences(distinct(to.stored))).toEqual(
      range(requested.first_sequence, requested.last_sequence),
    )
    await successor.store.close()
    await dead.store.close()
  })

  it('but fails if its credential cannot be decrypted', async () => {
    const file = newFile()
    const before = await start(file)
    const org = await before.organization('professional')
    await addRecords(before, org, 1)
    const requested = await requestExport(
      org,
      await startReceiver('alerts', { now: testNow(before) }),
    )
    await before.database.transact((tx) =>
      tx.exports.update({ export_id: requested.export_id }, { sealed: `v1.${'A'.repeat(80)}` }),
    )
    await before.store.close()
    const after = await start(file)
    await after.runUntilIdle()
    expect(await jobOf(after, requested)).toMatchObject({
      status: 'failed',
      error: { code: 'CREDENTIAL_UNREADABLE' },
    })
    await after.store.close()
  })
})

it('I-16: an export runs in only one of two processes that share the store', async () => {
  const file = newFile()
  const [one, other] = [await start(file), await start(file)]
  const org = await one.organization('professional')
  await addRecords(one, org, 5)
  const receivers = await Promise.all(
    Array.from({ length: 4 }, () => startReceiver('collector', { now: testNow(one) })),
  )
  const requested = await Promise.all(receivers.map((to) => requestExport(org, to)))
  await Promise.all([one.jobs.exports.drain(), other.jobs.exports.drain()])
  for (const [n, to] of receivers.entries()) {
    expect(to.stored).toHaveLength(5)
    expect((await jobOf(other, requested[n]!)).status).toBe('completed')
  }
  for (const platform of [one, other]) afterTests(() => platform.store.close())
})

describe('I-18: a destination that hangs', () => {
  it('does not delay requests, other destinations, an advance of the clock or the shutdown of the platform', async () => {
    const platform = await startExportPlatform({}, { export_timeout_ms: 100 }, 60_000)
    const [org, other] = [
      await platform.organization('professional'),
      await platform.organization('professional'),
    ]
    await addRecords(platform, org, 3)
    await addRecords(platform, other, 3)
    const hanging = await Promise.all(
      Array.from({ length: 6 }, () => startReceiver('logs', { now: testNow(platform) })),
    )
    for (const to of hanging) to.state.default = 'hangs'
    const requests = await Promise.all(hanging.map((to) => requestExport(org, to)))
    await platform.runUntilIdle()
    const held = () => hanging.reduce((sum, { hanging: open }) => sum + open.size, 0)
    // One organization keeps at most four destinations busy.
    await eventually(() => expect(held()).toBe(4))

    const working = await startReceiver('logs', { now: testNow(platform) })
    const requested = await requestExport(other, working)
    await platform.advance(SECOND)
    await eventually(async () =>
      expect((await readExport(other, requested)).status).toBe('completed'),
    )
    for (let index = 0; index < 20; index += 1) {
      expect(
        (await org.api.post(`/orgs/${org.organization_id}/workspaces`, { name: `w${index}` }))
          .status,
      ).toBe(201)
      expect((await org.api.get('/audit-logs')).status).toBe(200)
      expect((await requestExport(org, hanging[0]!)).matched).toBe(3)
    }
    await platform.advance(3 * MINUTE)
    expect(held()).toBe(4)
    expect(
      (await Promise.all(requests.map((one) => readExport(org, one))))
        .map(({ status }) => status)
        .toSorted(),
    ).toEqual(['accepted', 'accepted', 'running', 'running', 'running', 'running'])
    await platform.jobs.exports.stop()
    await eventually(() => expect(held()).toBe(0))
  })

  it('does not delay sweeps or e-mails', async () => {
    const platform = await startExportPlatform({}, { export_timeout_ms: 100 }, 60_000)
    const org = await platform.organization('professional')
    await addRecords(platform, org, 1)
    const to = await startReceiver('collector', { now: testNow(platform) })
    to.state.default = 'hangs'
    await requestExport(org, to)
    await platform.runUntilIdle()
    await eventually(() => expect(to.hanging.size).toBe(1))
    expect(await platform.session(org.email)).toMatch(/^adm_/)
    expect(to.hanging.size).toBe(1)
  })
})
