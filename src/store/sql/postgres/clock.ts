import type pg from 'pg'
import { iso, type Timestamp } from '../../../domain/time.ts'
import type { PoolSettings } from './pool.ts'
import { run } from './statement.ts'

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
