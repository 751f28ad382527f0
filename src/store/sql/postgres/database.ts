import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Timestamp } from '../../../domain/time.ts'
import {
  RowExists,
  StoreRefused,
  StoreUnavailable,
  type Database,
  type RateConsumption,
} from '../../database.ts'
import type { Schema } from '../statements.ts'
import { readTarget, withoutPassword } from './address.ts'
import { clock, openPool, reasonOf, type PoolSettings } from './pool.ts'
import {
  TransactionConflict,
  isConsequence,
  isConnectionFailure,
  isTimeout,
  run,
} from './statement.ts'
import { migrate } from './migrate.ts'
import { Pipeline, tableStatements, withTables } from './tables.ts'

/**
 * Limits the attempts of one transaction. Races are resolved within fewer attempts, and a conflict that would occur in every attempt must
 * not be retried forever.
 */
const MAX_ATTEMPTS = 10

/**
 * Opens the store on a PostgreSQL server. Any number of processes may share it, and transactions run concurrently. A row that a transaction
 * has read stays locked until the transaction commits. A row that it found missing can only be inserted, and if two transactions insert the
 * same row, one of them begins again. The server's clock dates each transaction.
 * @throws StoreRefused if the database cannot be opened or migrated to the tables of this version
 */
export async function openPostgresStore(
  address: string,
  settings: PoolSettings,
): Promise<Database> {
  await prepare(address)
  const pool = openPool(address, settings)
  settings.onPool?.(pool.counts)
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: pool.source }) })
  const [reading, writing] = [tableStatements(db, false), tableStatements(db, true)]
  const begin = clock(settings)
  const started = new StartedTransactions()
  return {
    transact: (body) =>
      started.add(() =>
        withRetries(() =>
          inTransaction(
            pool,
            { begin: (client) => begin(client, `begin${pool.limits}`), end: commit },
            (client, moment, pipeline) =>
              withTables(client, writing, pipeline, (tx) => body(tx, moment)),
          ),
        ),
      ),
    read: (body) =>
      started.add(() =>
        inTransaction(
          pool,
          {
            begin: (client) => begin(client, BEGIN_READING + pool.limits),
            end: commitWithoutWaiting,
          },
          (client, moment, pipeline) =>
            withTables(client, reading, pipeline, (tx) => body(tx, moment)),
        ),
      ),
    consumeRates: (consumptions) =>
      started.add(() =>
        withConnection(pool, (client) => consumeWithLimits(client, consumptions, pool.limits)),
      ),
    close: () => started.close(pool.close),
  }
}

const BEGIN_READING = 'begin isolation level repeatable read read only'

type Pool = ReturnType<typeof openPool>
/** The functions that begin and end a transaction. `begin` returns the server's time. */
interface TransactionFrame {
  readonly begin: (client: pg.PoolClient) => Promise<Timestamp | undefined>
  readonly end: (client: pg.PoolClient, pipeline: Pipeline) => Promise<void>
}

/** Runs a transaction on its own connection, and rolls it back if it fails. */
async function inTransaction<T>(
  { acquire, release, mayHaveMoved }: Pool,
  { begin, end }: TransactionFrame,
  body: (client: pg.PoolClient, moment: Timestamp | undefined, pipeline: Pipeline) => Promise<T>,
): Promise<T> {
  const client = await acquire()
  const pipeline = new Pipeline()
  let isBroken = true
  try {
    const result = await body(client, await begin(client), pipeline)
    await end(client, pipeline)
    isBroken = false
    return result
  } catch (cause) {
    // A server that did not respond will not respond to a rollback either. Closing the connection rolls back the transaction.
    isBroken =
      isConnectionFailure(cause) ||
      mayHaveMoved(cause) ||
      (await client.query('rollback').then(
        () => false,
        () => true,
      ))
    throw (isConsequence(cause) && (await pipeline.failure())) || cause
  } finally {
    release(client, isBroken)
  }
}

/** Acquires a connection, passes it to `use`, and releases it. */
async function withConnection<T>(
  { acquire, release }: Pool,
  use: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await acquire()
  let isBroken = false
  try {
    return await use(client)
  } catch (cause) {
    isBroken = !isTimeout(cause)
    throw cause
  } finally {
    release(client, isBroken)
  }
}

/** The transactions that are running. */
class StartedTransactions {
  readonly #running = new Set<Promise<unknown>>()
  #closed = false

  /** @throws StoreUnavailable after `close` */
  async add<T>(start: () => Promise<T>): Promise<T> {
    if (this.#closed) throw new StoreUnavailable('closed')
    const transaction = start()
    const settled = transaction.catch(() => undefined)
    this.#running.add(settled)
    void settled.then(() => this.#running.delete(settled))
    return transaction
  }

  /** Refuses new transactions, waits for those that are running, and then closes the pool. */
  async close(closePool: () => Promise<void>): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    await Promise.all(this.#running)
    await closePool()
  }
}

/** Migrates the database, and tries a connection with the time limits, which PgBouncer may refuse. */
async function prepare(address: string): Promise<void> {
  const migrating = openPool(address, { connections: 1, wait_ms: 10_000, no_timeouts: true })
  const limited = openPool(address, { connections: 1, wait_ms: 10_000 })
  const { isPooled } = readTarget(address)
  try {
    await new Kysely<Schema>({ dialect: new PostgresDialect({ pool: migrating.source }) })
      .connection()
      .execute((db) => migrate(db, { isPooled }))
    const client = await limited.source.connect()
    limited.release(client, false)
  } catch (cause) {
    throw new StoreRefused(
      `The PostgreSQL store ${withoutPassword(address)} cannot be opened: ${adviceOn(reasonOf(cause))}.`,
    )
  } finally {
    await Promise.all([migrating.close(), limited.close()])
  }
}

const adviceOn = (reason: string): string =>
  /unsupported startup parameter/.test(reason)
    ? `${reason}; if this is PgBouncer, add ?pgbouncer=true to the address`
    : reason

/** Repeats a transaction that conflicted with another one. */
async function withRetries<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction()
    } catch (cause) {
      rethrowUnlessRetriable(cause, attempt)
    }
  }
}

/** Throws the error of an attempt unless another attempt may succeed. */
function rethrowUnlessRetriable(cause: unknown, attempt: number): void {
  const isConflict = cause instanceof TransactionConflict || cause instanceof RowExists
  if (isConflict && attempt < MAX_ATTEMPTS) return
  throw cause instanceof TransactionConflict ? new StoreUnavailable(cause) : cause
}

/** Commits. If a statement failed but the body ignored its error, the server rolls back instead, which is an error as well. */
async function commit(client: pg.PoolClient, pipeline: Pipeline): Promise<void> {
  const { command } = await run(client, 'commit')
  const failure = await pipeline.failure()
  if (failure) throw failure
  if (command !== 'COMMIT')
    throw new Error('A statement failed, but the transaction body ignored its error')
}

/**
 * Commits a transaction that wrote nothing. The caller already has its result and does not wait. If this fails, the next transaction on the
 * connection fails as well.
 */
async function commitWithoutWaiting(client: pg.PoolClient): Promise<void> {
  client.query('commit').catch(() => undefined)
}

/**
 * Locks the buckets in the order of their names, so that two of these statements never deadlock. The consumption is added to that of other
 * processes.
 */
const CONSUME = `
  insert into rates as stored (bucket, full_us, drawn_us)
  select bucket, since_us + cost_us, cost_us from unnest($1::text[], $2::bigint[], $3::bigint[]) as consumption (bucket, since_us, cost_us) order by bucket
  on conflict (bucket) do update set full_us = greatest(stored.full_us + excluded.drawn_us, excluded.full_us), drawn_us = excluded.drawn_us
  returning bucket, full_us`

/** Consumes from buckets, in a transaction if the time limits have to be set for each transaction (PgBouncer). */
async function consumeWithLimits(
  client: pg.PoolClient,
  consumptions: readonly RateConsumption[],
  limits: string,
): Promise<ReadonlyMap<string, number>> {
  if (limits === '') return consumeRates(client, consumptions)
  await run(client, `begin${limits}`)
  try {
    const consumed = await consumeRates(client, consumptions)
    await run(client, 'commit')
    return consumed
  } catch (cause) {
    await client.query('rollback').catch(() => undefined)
    throw cause
  }
}

/** Consumes from buckets and returns when each will be full again, in microseconds since 1970. */
export async function consumeRates(
  client: pg.PoolClient,
  consumptions: readonly RateConsumption[],
): Promise<ReadonlyMap<string, number>> {
  const columns = [
    consumptions.map(({ bucket }) => bucket),
    consumptions.map(({ since_us }) => since_us),
    consumptions.map(({ cost_us }) => cost_us),
  ]
  const { rows } = await run<pg.QueryResult<{ bucket: string; full_us: number }>>(
    client,
    CONSUME,
    columns,
  )
  return new Map(rows.map(({ bucket, full_us }) => [bucket, full_us]))
}
