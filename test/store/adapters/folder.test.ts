import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openDatabase } from '../../../src/store/open.ts'
import { newFolder } from '../../kit/folder.ts'

it.each(['json', 'sqlite'])('a %s store creates the folders of its file', async (kind) => {
  const address = `${kind}:${join(newFolder(), 'data', 'eu', 'registry')}`
  const database = await openDatabase(address)
  await database.transact((tx) => tx.platform_facts.put({ name: 'a', value: 1 }))
  await database.close()
  const again = await openDatabase(address)
  expect(await again.transact((tx) => tx.platform_facts.get({ name: 'a' }))).toMatchObject({
    value: 1,
  })
  await again.close()
})
