import { afterEach, expect, it } from 'vitest'
import { openSnapshot } from '../../../src/store/open.ts'
import { until } from '../../kit/bounds.ts'
import { runStatement } from '../../postgres/server.ts'
import { newLocation, runCleanups } from '../stores.ts'

afterEach(runCleanups)

/** The database is compared as well, because tables of other databases can have the same OID. */
const LOCK_HELD = `select 1 from pg_locks join pg_database on pg_database.oid = database
  where datname = current_database() and relation = 'platform_facts'::regclass
    and mode = 'AccessExclusiveLock' and granted`

it('a snapshot waits for a locked table longer than the four seconds that a request would wait', async () => {
  const at = newLocation('postgres')
  const database = await at.open()
  await database.transact((tx) => tx.platform_facts.put({ name: 'a', value: 1 }))
  const locked = runStatement(
    at.address,
    'begin; lock table platform_facts in access exclusive mode; select pg_sleep(6); commit',
  )
  await until(async () => {
    const held = await runStatement(at.address, LOCK_HELD)
    return held.length > 0
  }, 'The table was not locked.')
  const snapshot = await openSnapshot(at.address)
  try {
    const found: unknown[] = []
    for await (const rows of snapshot.rows('platform_facts')) found.push(...rows)
    expect(found).toEqual([{ name: 'a', value: 1 }])
  } finally {
    await snapshot.close()
    await locked
  }
})
