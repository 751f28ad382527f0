import { DatabaseSync } from 'node:sqlite'
import { expect, it, vi } from 'vitest'
import { eachStore } from './stores.ts'

eachStore((place) => {
  it('waits for the disk with every commit, on each of its connections', async () => {
    const opened = vi.spyOn(DatabaseSync.prototype, 'exec')
    await place().open()
    const connections = new Set(opened.mock.contexts as DatabaseSync[])
    opened.mockRestore()
    const pragma = (name: string) => [...connections].map((connection) => Object.values(connection.prepare(`pragma ${name}`).get()!)[0])
    // 2 is FULL: in WAL mode NORMAL would lose the last commits when the power fails (sqlite.org/pragma.html#pragma_synchronous).
    expect([pragma('synchronous'), pragma('journal_mode'), pragma('busy_timeout')]).toEqual([[2, 2], ['wal', 'wal'], [5000, 5000]])
  })
}, ['sqlite'])
