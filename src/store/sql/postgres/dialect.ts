import type { ConnectionSettings, Dialect } from '../../dialect.ts'
import { namesDatabase, withoutPassword } from './address.ts'
import type { PoolSettings } from './pool.ts'

const POOL: PoolSettings = { connections: 10, wait_ms: 5_000 }
const POOL_WITHOUT_TIMEOUTS: PoolSettings = { connections: 1, wait_ms: 60_000, no_timeouts: true }

const open = async (address: string, settings: ConnectionSettings) =>
  (await import('./database.ts')).openPostgresStore(address, { ...POOL, ...settings })

/** A store on a PostgreSQL server: `postgres://USER@HOST/DATABASE`, or `postgres://USER@HOST1,HOST2/DATABASE` with standbys. */
export const POSTGRES_DIALECT: Dialect = {
  name: 'postgres',
  title: 'PostgreSQL',
  system: 'postgresql',
  isShared: true,
  isPersistent: true,
  isDocument: false,
  matches: (address) => /^\s*postgres(ql)?:\/\//.test(address),
  isComplete: namesDatabase,
  withoutPassword,
  readClockOffset: async (address) => (await import('./pool.ts')).readClockOffset(address),
  open,
  async transactWithoutTimeout(address, body) {
    const database = await open(address, POOL_WITHOUT_TIMEOUTS)
    await database.transact(body).finally(() => database.close())
  },
  openSnapshot: async (address) => (await import('./snapshot.ts')).openPostgresSnapshot(address),
  openLoader: async (address) => (await import('./snapshot.ts')).loadPostgres(address),
}
