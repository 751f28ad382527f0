import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import type { Database } from '../../../src/store/database.ts'
import { openDatabase } from '../../../src/store/open.ts'
import { newServer, runStatement, type Server } from '../../postgres/server.ts'
import { runCleanups } from '../stores.ts'
import { until } from '../../kit/bounds.ts'

/** A primary and its standby, which are started anew for every test. */
let [primary, standby]: Server[] = []
beforeEach(async () => {
  primary = await newServer({ durable: true })
  await runStatement(primary.address('postgres'), 'create database registry')
  standby = await newServer({ durable: true, standby_of: primary })
})
const remove = () => Promise.all([primary?.remove(), standby?.remove()])
afterEach(async () => {
  await runCleanups()
  await remove()
})
afterAll(remove)

const hostOf = ({ port }: Server) => `127.0.0.1:${port}`
const addressOf = (...servers: Server[]) =>
  `postgres://postgres@${servers.map(hostOf).join(',')}/registry`

/** Opens the store, and records the servers that become its primary. */
async function open(address: string): Promise<{ database: Database; primaries: string[] }> {
  const primaries: string[] = []
  const database = await openDatabase(address, {
    wait_ms: 2000,
    onPrimary: (server) => primaries.push(server),
  })
  return { database, primaries }
}

const put = ({ transact }: Database, value: string) =>
  transact((tx) => tx.platform_facts.put({ name: 'fact', value }))
const get = ({ read }: Database) =>
  read(async (tx) => (await tx.platform_facts.get({ name: 'fact' }))?.value)
/** Reads on the given number of connections, which stay in use until `release` is called. */
async function hold(database: Database, connections: number) {
  const released = Promise.withResolvers<void>()
  let holding = 0
  const values = Promise.all(
    Array.from({ length: connections }, () =>
      database.read(async (tx) => {
        const fact = await tx.platform_facts.get({ name: 'fact' })
        holding += 1
        await released.promise
        return fact?.value
      }),
    ),
  )
  await until(() => holding === connections, 'a connection is missing')
  return {
    release() {
      released.resolve()
      return values
    },
  }
}
const nameOf = (cause: unknown) => (cause as Error).name

/** Waits until the standby has received a value. */
async function standbyHas(value: string): Promise<void> {
  const received = "select 1 from platform_facts where name = 'fact' and value::jsonb = to_jsonb($$"
  const at = addressOf(standby!)
  await until(
    async () => (await runStatement(at, `${received}${value}$$::text)`)).length > 0,
    'the standby receives nothing',
  )
}
async function promote(value: string): Promise<void> {
  await standbyHas(value)
  await runStatement(addressOf(standby!), 'select pg_promote()')
}
const written = (database: Database, value: string) =>
  until(
    () =>
      put(database, value).then(
        () => true,
        () => false,
      ),
    'nothing can be written',
  )

it('connects to the writable server, wherever it is in the address', async () => {
  for (const servers of [
    [primary!, standby!],
    [standby!, primary!],
  ]) {
    const { database, primaries } = await open(addressOf(...servers))
    await put(database, 'x')
    expect([await get(database), primaries]).toEqual(['x', [hostOf(primary!)]])
    await database.close()
  }
})

it('continues with the standby that replaced a killed primary, without a restart', async () => {
  const { database, primaries } = await open(addressOf(primary!, standby!))
  await put(database, 'before')
  await until(async () => (await get(database)) === 'before', 'the value is not written')
  const promoted = promote('before')
  await promoted
  await primary!.stop('SIGKILL')
  await written(database, 'after')
  expect([await get(database), primaries]).toEqual(['after', [hostOf(primary!), hostOf(standby!)]])
  await database.close()
})

it('uses no connection to a former primary once it is connected to the new one', async () => {
  const { database, primaries } = await open(addressOf(primary!, standby!))
  await put(database, 'before')
  const { release } = await hold(database, 5)
  await promote('before')
  // The former primary keeps the connections that it has, but accepts no new ones.
  process.kill(primary!.pid, 'SIGSTOP')
  await written(database, 'after')
  await release()
  const values = await (await hold(database, 10)).release()
  process.kill(primary!.pid, 'SIGCONT')
  expect([new Set(values), primaries]).toEqual([
    new Set(['after']),
    [hostOf(primary!), hostOf(standby!)],
  ])
  await database.close()
})

it('is unavailable while no server is writable, and recovers without a restart', async () => {
  const { database } = await open(addressOf(primary!, standby!))
  await put(database, 'before')
  await primary!.stop('SIGKILL')
  const failures = [await put(database, 'lost').catch(nameOf), await get(database).catch(nameOf)]
  await primary!.start()
  await written(database, 'after')
  expect([failures, await get(database)]).toEqual([
    ['StoreUnavailable', 'StoreUnavailable'],
    'after',
  ])
  await database.close()
})

it('is not opened without a writable server, and the message gives the reason for each server', async () => {
  const { database } = await open(addressOf(primary!))
  await put(database, 'x')
  await database.close()
  await standbyHas('x')
  await primary!.stop('SIGINT')
  await expect(openDatabase(addressOf(standby!, primary!))).rejects.toThrow(
    new RegExp(
      `cannot be opened: ${hostOf(standby!)}: it is read-only: .*; ${hostOf(primary!)}: connect ECONNREFUSED`,
    ),
  )
  await expect(
    openDatabase(`${addressOf(standby!)}?target_session_attrs=read-write`),
  ).rejects.toThrow(/it is read-only/)
})

it('disconnects from a server that became read-only, or that refuses connections', async () => {
  const { database, primaries } = await open(addressOf(primary!, standby!))
  await put(database, 'before')
  await promote('before')
  await runStatement(addressOf(primary!), 'alter system set default_transaction_read_only = on')
  await runStatement(addressOf(primary!), 'select pg_reload_conf()')
  const isElsewhere = (count: number) => async () => {
    // A session may write until it has read the new setting.
    await put(database, 'after').catch(() => undefined)
    return primaries.length === count
  }
  await until(isElsewhere(2), 'the read-only server is still in use')
  await runStatement(
    standby!.address('postgres'),
    'alter database registry allow_connections false',
  )
  await runStatement(
    standby!.address('postgres'),
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'registry'",
  )
  await runStatement(
    primary!.address('postgres'),
    'alter system reset default_transaction_read_only',
  )
  await runStatement(primary!.address('postgres'), 'select pg_reload_conf()')
  await until(isElsewhere(3), 'the server that refuses connections is still in use')
  expect(primaries).toEqual([hostOf(primary!), hostOf(standby!), hostOf(primary!)])
  await database.close()
})
