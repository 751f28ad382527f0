import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { expect, it, vi } from 'vitest'
import { hashToken } from '../../src/domain/tokens.ts'
import { CASES } from './cases.ts'
import { eachStore } from './stores.ts'
import { newWorld } from './world.ts'

/** The platform keeps a handful of these. */
const SMALL = /^SCAN (signing_keys|organizations)/

eachStore((place) => {
  it('no intent that writes, no look-up of a credential and no compliance report walks through a whole table, sorts one, or is planned again', async () => {
    const asked = new Map<string, DatabaseSync>()
    const prepare = DatabaseSync.prototype.prepare
    const spy = vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, sql: string): StatementSync {
      if (/^(select|update|delete)/.test(sql) && !sql.includes('sqlite_')) asked.set(sql, this)
      return prepare.call(this, sql)
    })
    const plan = (sql: string, database: DatabaseSync) => {
      const parameters = Array.from({ length: sql.split('?').length - 1 }, () => 1)
      return prepare.call(database, `explain query plan ${sql}`).all(...parameters).map(({ detail }) => `${String(detail)} in ${sql}`)
    }
    for (const [, , prepared] of CASES) {
      const world = await newWorld(place())
      await (await prepared(world))()
      const hash = hashToken('')
      await world.store.findApiKey({ hash })
      await world.store.findSession({ hash, now: world.clock.now })
      await world.store.findRuntimeToken({ hash, now: world.clock.now })
      await world.store.readComplianceFacts({ ...world.home, svc_id: world.agent_id, now: world.clock.now, signer: world.signer })
    }
    spy.mockRestore()
    // SQLite plans a statement anew whenever a limit is bound.
    expect([...asked.keys()].filter((text) => /limit \?/.test(text))).toEqual([])
    const steps = [...asked].flatMap(([sql, database]) => plan(sql, database))
    expect(steps.length).toBeGreaterThan(50)
    expect(steps.filter((step) => /^SCAN|TEMP B-TREE/.test(step) && !SMALL.test(step))).toEqual([])
  })
}, ['sqlite'])
