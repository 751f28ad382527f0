import { afterEach, expect, it } from 'vitest'
import type { PoolCounts } from '../../../src/store/dialect.ts'
import { openDatabase } from '../../../src/store/open.ts'
import { INDEXES } from '../../../src/store/sql/schema.ts'
import { createStore } from '../../../src/store/store.ts'
import { newDatabase } from '../../postgres/database.ts'
import { runStatement } from '../../postgres/server.ts'
import { startChild } from '../child-process.ts'
import { contextFactory, newLocation, runCleanups, testClock } from '../stores.ts'
import { MASTER_KEYS } from '../world.ts'

afterEach(runCleanups)

/** A database without any table. */
async function emptyDatabase(): Promise<string> {
  const { address, create } = newDatabase()
  await create()
  await runStatement(address, 'drop schema public cascade')
  await runStatement(address, 'create schema public')
  return address
}

it('processes that start on an empty database at the same moment all open it, and one creates the tables', async () => {
  const address = await emptyDatabase()
  const moment = String(Date.now() + 2000)
  const processes = Array.from({ length: 4 }, () =>
    startChild('second-process.ts', address, moment),
  )
  for (const child of processes) expect(await child.next()).toEqual({ opened: child.pid })
  expect(await runStatement(address, 'select version from schema_versions')).toEqual([
    { version: '1' },
  ])
})

it('reports its connections as busy, idle and waited for', async () => {
  const at = newLocation('postgres')
  await (await at.open()).close()
  let counts: (() => PoolCounts) | undefined
  const onPool = (read: () => PoolCounts) => {
    counts = read
  }
  const database = await openDatabase(at.address, { connections: 1, onPool })
  const [started, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = database.read(async () => {
    started.resolve()
    await ended.promise
  })
  await started.promise
  const waiting = database.read(async () => undefined)
  expect(counts?.()).toEqual({ busy: 1, idle: 0, waiting: 1 })
  ended.resolve()
  await Promise.all([holding, waiting])
  expect(counts?.()).toEqual({ busy: 0, idle: 1, waiting: 0 })
  await database.close()
})

it('adds a missing column once, as a version of its own', async () => {
  const at = newLocation('postgres')
  await (await at.open()).close()
  await runStatement(at.address, 'alter table installations drop column in_flight')
  for (const _ of [1, 2]) await (await openDatabase(at.address)).close()
  expect(
    await runStatement(
      at.address,
      'select version, changes from schema_versions order by version offset 1',
    ),
  ).toEqual([{ version: '2', changes: 'installations.in_flight' }])
})

it('builds an index that is missing or unfinished', async () => {
  const at = newLocation('postgres')
  await (await at.open()).close()
  await runStatement(at.address, 'drop index agents_by_organization_id_svc_id')
  await runStatement(
    at.address,
    `update pg_index set indisvalid = false where indexrelid = 'outbox_by_created_at_outbox_id'::regclass`,
  )
  await (await openDatabase(at.address)).close()
  expect(
    await runStatement(
      at.address,
      `
    select relname, indisvalid from pg_index join pg_class on pg_class.oid = indexrelid
    where relname in ('agents_by_organization_id_svc_id', 'outbox_by_created_at_outbox_id') order by relname`,
    ),
  ).toEqual([
    { relname: 'agents_by_organization_id_svc_id', indisvalid: true },
    { relname: 'outbox_by_created_at_outbox_id', indisvalid: true },
  ])
})

it('refuses to open a store whose index cannot be built', async () => {
  const at = newLocation('postgres')
  await (await at.open()).close()
  const { name } = INDEXES.find(
    ({ table, fields }) => table === 'outbox' && fields.includes('party'),
  )!
  await runStatement(at.address, `drop index "${name}"`)
  // An entry of a B-tree may take up at most a third of a page, 2704 bytes.
  await runStatement(
    at.address,
    `insert into outbox (outbox_id, kind, party, payload, created_at, attempts) select 'o', 'k', string_agg(md5(n::text), ''), '{}', 't', 0 from generate_series(1, 1000) n`,
  )
  await expect(openDatabase(at.address)).rejects.toThrow(/index row/)
})

it('processes of the previous version continue while columns are added', async () => {
  const at = newLocation('postgres')
  const before = await at.open()
  const query = () => before.read((tx) => tx.organizations.find({ limit: 1 }))
  await query()
  await runStatement(at.address, 'alter table organizations add column later text')
  expect(await query()).toEqual([])
})

it('processes that start on a new store at once use one signing key and create one first organization', async () => {
  const at = newLocation('postgres')
  const stores = [
    createStore(await at.open()),
    createStore(await at.open()),
    createStore(await at.open()),
  ]
  const context = contextFactory(testClock())
  const signers = await Promise.all(
    stores.map((store) => store.loadSigner(context(), { master_keys: MASTER_KEYS })),
  )
  const keys = await stores[0]!.listPlatformKeys({ master_keys: MASTER_KEYS })
  expect(keys).toHaveLength(1)
  const begun = await Promise.all(
    stores.map((store, index) =>
      store.createFirstOrganization(context(), {
        token: `sk_live_${index}`,
        signer: signers[index]!,
      }),
    ),
  )
  expect(begun.filter((first) => first !== undefined)).toHaveLength(1)
  expect(await stores[0]!.listOrganizations({})).toHaveLength(1)
})

it.each([
  [
    'a server that is not running',
    'postgres://somebody:s3cr3t@127.0.0.1:1/registry',
    /postgres:\/\/somebody:\*\*\*@127\.0\.0\.1:1\/registry cannot be opened: .*ECONNREFUSED/,
  ],
  [
    'a database that does not exist',
    () => newDatabase().address.replace('postgres@', 'postgres:s3cr3t@'),
    /cannot be opened: database "svc_test_\w+" does not exist/,
  ],
])(
  '%s is refused with a message that names it, without the password',
  async (_, address, message) => {
    const refused = await openDatabase(typeof address === 'string' ? address : address()).catch(
      (cause: Error) => cause,
    )
    expect(refused).toMatchObject({ name: 'StoreRefused', message: expect.stringMatching(message) })
    expect((refused as Error).message).not.toContain('s3cr3t')
  },
)

it('rolls a transaction back and does not repeat it when its body throws', async () => {
  const database = await newLocation('postgres').open()
  let begun = 0
  await expect(
    database.transact(async (tx) => {
      begun += 1
      await tx.platform_facts.put({ name: 'a', value: 1 })
      throw new Error('own fault')
    }),
  ).rejects.toThrow('own fault')
  expect([begun, await database.read((tx) => tx.platform_facts.count({}))]).toEqual([1, 0])
})

it('a connection that breaks between two statements fails only its transaction', async () => {
  const at = newLocation('postgres')
  const database = await at.open()
  const broken = database.transact(async (tx) => {
    await tx.platform_facts.put({ name: 'a', value: 1 })
    await runStatement(
      at.address,
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    await runStatement(at.address, 'select 1')
    return tx.platform_facts.count({})
  })
  await expect(broken).rejects.toMatchObject({ name: 'StoreUnavailable' })
  expect(await database.read((tx) => tx.platform_facts.count({}))).toBe(0)
})

it('two transactions that deadlock both complete', async () => {
  const database = await newLocation('postgres').open()
  const put = (name: string) => database.transact((tx) => tx.platform_facts.put({ name, value: 0 }))
  await Promise.all(['a', 'b'].map(put))
  const updateBoth = (first: string, second: string) =>
    database.transact(async (tx) => {
      for (const name of [first, second]) {
        const { value } = (await tx.platform_facts.get({ name }))!
        await new Promise((resolve) => {
          setTimeout(resolve, 50)
        })
        await tx.platform_facts.update({ name }, { value: Number(value) + 1 })
      }
    })
  await Promise.all([updateBoth('a', 'b'), updateBoth('b', 'a')])
  expect(await database.read((tx) => tx.platform_facts.find({ orderBy: ['name'] }))).toEqual([
    { name: 'a', value: 2 },
    { name: 'b', value: 2 },
  ])
})
