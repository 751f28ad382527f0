import { afterEach, expect, it } from 'vitest'
import { until } from '../../kit/bounds.ts'
import { runStatement } from '../../postgres/server.ts'
import { newLocation, runCleanups } from '../stores.ts'
import { newWorld } from '../world.ts'

afterEach(runCleanups)

it('announces a policy only after the transaction that has locked its workspace has ended', async () => {
  const at = newLocation('postgres')
  const { context, database, store, workspace_id } = await newWorld(at)
  await database.transact((tx) =>
    tx.policies.update({ workspace_id, version: 1 }, { announcement_cursor: context().now }),
  )
  const [held, release] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  const holder = database.transact(async (tx) => {
    await tx.workspaces.get({ workspace_id })
    held.resolve(undefined)
    await release.promise
  })
  await held.promise
  let announced = false
  const announcement = store.announcePolicies(context(), { max_steps: 1 }).then(() => {
    announced = true
  })
  const waits = async () =>
    (
      await runStatement(
        at.address,
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).length > 0
  try {
    await until(async () => announced || (await waits()), 'the announcement neither ends nor waits')
    expect(announced).toBe(false)
  } finally {
    release.resolve(undefined)
    await Promise.all([holder, announcement])
  }
  expect(await database.read((tx) => tx.policies.get({ workspace_id, version: 1 }))).toMatchObject({
    announcement_cursor: null,
  })
})
