import { afterEach, expect, it } from 'vitest'
import { newId } from '../../../src/domain/uuid.ts'
import { runStatement } from '../../postgres/server.ts'
import { newLocation, runCleanups } from '../stores.ts'
import { newWorld } from '../world.ts'

afterEach(runCleanups)

it('deletes a large workspace while commands are sent to its installations, without deadlocks', async () => {
  const at = newLocation('postgres')
  const { context, database, home, store, install } = await newWorld(at)
  const { installation } = await install()
  // Databases are reused, and their statistics are not reset.
  const deadlocks = () =>
    runStatement(
      at.address,
      'select deadlocks from pg_stat_database where datname = current_database()',
    )
  const before = await deadlocks()
  const ids = Array.from({ length: 149 }, () => newId(context()))
  await database.transact(async (tx) => {
    for (const installation_id of ids)
      await tx.installations.insert({ ...installation, installation_id })
  })
  let deleted = false
  const sendCommands = async (installation_ids: readonly string[]) => {
    for (let index = 0; !deleted; index += 1)
      await store.sendCommand(context(), {
        ...home,
        installation_id: installation_ids[index % installation_ids.length]!,
        type: index % 2 ? 'resume' : 'pause',
        reason: '',
      })
  }
  const others = [sendCommands(ids), sendCommands(ids.toReversed())]
  const deletion = await store.deleteWorkspace(context(), { ...home, force: true }).finally(() => {
    deleted = true
  })
  await Promise.all(others)
  expect(deletion).toEqual({ kind: 'deleted' })
  expect(await deadlocks()).toEqual(before)
})
