import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openDatabase } from '../../src/store/open.ts'
import { createStore } from '../../src/store/store.ts'
import { newFolder } from '../kit/folder.ts'
import { contextFactory, testClock } from '../store/stores.ts'
import { runInProcess } from './run-in-process.ts'

it('lists which API keys are valid, expired or revoked', async () => {
  const env = { SVC_STORE: `sqlite:${join(newFolder(), 'store.db')}` }
  const run = async <Result>(...argv: string[]) =>
    JSON.parse((await runInProcess([...argv, '--json'], env)).out) as Result
  const { organization_id } = await run<{ organization_id: string }>('org', 'create', '--name', 'A')
  const create = async (name: string, ...flags: string[]) =>
    run<{ key_id: string }>('api-key', 'create', '--org', organization_id, '--name', name, ...flags)
  await create('permanent')
  await create('temporary', '--expires-in', '1')
  const { key_id } = await create('withdrawn', '--expires-in', '1')
  await run('api-key', 'revoke', key_id)
  // The clock of the test is in the past, so a key that it issued for a day has expired.
  const store = createStore(await openDatabase(env.SVC_STORE))
  const past = { organization_id, name: 'outdated', expiry_minutes: 1440 }
  await store.createApiKey(contextFactory(testClock())(), past)
  await store.close()

  const { items } = await run<{ items: { name: string; state: string }[] }>(
    'api-key',
    'list',
    '--org',
    organization_id,
  )
  expect(Object.fromEntries(items.map(({ name, state }) => [name, state]))).toEqual({
    permanent: 'valid',
    temporary: 'valid',
    withdrawn: 'revoked',
    outdated: 'expired',
  })
  const { out } = await runInProcess(['api-key', 'list', '--org', organization_id], env)
  expect(out).toMatch(/outdated .* expired 2026-03-02T12:00:00\.000Z$/m)
  expect(out).toMatch(/temporary .* expires \S+$/m)
})
