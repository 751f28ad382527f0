import { afterEach, expect, it } from 'vitest'
import { openDatabase } from '../../../src/store/open.ts'
import { eventually } from '../../kit/bounds.ts'
import { newDatabase, LONG_TIMEOUTS } from '../../postgres/database.ts'
import { runStatement } from '../../postgres/server.ts'
import { onCleanup, runCleanups } from '../stores.ts'

afterEach(runCleanups)

const organization = (name: string) => ({
  organization_id: `org_${name}`,
  name,
  plan: 'free' as const,
  audit_log_retention_days: 365,
  retention_shortening: null,
  created_at: '2026-01-01T00:00:00.000Z',
})

const WAITING =
  "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"

it('a query that waited for locked rows returns them in the order of their new values', async () => {
  const { address, create } = newDatabase()
  await create()
  const [one, other] = [
    await openDatabase(address, LONG_TIMEOUTS),
    await openDatabase(address, LONG_TIMEOUTS),
  ]
  for (const database of [one, other]) onCleanup(() => database.close())
  await one.transact(async (tx) => {
    for (const name of ['a', 'b']) await tx.organizations.insert(organization(name))
  })

  let reading: Promise<string[]> | undefined
  await one.transact(async (tx) => {
    await tx.organizations.update({ organization_id: 'org_a' }, { name: 'z' })
    // An update does not wait for its result; the result of a query proves that the row is locked.
    await tx.organizations.get({ organization_id: 'org_a' })
    reading = other.transact(async (tx) =>
      (await tx.organizations.find({ orderBy: ['name'] })).map(({ name }) => name),
    )
    await eventually(async () => expect(await runStatement(address, WAITING)).toHaveLength(1))
  })
  expect(await reading).toEqual(['b', 'z'])
})
