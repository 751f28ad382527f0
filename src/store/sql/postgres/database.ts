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
import { withoutPassword } from './address.ts'
import { clock, openPool, type PoolSettings } from './pool.ts'
import { Contended, isAftermath, isSilent, run } from './statement.ts'
import { migrate } from './migrate.ts'
import { Pipeline, tableStatements, withTables } from './tables.ts'

/** A race ends within fewer attempts. A conflict that would occur in every attempt is given up after so many. */
const ATTEMPTS = 10

/**
 * Opens the store on a PostgreSQL server. Transactions run side by side, those of other processes too; any number of processes may share
 * it. A row that a transaction has read stays locked until it commits. A row that it found missing it can only insert, and of two
 * transactions that insert the same row one begins again. Each transaction is dated by the server's clock.
 * @throws StoreRefused when the database cannot be opened or brought to the tables of this version
 */
export async function openPostgresStore(
  address: string,
  settings: PoolSettings,
): Promise<Database> {
  await prepare(address)
  const pool = openPool(address, settings)
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: pool.pool }) })
  const [reading, writing] = [tableStatements(db, false), tableStatements(db, true)]
  const begin = clock(settings)
  const started = new StartedTransactions()
  return {
    transact: (body) =>
      started.add(() =>
        withRetries(() =>
          inTransaction(
            pool,
            { begin: (client) => begin(client, 'begin'), end: commit },
            (client, moment, pipeline) =>
              withTables(client, writing, pipeline, (tx) => body(tx, moment)),
          ),
        ),
      ),
    read: (body) =>
      started.add(() =>
        inTransaction(
          pool,
          { begin: (client) => begin(client, BEGIN_READING), end: leave },
          (client, moment, pipeline) =>
            withTables(client, reading, pipeline, (tx) => body(tx, moment)),
        ),
      ),
    consumeRates: (consumptions) =>
      started.add(() => withConnection(pool, (client) => consumeRates(client, consumptions))),
    close: () => started.close(pool.close),
  }
}

const BEGIN_READING = 'begin isolation level repeatable read read only'

type Pool = ReturnType<typeof openPool>
/** How a transaction begins, returning the server's time, and how it ends. */
interface Frame {
  readonly begin: (client: pg.PoolClient) => Promise<Timestamp | undefined>
  readonly end: (client: pg.PoolClient, pipeline: Pipeline) => Promise<void>
}

/** Runs a transaction on a connection of its own, and rolls it back if it fails. */
async function inTransaction<T>(
  { take }: Pool,
  { begin, end }: Frame,
  body: (client: pg.PoolClient, moment: Timestamp | undefined, pipeline: Pipeline) => Promise<T>,
): Promise<T> {
  const client = await take()
  const sent = new Pipeline()
  let broken = true
  try {
    const answer = await body(client, await begin(client), sent)
    await end(client, sent)
    broken = false
    return answer
  } catch (cause) {
    // A server that does not answer will not answer a rollback either; closing the connection rolls back.
    broken =
      isSilent(cause) ||
      (await client.query('rollback').then(
        () => false,
        () => true,
      ))
    throw (isAftermath(cause) && (await sent.failure())) || cause
  } finally {
    client.release(broken)
  }
}

/** Runs one statement outside of any transaction. */
async function withConnection<T>(
  { take }: Pool,
  use: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await take()
  let broken = true
  try {
    const answer = await use(client)
    broken = false
    return answer
  } finally {
    client.release(broken)
  }
}

/** The transactions that have started and not ended. */
class StartedTransactions {
  readonly #running = new Set<Promise<unknown>>()
  #closed = false

  /** @throws StoreUnavailable after `close` */
  async add<T>(start: () => Promise<T>): Promise<T> {
    if (this.#closed) throw new StoreUnavailable('closed')
    const answer = start()
    const done = answer.catch(() => undefined)
    this.#running.add(done)
    void done.then(() => this.#running.delete(done))
    return answer
  }

  /** Refuses further transactions, waits for those that have started, and then closes the pool. */
  async close(closePool: () => Promise<void>): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    await Promise.all(this.#running)
    await closePool()
  }
}

async function prepare(address: string): Promise<void> {
  const { pool, close } = openPool(address, { connections: 1, wait_ms: 10_000, no_timeouts: true })
  try {
    await new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
      .connection()
      .execute(migrate)
  } catch (cause) {
    throw new StoreRefused(
      `The PostgreSQL store ${withoutPassword(address)} cannot be opened: ${reasonOf(cause)}.`,
    )
  } finally {
    await close()
  }
}

/** Returns the message of an error. When a host name has several addresses, their failures arrive as one error without a message. */
const reasonOf = (cause: unknown): string => {
  const { message, errors } = cause as AggregateError
  return message || String((errors?.[0] as Error | undefined)?.message)
}

/** Repeats a transaction that lost a race. */
async function withRetries<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction()
    } catch (cause) {
      throwUnlessRetriable(cause, attempt)
    }
  }
}

/** @throws the error of the attempt, unless another attempt may succeed */
function throwUnlessRetriable(cause: unknown, attempt: number): void {
  const lostRace = cause instanceof Contended || cause instanceof RowExists
  if (lostRace && attempt < ATTEMPTS) return
  throw cause instanceof Contended ? new StoreUnavailable(cause) : cause
}

/** Commits. The server answers with a rollback when a statement failed without the body noticing; that is an error, too. */
async function commit(client: pg.PoolClient, pipeline: Pipeline): Promise<void> {
  const { command } = await run(client, 'commit')
  const failure = await pipeline.failure()
  if (failure) throw failure
  if (command !== 'COMMIT')
    throw new Error('A statement failed, and the transaction body went on without noticing')
}

/** Ends a transaction that wrote nothing, without waiting: the caller has its answer already. If this fails, so does the next transaction on the connection. */
async function leave(client: pg.PoolClient): Promise<void> {
  client.query('commit').catch(() => undefined)
}

/** Takes the buckets in the order of their names, so that two of these statements never deadlock. What is consumed is added to what other processes have consumed. */
const CONSUME = `
  insert into rates as kept (bucket, full_us, drawn_us)
  select bucket, since_us + cost_us, cost_us from unnest($1::text[], $2::bigint[], $3::bigint[]) as asked (bucket, since_us, cost_us) order by bucket
  on conflict (bucket) do update set full_us = greatest(kept.full_us + excluded.drawn_us, excluded.full_us), drawn_us = excluded.drawn_us
  returning bucket, full_us`

/** Consumes from buckets and returns when each will be full again, microseconds since 1970. */
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
