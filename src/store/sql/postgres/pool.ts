import pg from 'pg'
import type { ConnectionSettings } from '../../dialect.ts'
import { meaningOf } from './failures.ts'
import { unpackText } from './text.ts'

/** How this process uses a PostgreSQL server. */
export interface PoolSettings extends ConnectionSettings {
  readonly connections: number
  readonly wait_ms: number
  /** Whether statements may take any time, as changes of the schema do. */
  readonly no_timeouts?: boolean
}

/** Time limits, milliseconds. A caller gets 503 with Retry-After rather than a long wait for a lock or an answer. */
const TIMEOUTS = {
  lock_timeout: 4_000,
  statement_timeout: 8_000,
  // For a server that does not answer at all.
  query_timeout: 10_000,
  // A process that stopped in the middle of a transaction must not keep its locks.
  idle_in_transaction_session_timeout: 10_000,
}

const [BIGINT, TEXT] = [20, 25]
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === BIGINT
      ? Number
      : oid === TEXT
        ? unpackText
        : (pg.types.getTypeParser(oid, format as 'text') as (value: string) => unknown),
}

/** Returns a pool of connections that are opened when needed and replaced when they break. */
export function openPool(
  address: string,
  { connections, wait_ms, no_timeouts = false, onWait = () => undefined }: PoolSettings,
) {
  const pool = new pg.Pool({
    connectionString: address,
    max: connections,
    types,
    allowExitOnIdle: true,
    pipeline: true,
    connectionTimeoutMillis: wait_ms,
    keepAlive: true,
    ...(!no_timeouts && TIMEOUTS),
  })
  pool.on('error', () => undefined) // An idle connection broke. The pool has dropped it, and the next transaction gets another.
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
  }) // A connection in use broke. Its transaction fails at the next statement.
  return {
    pool,
    /** Takes a connection for one transaction. @throws StoreUnavailable when none becomes free in time */
    async take(): Promise<pg.PoolClient> {
      const asked = performance.now()
      try {
        return await pool.connect()
      } catch (cause) {
        throw meaningOf(cause)
      } finally {
        onWait(performance.now() - asked)
      }
    },
    close: () => pool.end(),
  }
}
