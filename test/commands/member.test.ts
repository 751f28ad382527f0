import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openDatabase } from '../../src/store/open.ts'
import { createStore } from '../../src/store/store.ts'
import { newFolder } from '../kit/folder.ts'
import { contextFactory, testClock } from '../store/stores.ts'
import { expectOneLine, runInProcess } from './run-in-process.ts'

it('T-04: member add refuses an address that could be the identifier of an agent, but changes the role of a member who has one', async () => {
  const env = { SVC_STORE: `sqlite:${join(newFolder(), 'store.db')}` }
  const { out } = await runInProcess(['org', 'create', '--name', 'Acme', '--json'], env)
  const { organization_id } = JSON.parse(out) as { organization_id: string }
  const store = createStore(await openDatabase(env.SVC_STORE))
  const existing = { organization_id, email: 'ada@corp.3m', role: 'viewer' } as const
  await store.addMember(contextFactory(testClock())(), existing)
  await store.close()
  const add = (email: string) =>
    runInProcess(['member', 'add', '--email', email, '--role', 'admin'], env)
  const refused = await add('bob@corp.3m')
  expect(refused.code).toBe(2)
  expect(refused.err).toContain('use an address with a domain whose last part begins with a letter')
  expectOneLine(refused.err)
  expect((await add('ADA@corp.3m')).out).toContain('ada@corp.3m is now admin of')
  expect((await add('bob@corp.example')).code).toBe(0)
})
