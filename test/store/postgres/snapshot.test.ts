import { afterEach, expect, it } from 'vitest'
import { openSnapshot } from '../../../src/store/open.ts'
import { runStatement } from '../../postgres/server.ts'
import { newLocation, runCleanups } from '../stores.ts'

afterEach(runCleanups)

it('a snapshot waits for a locked table longer than the four seconds that a request would wait', async () => {
  const at = newLocation('postgres')
  const database = await at.open()
  await database.transact((tx) => tx.platform_facts.put({ name: 'a', value: 1 }))
  const locked = runStatement(
    at.address,
    'begin; lock table platform_facts in access exclusive mode; select pg_sleep(4.5); commit',
  )
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
