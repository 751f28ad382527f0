import { mkdirSync, readFileSync, rmdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, vi } from 'vitest'
import { StoreUnavailable, type Database } from '../../../src/store/database.ts'
import { onCleanup, dump, eachStore, type StoreLocation } from '../stores.ts'
import { newWorld, type World } from '../world.ts'

/** Runs requests of many kinds at once, some of which write large values, and returns whether each was stored. */
function sendMany(
  { store, context, installToken, organization_id }: World,
  size = 40,
): Promise<PromiseSettledResult<unknown>[]> {
  const padding = 'x'.repeat(20_000)
  return Promise.allSettled(
    Array.from({ length: size }, (_, at) =>
      at % 5 === 2
        ? store.createApiKey(context(), { organization_id, name: padding })
        : at % 5 === 4
          ? store.bootstrapInstallation(context(), { token_hash: '', body_hash: '', details: {} })
          : installToken(),
    ),
  )
}

/** Expects exactly the acknowledged data, before and after a restart. */
async function expectOnlyAcknowledged(
  at: StoreLocation,
  world: World,
  settled: PromiseSettledResult<unknown>[],
): Promise<void> {
  const refused = settled.filter((one) => one.status === 'rejected')
  for (const { reason } of refused) expect(reason).toBeInstanceOf(StoreUnavailable)
  const { database } = world
  const rows = await database.read(
    async (tx) =>
      (await tx.api_keys.count({})) +
      (await tx.install_tokens.count({})) +
      (await tx.audit_log.count({ chain: 'platform' })),
  )
  expect(rows).toBe(settled.length - refused.length)
  const before = await dump(database)
  await database.close()
  expect(await dump(await at.open())).toEqual(before)
}

/** Opens a SQLite store, and returns it with the connection that writes. */
async function openWithWriter(open: () => Promise<Database>): Promise<[Database, DatabaseSync]> {
  const opened: DatabaseSync[] = []
  const exec = DatabaseSync.prototype.exec
  const spy = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (
    this: DatabaseSync,
    sql: string,
  ) {
    if (!opened.includes(this)) opened.push(this)
    return exec.call(this, sql)
  })
  const database = await open()
  spy.mockRestore()
  return [database, opened[0]!]
}

eachStore(
  (location) => {
    it('I-19: a full disk makes the whole commit fail, and none of it is stored; with free space the store works again without being reopened', async () => {
      const at = location()
      const [database, writer] = await openWithWriter(at.open)
      const world = await newWorld(at, { database })
      await sendMany(world, 10)
      const before = await dump(database)
      const stored = 10
      const { page_count } = writer.prepare('pragma page_count').get() as { page_count: number }
      writer.exec(`pragma max_page_count = ${page_count + 8}`)
      const full = await sendMany(world)
      expect(full.every(({ status }) => status === 'rejected')).toBe(true)
      expect(await dump(database)).toEqual(before)
      await expect(
        database.transact((tx) =>
          tx.platform_facts.put({ name: 'large', value: 'x'.repeat(100_000) }),
        ),
      ).rejects.toBeInstanceOf(StoreUnavailable)
      await database.transact((tx) => tx.platform_facts.put({ name: 'small', value: 1 }))
      writer.exec(`pragma max_page_count = ${page_count + 100_000}`)
      const again = await sendMany(world)
      expect(again.every(({ status }) => status === 'fulfilled')).toBe(true)
      await expectOnlyAcknowledged(at, world, [
        ...full,
        ...again,
        ...Array.from({ length: stored }, () => ({ status: 'fulfilled' as const, value: 0 })),
      ])
    })

    it('I-19: a write fails while another process locks the file for too long, and works afterwards; reads are unaffected', async () => {
      const at = location()
      const [database, writer] = await openWithWriter(at.open)
      const world = await newWorld(at, { database })
      writer.exec('pragma busy_timeout = 20')
      const other = new DatabaseSync(at.path)
      onCleanup(() => other.close())
      other.exec('begin immediate')
      const refused = await sendMany(world, 10)
      expect(
        refused.every((one) => one.status === 'rejected' && one.reason instanceof StoreUnavailable),
      ).toBe(true)
      expect((await dump(database))['api_keys']).toEqual([])
      other.exec('rollback')
      const again = await sendMany(world, 10)
      await expectOnlyAcknowledged(at, world, [...refused, ...again])
    })
  },
  ['sqlite'],
)

eachStore(
  (location) => {
    const temporary = ({ path }: StoreLocation) =>
      join(dirname(path), `.store.json.${process.pid}.tmp`)
    it.each<[string, (path: string) => void, (path: string) => void]>([
      ['the disk is full', (path) => symlinkSync('/dev/full', path), (path) => rmSync(path)],
      ['the file cannot be written', (path) => mkdirSync(path), (path) => rmdirSync(path)],
    ])(
      'I-19: while %s every write is refused, nothing changes in memory or on disk, and later the store works again',
      async (_, breakFile, repairFile) => {
        const at = location()
        const world = await newWorld(at)
        const before = await dump(world.database)
        const content = readFileSync(at.path, 'utf8')
        breakFile(temporary(at))
        const refused = await sendMany(world)
        expect(refused.every(({ status }) => status === 'rejected')).toBe(true)
        expect(await dump(world.database)).toEqual(before)
        expect(readFileSync(at.path, 'utf8')).toBe(content)
        repairFile(temporary(at))
        const again = await sendMany(world)
        expect(again.every(({ status }) => status === 'fulfilled')).toBe(true)
        await expectOnlyAcknowledged(at, world, [...refused, ...again])
      },
    )
  },
  ['json'],
)
