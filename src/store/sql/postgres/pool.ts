import pg from 'pg'
import type { ConnectionSettings } from '../../dialect.ts'
import { meaningOf, unpackText, run } from './statement.ts'
import { iso, type Timestamp } from '../../../domain/time.ts'

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

/** The server's time in seconds, as a number or as text; that is cheaper than to have the server compute milliseconds. */
const TIME = 'select extract(epoch from clock_timestamp()) as now'
/** Seconds as a double are off by less than this many milliseconds. */
const ROUNDING_ERROR_MS = 0.001

/**
 * Returns a function that begins a transaction and reads the server's time in the same message. The time never goes back within this
 * process: when the server's clock is set back, or another server replaces it, the time stands still until the clock has caught up.
 */
export function clock({ clock: source = 'server', onTime = () => undefined }: PoolSettings) {
  let latest_ms = 0
  return async (client: pg.PoolClient, begin: string): Promise<Timestamp | undefined> => {
    if (source === 'caller') return void (await run(client, begin))
    const asked = performance.now()
    const [, answer] = await run<[unknown, pg.QueryResult<{ now: string | number }>]>(
      client,
      `${begin}; ${TIME}`,
    )
    const server_ms = Math.floor(Number(answer.rows[0]!.now) * 1000 + ROUNDING_ERROR_MS)
    onTime(server_ms, performance.now() - asked)
    latest_ms = Math.max(latest_ms, server_ms)
    return iso(latest_ms)
  }
}
