import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { StoreUnavailable, type Database } from '../../../src/store/database.ts'
import { openDatabase } from '../../../src/store/open.ts'
import { withWriteHealth } from '../../../src/store/store.ts'
import { createWriteHealthMonitor } from '../../../src/store/write-health.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Creates a monitored database whose next writes fail as the test decides, and records the events of its monitor. */
async function newMonitoredDatabase() {
  const disk = { refuses: 0 }
  const inner = await openDatabase('memory:')
  const failing: Database = {
    ...inner,
    transact: (body) => {
      if (disk.refuses === 0) return inner.transact(body)
      disk.refuses -= 1
      return Promise.reject(new StoreUnavailable(new Error('full')))
    },
  }
  const events: string[] = []
  const monitor = createWriteHealthMonitor(failing, {
    onOutage: (cause) => events.push(`outage: ${(cause as Error).message}`),
    onTransientFailure: () => events.push('transient failure'),
    onRecovery: () => events.push('recovery'),
  })
  const database = withWriteHealth(failing, monitor)
  const write = () =>
    database
      .transact((tx) => tx.platform_facts.put({ name: 'x', value: 1 }))
      .then(
        () => 'stored',
        (cause: Error) => cause.name,
      )
  const flush = () =>
    vi
      .advanceTimersByTimeAsync(0)
      .then(
        () =>
          new Promise((resolve) => setImmediate(() => setImmediate(() => setImmediate(resolve)))),
      )
  return { disk, inner, events, monitor, database, write, flush }
}

it('I-19: the monitor reports a write outage once, however many writes fail, and its end once', async () => {
  const { disk, events, monitor, database, write, flush, inner } = await newMonitoredDatabase()
  disk.refuses = 30
  for (let index = 0; index < 20; index += 1) expect(await write()).toBe('StoreUnavailable')
  await flush()
  expect(monitor.health()).toBe('failing')
  expect(await database.read((tx) => tx.platform_facts.count({}))).toBe(0)
  disk.refuses = 3
  for (let second = 0; second < 5; second += 1) {
    await vi.advanceTimersByTimeAsync(1000)
    await flush()
  }
  expect(events).toEqual(['outage: full', 'recovery'])
  expect(monitor.health()).toBe('healthy')
  expect(await write()).toBe('stored')
  expect(await inner.read((tx) => tx.platform_facts.find({}))).toEqual([{ name: 'x', value: 1 }])
})

it('the monitor reports no outage when the probe after a failed write succeeds', async () => {
  const { disk, events, monitor, write, flush } = await newMonitoredDatabase()
  disk.refuses = 1
  expect(await write()).toBe('StoreUnavailable')
  await flush()
  await flush()
  expect(events).toEqual(['transient failure'])
  expect(monitor.health()).toBe('healthy')
})

it('the monitor covers errors that were reported to it even after the database has recovered, and other database errors only from a failed write until a probe succeeds', async () => {
  const { disk, monitor, database, flush } = await newMonitoredDatabase()
  const other = new StoreUnavailable(new Error('no connection'))
  const failedWrite = () => database.transact(() => Promise.resolve()).catch((cause) => cause)
  expect(monitor.covers(other)).toBe(false)
  disk.refuses = 1
  const momentary = await failedWrite()
  expect([monitor.covers(momentary), monitor.covers(other)]).toEqual([true, true])
  await flush()
  await flush()
  expect(monitor.health()).toBe('healthy')
  expect([monitor.covers(momentary), monitor.covers(other)]).toEqual([true, false])
  disk.refuses = 2
  await failedWrite()
  await flush()
  expect(monitor.health()).toBe('failing')
  expect([monitor.covers(other), monitor.covers(new Error('mine'))]).toEqual([true, false])
  await vi.advanceTimersByTimeAsync(1000)
  await flush()
  expect(monitor.health()).toBe('healthy')
  expect([monitor.covers(momentary), monitor.covers(other)]).toEqual([true, false])
})

it('the monitor ignores a transaction body that throws, and a store that is closed', async () => {
  const { events, monitor, database, write, flush } = await newMonitoredDatabase()
  await expect(database.transact(() => Promise.reject(new Error('mine')))).rejects.toThrow('mine')
  await flush()
  expect([monitor.health(), events]).toEqual(['healthy', []])
  await database.close()
  expect(await write()).toBe('StoreUnavailable')
  await flush()
  expect(events).toEqual([])
})
