import { expect, it } from 'vitest'
import { startPlatform } from './platform.ts'

it('a usable platform responds to health probes with 200; without its store, it is alive but not ready', async () => {
  const { http, store } = await startPlatform()
  const probe = async (path: string) => {
    const { status, body } = await http().get(path)
    return [status, body]
  }
  expect([await probe('/healthz'), await probe('/readyz')]).toEqual([
    [200, { status: 'alive' }],
    [200, { status: 'ready' }],
  ])
  await store.close()
  expect([await probe('/healthz'), await probe('/readyz')]).toEqual([
    [200, { status: 'alive' }],
    [503, { status: 'unavailable' }],
  ])
})
