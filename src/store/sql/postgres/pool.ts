import pg from 'pg'
import type { ConnectionSettings, PoolCounts } from '../../dialect.ts'
import { readTarget } from './address.ts'
import { Servers } from './servers.ts'
import { doNotPrepare, isReadOnly, toStoreError, unpackText, run } from './statement.ts'
import { iso, type Timestamp } from '../../../domain/time.ts'

/** How this process uses a PostgreSQL server. */
export interface PoolSettings extends ConnectionSettings {
  readonly connections: number
  readonly wait_ms: number
  /** Whether statements have no time limits, as needed for changes to the schema. */
  readonly no_timeouts?: boolean
}

/** Time limits in milliseconds. A caller gets a 503 with Retry-After instead of waiting long for a lock or a result. */
const TIMEOUTS = {
  lock_timeout: 4_000,
  statement_timeout: 8_000,
  // A process that stopped in the middle of a transaction must not hold its locks.
  idle_in_transaction_session_timeout: 10_000,
}
/** This limit applies on the client, in case the server does not respond at all. */
const QUERY_TIMEOUT_MS = 10_000
/** PgBouncer refuses connections with time limits, and lends a session for one transaction only. */
const LIMITS_OF_TRANSACTION = Object.entries(TIMEOUTS)
  .map(([name, limit]) => `; set local ${name} = ${limit}`)
  .join('')

const [BIGINT, TEXT] = [20, 25]
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === BIGINT
      ? Number
      : oid === TEXT
        ? unpackText
        : (pg.types.getTypeParser(oid, format as 'text') as (value: string) => unknown),
}

/**
 * Returns a pool of connections that are opened when needed and replaced when they break. If the address names several servers, every
 * connection leads to the writable one.
 * @throws StoreRefused if `readTarget` does not accept the address
 */
export function openPool(
  address: string,
  {
    connections,
    wait_ms,
    no_timeouts = false,
    onWait = () => undefined,
    onPrimary = () => undefined,
  }: PoolSettings,
) {
  const target = readTarget(address)
  const { isPooled } = target
  const servers = new Servers(target, { wait_ms, onPrimary })
  const pool = new pg.Pool({
    Client: servers.clientClass(),
    max: connections,
    types,
    allowExitOnIdle: true,
    pipeline: true,
    connectionTimeoutMillis: wait_ms,
    keepAlive: true,
    ...(!no_timeouts && { query_timeout: QUERY_TIMEOUT_MS, ...(!isPooled && TIMEOUTS) }),
  })
  pool.on('error', () => undefined) // The pool has dropped an idle connection that broke, and the next transaction gets another one.
  pool.on('connect', (client) => {
    if (isPooled) doNotPrepare(client)
    client.on('error', () => undefined)
  }) // If a connection in use breaks, its transaction fails at the next statement.
  const connect = () => connectToPrimary(pool, servers)
  return {
    /** The statements to send after each `begin`. */
    limits: isPooled && !no_timeouts ? LIMITS_OF_TRANSACTION : '',
    /** Gives Kysely connections to the primary. */
    source: { options: pool.options, connect, end: () => pool.end() },
    /** Acquires a connection for one transaction. @throws StoreUnavailable if none becomes free in time */
    async acquire(): Promise<pg.PoolClient> {
      const requestedAt = performance.now()
      try {
        return await connect()
      } catch (cause) {
        throw toStoreError(cause)
      } finally {
        onWait(performance.now() - requestedAt)
      }
    },
    /** Returns whether an error means that another server may be the primary. */
    mayHaveMoved: (cause: unknown): boolean => target.mustBeWritable && isReadOnly(cause),
    /** Releases a connection after its transaction. A connection that failed is closed. */
    release(client: pg.PoolClient, hasFailed: boolean): void {
      if (hasFailed) servers.reportFailure(client)
      client.release(hasFailed)
    },
    counts: (): PoolCounts => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  }
}

/** Connects to the primary. Each server is tried at most once, and idle connections of an earlier epoch are dropped. */
async function connectToPrimary(
  pool: pg.Pool,
  servers: Servers,
  failures: readonly string[] = [],
): Promise<pg.PoolClient> {
  const tried = servers.next
  const reasons = [...failures]
  const client = await admitted(pool, servers).catch((cause: unknown) => {
    reasons.push(`${servers.nameOf(tried)}: ${reasonOf(cause)}`)
    if (reasons.length >= servers.count || servers.next === tried)
      throw reasons.length > 1 ? new Error(reasons.join('; '), { cause }) : cause
  })
  return client ?? connectToPrimary(pool, servers, reasons)
}

/** Returns a connection of the pool, or undefined if the connection may no longer be used. */
async function admitted(pool: pg.Pool, servers: Servers): Promise<pg.PoolClient | undefined> {
  const client = await pool.connect()
  let isAdmitted = false
  try {
    isAdmitted = await servers.admits(client)
    return isAdmitted ? client : undefined
  } finally {
    if (!isAdmitted) client.release(true)
  }
}

/** Returns the message of an error. If a host name has several addresses, their failures are combined in one error without a message. */
export const reasonOf = (cause: unknown): string => {
  const { message, errors } = cause as AggregateError
  return message || String((errors?.[0] as Error | undefined)?.message)
}

/** Selects the server's time in seconds, as a number or as text. This is cheaper than computing milliseconds on the server. */
const TIME = 'select extract(epoch from clock_timestamp()) as now'
/** The rounding error of seconds as a double is less than this. */
const ROUNDING_ERROR_MS = 0.001

/**
 * Returns a function that begins a transaction and reads the server's time in the same message. The time never goes backwards within this
 * process: if the server's clock is set back, or the server is replaced by another one, the time stops until the clock has caught up.
 */
export function clock({ clock: source = 'server', onTime = () => undefined }: PoolSettings) {
  let latest_ms = 0
  return async (client: pg.PoolClient, begin: string): Promise<Timestamp | undefined> => {
    if (source === 'caller') return void (await run(client, begin))
    const sentAt = performance.now()
    const results = await run<pg.QueryResult<{ now: string | number }>[]>(
      client,
      `${begin}; ${TIME}`,
    )
    const server_ms = Math.floor(Number(results.at(-1)!.rows[0]!.now) * 1000 + ROUNDING_ERROR_MS)
    onTime(server_ms, performance.now() - sentAt)
    latest_ms = Math.max(latest_ms, server_ms)
    return iso(latest_ms)
  }
}

/** Returns by how many milliseconds the server's clock is ahead of this machine's, read in the middle of one round trip. */
export async function readClockOffset(address: string): Promise<number> {
  const { acquire, release, close } = openPool(address, { connections: 1, wait_ms: 10_000 })
  let client: pg.PoolClient | undefined
  try {
    client = await acquire()
    const sent_ms = Date.now()
    const result = await run<pg.QueryResult<{ now: string | number }>>(client, TIME)
    return Number(result.rows[0]!.now) * 1000 - (sent_ms + Date.now()) / 2
  } finally {
    if (client) release(client, true)
    await close()
  }
}
