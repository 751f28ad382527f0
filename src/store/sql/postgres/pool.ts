import pg from 'pg'
import { meaningOf } from './failures.ts'
import { unpackText } from './text.ts'

/** How the platform shares a PostgreSQL server with others. */
export interface PoolSettings {
  /** Connections of this process at most. */
  readonly connections: number
  /** How long a work waits for one, in milliseconds. */
  readonly wait_ms: number
  /** Wait as long as it takes for what is asked: to change the tables. */
  readonly patient?: boolean
  /** Told how long each work waited for a connection, in milliseconds. */
  readonly onWait?: (milliseconds: number) => void
  /** Whose time decides: the server's, unless a caller moves its own. */
  readonly clock?: 'server' | 'caller'
  /** Told what the server's clock showed, milliseconds since 1970, and how long the server took to say so. */
  readonly onTime?: (server_ms: number, took_ms: number) => void
}

/** A caller is told to come again rather than kept waiting: for a lock, for an answer. */
const ANSWER = {
  lock_timeout: 4_000,
  statement_timeout: 8_000,
  // A server that is silent altogether.
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

/** Connections that are made when they are needed, and replaced when they break. */
export function openPool(
  address: string,
  { connections, wait_ms, patient = false, onWait = () => undefined }: PoolSettings,
) {
  const pool = new pg.Pool({
    connectionString: address,
    max: connections,
    types,
    allowExitOnIdle: true,
    pipeline: true,
    connectionTimeoutMillis: wait_ms,
    keepAlive: true,
    ...(!patient && ANSWER),
  })
  pool.on('error', () => undefined) // An idle connection broke: the pool has dropped it, and the next work gets another one.
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
  }) // One in use broke: its work is told by the next statement.
  return {
    pool,
    /** A connection for one transaction. @throws StoreUnavailable when there is none in time */
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
