import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, vi } from 'vitest'
import { StoreUnavailable } from '../../../src/store/database.ts'
import { openDatabase } from '../../../src/store/open.ts'
import { eachStore } from '../stores.ts'

eachStore(
  (location) => {
    it('syncs every commit, on each of its connections', async () => {
      const opened = vi.spyOn(DatabaseSync.prototype, 'exec')
      await location().open()
      const connections = new Set(opened.mock.contexts as DatabaseSync[])
      opened.mockRestore()
      const pragma = (name: string) =>
        [...connections].map(
          (connection) => Object.values(connection.prepare(`pragma ${name}`).get()!)[0],
        )
      // 2 is FULL: in WAL mode NORMAL would lose the last commits when the power fails (sqlite.org/pragma.html#pragma_synchronous).
      expect([pragma('synchronous'), pragma('journal_mode'), pragma('busy_timeout')]).toEqual([
        [2, 2],
        ['wal', 'wal'],
        [5000, 5000],
      ])
    })

    it('creates the folder of its file, and releases the file when it is closed', async () => {
      const opened = vi.spyOn(DatabaseSync.prototype, 'exec')
      const database = await openDatabase(
        `sqlite:${join(dirname(location().path), 'a', 'b', 'store.db')}`,
      )
      const connections = new Set(opened.mock.contexts as DatabaseSync[])
      opened.mockRestore()
      expect([...connections].map(({ isOpen }) => isOpen)).toEqual([true, true])
      await database.close()
      expect([...connections].map(({ isOpen }) => isOpen)).toEqual([false, false])
    })

    it('reports a faulty statement as such and not as an outage', async () => {
      const database = await location().open()
      const wrong = { where: { no_such_column: 1 } as never }
      for (const work of [
        database.read((tx) => tx.installations.find(wrong)),
        database.transact((tx) => tx.installations.find(wrong)),
      ]) {
        const cause = await work.catch((one: unknown) => one)
        expect(cause).toMatchObject({ code: 'ERR_SQLITE_ERROR' })
        expect(cause).not.toBeInstanceOf(StoreUnavailable)
      }
      await database.transact((tx) => tx.platform_facts.put({ name: 'after', value: 1 }))
      expect(await database.read((tx) => tx.platform_facts.get({ name: 'after' }))).toMatchObject({
        value: 1,
      })
    })
  },
  ['sqlite'],
)
