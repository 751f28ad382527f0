import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import type { PoolSettings } from '../../src/store/sql/postgres/pool.ts'

/** Which stores the tests of stores and HTTP run on: the embedded ones, or `postgres`, or `all`. */
const CHOSEN = process.env['TEST_STORE']
export const ON_POSTGRES = CHOSEN === 'postgres'
export const ON_ALL = CHOSEN === 'all'

/** Long waits, because test machines are slow; the tests set the time themselves. */
export const LONG_TIMEOUTS: PoolSettings = { connections: 5, wait_ms: 60_000, clock: 'caller' }

/** Returns the address of a database for one test. It does not exist until `create`; a test that has closed it may release it. */
export function newDatabase(): {
  readonly address: string
  create(): Promise<void>
  release(): Promise<void>
} {
  const { admin, provider_port } = inject('postgres')
  const name = `svc_test_${randomBytes(8).toString('hex')}`
  let created: Promise<void> | undefined
  const request = async (method: 'POST' | 'DELETE') => {
    const response = await fetch(`http://127.0.0.1:${provider_port}/${name}`, { method })
    if (!response.ok) throw new Error(await response.text())
  }
  return {
    address: Object.assign(new URL(admin), { pathname: `/${name}` }).href,
    create: () => (created ??= request('POST')),
    release: async () => {
      if (created) await request('DELETE')
    },
  }
}
