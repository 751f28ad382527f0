import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { StoreUnavailable } from '../../../src/store/database.ts'
import { openDatabase } from '../../../src/store/open.ts'
import { INDEXES } from '../../../src/store/sql/schema.ts'
import { createStore } from '../../../src/store/store.ts'
import { install } from '../../http/agents.ts'
import { startPlatform } from '../../http/platform.ts'
import { until } from '../../kit/bounds.ts'
import { installPackages } from '../../kit/debian.ts'
import { newFolder, removeFolder } from '../../kit/folder.ts'
import { isToolMissing } from '../../kit/tools.ts'
import { findBinaries } from '../../postgres/binaries.ts'
import { newDatabase } from '../../postgres/database.ts'
import { freePort } from '../../kit/port.ts'
import { runStatement } from '../../postgres/server.ts'
import { runCleanups } from '../stores.ts'

installPackages(['pgbouncer'], ['pgbouncer'])

/** PgBouncer lends one of this many sessions of the server for each transaction. */
const SESSIONS = 2

describe.skipIf(isToolMissing('pgbouncer'))('through PgBouncer with transaction pooling', () => {
  const folder = newFolder('pgbouncer')
  const { address: direct, create } = newDatabase()
  let pooler: ChildProcess
  let pooled = ''

  beforeAll(async () => {
    await create()
    const [server, port] = [new URL(direct), await freePort()]
    writeFileSync(
      join(folder, 'pgbouncer.ini'),
      `[databases]
* = host=127.0.0.1 port=${server.port} user=${server.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${SESSIONS}
`,
    )
    const { user } = await findBinaries()
    if (user) chownSync(folder, user.uid, user.gid)
    pooler = spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], { stdio: 'ignore', ...user })
    pooled = `postgres://postgres@127.0.0.1:${port}${server.pathname}`
    await until(
      () =>
        runStatement(pooled, 'select 1').then(
          () => true,
          () => false,
        ),
      'PgBouncer did not start',
    )
  })
  afterEach(runCleanups)
  afterAll(async () => {
    pooler.kill('SIGKILL')
    await once(pooler, 'exit')
    removeFolder(folder)
  })
  const migrate = async () => (await openDatabase(direct)).close()
  const address = () => `${pooled}?pgbouncer=true`

  it('says which address to use to migrate the schema, even if only an index is missing', async () => {
    const needsMigration =
      /cannot be opened: its schema has to be migrated, which is not possible through PgBouncer; first run svc-registry migrate with the address of the server itself\./
    await runStatement(direct, 'drop schema public cascade; create schema public')
    await expect(openDatabase(address())).rejects.toThrow(needsMigration)
    await migrate()
    await runStatement(direct, `drop index ${INDEXES[0]!.name}`)
    await expect(openDatabase(address())).rejects.toThrow(needsMigration)
  })

  it('says which parameter the address needs', async () => {
    await migrate()
    await expect(openDatabase(pooled)).rejects.toThrow(/add \?pgbouncer=true to the address/)
  })

  it('serves many transactions at once on few sessions', async () => {
    await migrate()
    const databases = await Promise.all([openDatabase(address()), openDatabase(address())])
    const platforms = await Promise.all(
      databases.map((database) =>
        startPlatform({ store: address() }, { store: createStore(database) }),
      ),
    )
    const [platform] = platforms
    const org = await platform!.organization()
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async (_, at) => {
        const { status } = await platforms[at % 2]!.http()
          .post(`/api/v1/orgs/${org.organization_id}/workspaces`)
          .set('X-API-Key', org.api_key)
          .send({ name: `workspace ${at}` })
        return status
      }),
    )
    const { installation_id } = await install(platforms[1]!, org)
    expect([new Set(statuses), typeof installation_id]).toEqual([new Set([201]), 'string'])
    await Promise.all(databases.map((database) => database.close()))
  })

  it('limits how long its own transactions wait for a lock, but not how long those of other users of the session do', async () => {
    await migrate()
    const database = await openDatabase(address())
    const put = () => database.transact((tx) => tx.platform_facts.put({ name: 'fact', value: 'x' }))
    await put()
    const held = openDatabase(direct).then(async (other) => {
      await other.transact(async (tx) => {
        await tx.platform_facts.get({ name: 'fact' })
        await delay(6000)
      })
      await other.close()
    })
    await delay(500)
    const failure = await put().catch((cause: unknown) => cause)
    await held
    const limits = await Promise.all(
      Array.from({ length: 2 * SESSIONS }, () => runStatement(pooled, 'show lock_timeout')),
    )
    expect([failure instanceof StoreUnavailable, limits.flat()]).toEqual([
      true,
      Array.from({ length: 2 * SESSIONS }, () => ({ lock_timeout: '0' })),
    ])
    await put()
    await database.close()
  })
})
