import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { StoreUnavailable } from '../../../src/store/database.ts'
import { openDatabase } from '../../../src/store/open.ts'
import { createStore } from '../../../src/store/store.ts'
import { startPlatform } from '../../http/platform.ts'
import { newDatabase, LONG_TIMEOUTS } from '../../postgres/database.ts'
import { runStatement, newServer, type Server } from '../../postgres/server.ts'
import { dump, runCleanups } from '../stores.ts'
import { until } from '../../kit/bounds.ts'

/** A PostgreSQL server that only these tests use, so that they may stop and kill it. */
let server: Server
beforeAll(async () => {
  server = await newServer({ durable: true })
})
afterAll(() => server.remove())
afterEach(runCleanups)
// A test that fails while the server is down must not make the next tests fail.
afterEach(async () => {
  if (!server.isRunning) await server.start()
})

let databases = 0
async function ownDatabase(): Promise<string> {
  const name = `outage_${(databases += 1)}`
  await runStatement(server.address('postgres'), `create database ${name}`)
  return server.address(name)
}

/**
 * Starts the platform on a database. `ready` returns the status of `/readyz`, and `create` the response to a client that creates a
 * workspace.
 */
async function onDatabase(address: string, pool = LONG_TIMEOUTS) {
  const database = await openDatabase(address, pool)
  const platform = await startPlatform({ store: address }, { store: createStore(database) })
  const org = await platform.organization()
  const ready = async () => (await platform.http().get('/readyz')).status
  const create = async () => {
    const { status, headers, body } = await platform
      .http()
      .post(`/api/v1/orgs/${org.organization_id}/workspaces`)
      .set('X-API-Key', org.api_key)
      .send({ name: 'x' })
    return {
      status,
      retry_after: headers['retry-after'] as string | undefined,
      code: (body as { code?: string }).code,
    }
  }
  return { ...platform, database, org, ready, create }
}

const UNAVAILABLE = { status: 503, retry_after: '5', code: 'STORE_UNAVAILABLE' }

it.each<[string, NodeJS.Signals]>([
  ['was killed', 'SIGKILL'],
  ['was shut down', 'SIGINT'],
])(
  'I-19: after the server %s, every request gets 503 and Retry-After, nothing is written in part, and requests work without a restart once it is back',
  async (_, signal) => {
    const { database, ready, create } = await onDatabase(await ownDatabase())
    expect([await ready(), (await create()).status]).toEqual([200, 201])
    const before = await dump(database)
    await server.stop(signal)
    expect(await Promise.all(Array.from({ length: 20 }, create))).toEqual(
      Array.from({ length: 20 }, () => UNAVAILABLE),
    )
    expect(await ready()).toBe(503)
    await server.start()
    await until(async () => (await ready()) === 200, 'the platform does not become ready again')
    const after = await dump(database)
    // The last use of the key is written separately from the requests.
    expect({ ...after, api_keys: [] }).toEqual({ ...before, api_keys: [] })
    expect((await create()).status).toBe(201)
  },
)

it('I-19: connections that the server ends are replaced, whatever they were doing', async () => {
  const { database, create } = await onDatabase(await ownDatabase())
  await Promise.all(Array.from({ length: 10 }, create))
  const end = () =>
    runStatement(
      server.address('postgres'),
      `select pg_terminate_backend(pid) from pg_stat_activity where datname like 'outage_%'`,
    )
  await end()
  await until(async () => (await create()).status === 201, 'nothing can be written again')
  const busy = database.transact(async (tx) => {
    await tx.platform_facts.put({ name: 'half', value: 1 })
    await end()
    await tx.platform_facts.put({ name: 'written', value: 1 })
  })
  await expect(busy).rejects.toBeInstanceOf(StoreUnavailable)
  await until(async () => (await create()).status === 201, 'nothing can be written again')
  expect(
    await database.read((tx) =>
      tx.platform_facts.find({ where: { name: { in: ['half', 'written'] } } }),
    ),
  ).toEqual([])
})

it('I-19: while the server is suspended requests get 503 and Retry-After, and they work again when it resumes', async () => {
  const { database, ready, create } = await onDatabase(await ownDatabase(), {
    ...LONG_TIMEOUTS,
    wait_ms: 3_000,
  })
  expect((await create()).status).toBe(201)
  const before = await dump(database)
  const stopped = server.suspend(14_000)
  await new Promise((resolve) => {
    setTimeout(resolve, 200)
  })
  const [soon, ...statuses] = await Promise.all([ready(), create(), create(), create()])
  expect([soon, ...statuses]).toEqual([503, UNAVAILABLE, UNAVAILABLE, UNAVAILABLE])
  await stopped
  await until(async () => (await ready()) === 200, 'the platform does not become ready again')
  expect({ ...(await dump(database)), api_keys: [] }).toEqual({ ...before, api_keys: [] })
  expect((await create()).status).toBe(201)
})

it('responds with 503 and Retry-After while every connection is taken, and 201 as soon as one is free', async () => {
  const { database, create } = await onDatabase(await ownDatabase(), {
    ...LONG_TIMEOUTS,
    connections: 2,
    wait_ms: 300,
  })
  const held = Promise.withResolvers<void>()
  const holders = [0, 1].map(() => database.read(() => held.promise))
  expect(await Promise.all([create(), create()])).toEqual([UNAVAILABLE, UNAVAILABLE])
  held.resolve()
  await Promise.all(holders)
  expect((await create()).status).toBe(201)
})

it('responds with 503 and Retry-After while another session locks the row of the organization, and serves other requests', async () => {
  const address = await ownDatabase()
  const { database, org, create } = await onDatabase(address)
  const other = await openDatabase(address)
  const held = Promise.withResolvers<void>()
  const holder = other.transact(async (tx) => {
    await tx.organizations.get({ organization_id: org.organization_id })
    await held.promise
  })
  await until(
    async () =>
      (await runStatement(address, "select 1 from pg_locks where mode = 'RowShareLock'")).length >
      0,
    'no session holds the lock',
  )
  const [blocked] = await Promise.all([
    create(),
    database.transact((tx) => tx.platform_facts.put({ name: 'free', value: 1 })),
  ])
  expect(blocked).toEqual(UNAVAILABLE)
  held.resolve()
  await holder
  expect((await create()).status).toBe(201)
  await other.close()
})

it('reports how long transactions waited for a connection', async () => {
  const { address, create } = newDatabase()
  await create()
  const waits: number[] = []
  const database = await openDatabase(address, {
    connections: 1,
    onWait: (milliseconds) => waits.push(milliseconds),
  })
  // Opening the store takes a connection, too.
  waits.length = 0
  const slow = database.read(
    () =>
      new Promise((resolve) => {
        setTimeout(resolve, 100)
      }),
  )
  await Promise.all([slow, database.read(async () => undefined)])
  await database.close()
  expect([waits.length, waits.some((wait) => wait >= 95)]).toEqual([2, true])
})
