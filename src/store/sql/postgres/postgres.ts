import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { iso, type Timestamp } from '../../../domain/time.ts'
import { shownStore } from '../../address.ts'
import {
  StoreRefused,
  StoreUnavailable,
  type Database,
  type Key,
  type RateConsumption,
  type ReadTx,
  type Table,
  type Tx,
} from '../../database.ts'
import { TABLE_NAMES, TABLES, type TableName } from '../../tables.ts'
import { statements, type Statements } from '../statements.ts'
import { RowExists, sqlTable, type Execute } from '../table.ts'
import { Contended, isAftermath, isSilent, meaningOf } from './failures.ts'
import { migrate } from './migrate.ts'
import { openPool, type PoolSettings } from './pool.ts'
import { packText } from './text.ts'

type Row = Record<string, unknown>
type Texts = Readonly<Record<TableName, Statements>>

/** A deterministic clash repeats itself, a race does not go on for so long. */
const ATTEMPTS = 10

/**
 * The store on a PostgreSQL server, whose works run side by side, those of other processes too: any number may share it. What a work
 * has read it holds until it is committed; what it found missing it can only insert, and of two that insert the same, one begins anew.
 * The server's clock decides: each work has the moment at which it began there.
 * @throws StoreRefused when the database cannot be opened or brought to the tables of this version.
 */
export async function openPostgresStore(
  address: string,
  settings: PoolSettings,
): Promise<Database> {
  await prepare(address)
  const { pool, take, close } = openPool(address, settings)
  const db = new Kysely<Record<string, Row>>({ dialect: new PostgresDialect({ pool }) })
  const [reading, writing] = [textsOf(db, false), textsOf(db, true)]
  const underWay = new Set<Promise<unknown>>()
  let closed = false

  const beginning = clock(settings)

  async function inTransaction<T>(
    begin: string,
    end: typeof commit,
    work: (client: pg.PoolClient, moment: Timestamp | undefined, under_way: UnderWay) => Promise<T>,
  ): Promise<T> {
    const client = await take()
    const sent = new UnderWay()
    let broken = true
    try {
      const moment = await beginning(client, begin)
      const answer = await work(client, moment, sent)
      await end(client, sent)
      broken = false
      return answer
    } catch (cause) {
      // Who does not answer will not answer to this either; to leave is to roll back.
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

  async function persistently<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work()
      } catch (cause) {
        mayTryAgain(cause, attempt)
      }
    }
  }

  /** Nothing begins after the end, and the end waits for what has begun. */
  async function counted<T>(work: () => Promise<T>): Promise<T> {
    if (closed) throw new StoreUnavailable('closed')
    const answer = work()
    const done = answer.catch(() => undefined)
    underWay.add(done)
    void done.then(() => underWay.delete(done))
    return answer
  }

  return {
    transact: (work) =>
      counted(() =>
        persistently(() =>
          inTransaction('begin', commit, (client, moment, sent) =>
            during(client, writing, sent, (tx) => work(tx as unknown as Tx, moment)),
          ),
        ),
      ),
    read: (work) =>
      counted(() =>
        inTransaction(
          'begin isolation level repeatable read read only',
          leave,
          (client, moment, sent) =>
            during(client, reading, sent, (tx) => work(tx as unknown as ReadTx, moment)),
        ),
      ),
    consumeRates: (consumptions) =>
      counted(async () => {
        const client = await take()
        let broken = true
        try {
          const full = await consume(client, consumptions)
          broken = false
          return full
        } finally {
          client.release(broken)
        }
      }),
    async close() {
      if (closed) return
      closed = true
      await Promise.all(underWay)
      await close()
    },
  }
}

/** In seconds, as a number or as a text; cheaper than to have the server make milliseconds of it. */
const TIME = 'select extract(epoch from clock_timestamp()) as now'
/** Seconds as a double are off by less than this, milliseconds. */
const HAIR_MS = 0.001

/**
 * Begins a transaction and asks for the server's time in the same message. Nobody here ever sees it go back: a server whose clock is
 * set back, or that another one replaces, has its time stand still until it has caught up.
 */
function clock({ clock: whose = 'server', onTime = () => undefined }: PoolSettings) {
  let latest_ms = 0
  return async (client: pg.PoolClient, begin: string): Promise<Timestamp | undefined> => {
    if (whose === 'caller') return void (await run(client, begin))
    const asked = performance.now()
    const [, told] = (await run(client, `${begin}; ${TIME}`)) as unknown as [
      unknown,
      pg.QueryResult<{ now: string | number }>,
    ]
    const server_ms = Math.floor(Number(told.rows[0]!.now) * 1000 + HAIR_MS)
    onTime(server_ms, performance.now() - asked)
    latest_ms = Math.max(latest_ms, server_ms)
    return iso(latest_ms)
  }
}

/** Buckets in order of their names, so that no two of these wait for each other. What is consumed is added to what others have consumed. */
const CONSUME = `
  insert into rates as kept (bucket, full_us, drawn_us)
  select bucket, since_us + cost_us, cost_us from unnest($1::text[], $2::bigint[], $3::bigint[]) as asked (bucket, since_us, cost_us) order by bucket
  on conflict (bucket) do update set full_us = greatest(kept.full_us + excluded.drawn_us, excluded.full_us), drawn_us = excluded.drawn_us
  returning bucket, full_us`

async function consume(
  client: pg.PoolClient,
  consumptions: readonly RateConsumption[],
): Promise<ReadonlyMap<string, number>> {
  const columns = [
    consumptions.map(({ bucket }) => bucket),
    consumptions.map(({ since_us }) => since_us),
    consumptions.map(({ cost_us }) => cost_us),
  ]
  const { rows } = (await run(client, CONSUME, columns)) as pg.QueryResult<{
    bucket: string
    full_us: number
  }>
  return new Map(rows.map(({ bucket, full_us }) => [bucket, full_us]))
}

async function prepare(address: string): Promise<void> {
  const { pool, close } = openPool(address, { connections: 1, wait_ms: 10_000, patient: true })
  try {
    await new Kysely<Record<string, Row>>({ dialect: new PostgresDialect({ pool }) })
      .connection()
      .execute(migrate)
  } catch (cause) {
    throw new StoreRefused(
      `The PostgreSQL store ${shownStore(address)} cannot be opened: ${reasonOf(cause)}.`,
    )
  } finally {
    await close()
  }
}

/** @throws what stands in the way of another attempt */
function mayTryAgain(cause: unknown, attempt: number): void {
  const raced = cause instanceof Contended || cause instanceof RowExists
  if (raced && attempt < ATTEMPTS) return
  throw cause instanceof Contended ? new StoreUnavailable(cause) : cause
}

/** Several addresses of one name fail as one error without words. */
const reasonOf = (cause: unknown): string => {
  const { message, errors } = cause as AggregateError
  return message || String((errors?.[0] as Error | undefined)?.message)
}

const textsOf = (db: Kysely<Record<string, Row>>, locking: boolean): Texts =>
  Object.fromEntries(
    TABLE_NAMES.map((name) => [
      name,
      statements(db, name, TABLES[name], { locking, arrays: true }),
    ]),
  ) as unknown as Texts

/** Gives a work the tables, for as long as it runs. */
async function during<T>(
  client: pg.PoolClient,
  texts: Texts,
  sent: UnderWay,
  work: (tx: Tables) => Promise<T>,
): Promise<T> {
  let over = false
  const execute: Execute = async (text, values) => {
    if (over) throw new Error('A work went on after its transaction')
    const { rows } = await run(client, text, values).catch((cause: Error) => {
      throw sent.failed(cause)
    })
    return rows as readonly Row[]
  }
  try {
    return await work(new Tables(texts, execute, sent))
  } finally {
    over = true
  }
}

/** The tables of one transaction, each made when it is asked for. */
class Tables {
  readonly #texts: Texts
  readonly #execute: Execute
  readonly #sent: UnderWay
  readonly #made = new Map<TableName, Table<Row>>()
  constructor(texts: Texts, execute: Execute, sent: UnderWay) {
    this.#texts = texts
    this.#execute = execute
    this.#sent = sent
  }

  table(name: TableName): Table<Row> {
    const made =
      this.#made.get(name) ??
      this.#sent.ahead(
        colliding(sqlTable(this.#texts[name], this.#execute, TABLES[name]), TABLES[name].key),
        this.#texts[name],
      )
    this.#made.set(name, made)
    return made
  }
}
for (const name of TABLE_NAMES)
  Object.defineProperty(Tables.prototype, name, {
    get(this: Tables) {
      return this.table(name)
    },
  })

/**
 * Statements that are sent and not answered yet: questions that are asked at once, and changes. Who changes or deletes a row learns nothing
 * from the answer, so the work goes on meanwhile, up to its commit. Where one fails the server refuses those behind it and commits nothing,
 * and the work has failed of that one, whichever of them it hears of first.
 */
class UnderWay {
  readonly #answers: Promise<void>[] = []
  #failure: Error | undefined

  ahead(table: Table<Row>, { lists }: Statements): Table<Row> {
    const send =
      <Given extends unknown[]>(write: (...given: Given) => Promise<void>) =>
      async (...given: Given) => {
        this.#answers.push(
          write(...given).catch((cause: unknown) => void this.failed(cause as Error)),
        )
      }
    // Where several changes are several statements, each is only sent when the one before it is answered.
    return {
      ...table,
      update: send(table.update),
      delete: send(table.delete),
      ...(lists && { updateMany: send(table.updateMany) }),
    }
  }

  /** Takes note that one has failed; answers come in the order of the statements. */
  failed(cause: Error): Error {
    this.#failure ??= cause
    return cause
  }

  /** What the first of them failed of that did, once all are answered. */
  async failure(): Promise<Error | undefined> {
    await Promise.all(this.#answers)
    return this.#failure
  }
}

/** A row that was found missing is put by inserting it, so that somebody who was faster is noticed and not written over. */
function colliding(table: Table<Row>, key: readonly string[]): Table<Row> {
  const missing = new Set<string>()
  const idOf = (row: Key<Row>) => JSON.stringify(key.map((field) => row[field]))
  return {
    ...table,
    async get(wanted) {
      const row = await table.get(wanted)
      if (!row) missing.add(idOf(wanted))
      return row
    },
    async getMany(keys, options) {
      const rows = await table.getMany(keys, options)
      if (!options?.skipLocked)
        keys.forEach((key, at) => {
          if (!rows[at]) missing.add(idOf(key))
        })
      return rows
    },
    async insert(row) {
      await table.insert(row)
      missing.delete(idOf(row))
    },
    async add(rows, field) {
      await table.add(rows, field)
      for (const row of rows) missing.delete(idOf(row))
    },
    async put(row) {
      if (!missing.delete(idOf(row))) await table.put(row)
      else await table.insert(row)
    },
  }
}

/** Statements are prepared once for each connection, by the number of their text. */
const names = new Map<string, string>()
function nameOf(text: string): string {
  const name = names.get(text) ?? `s${names.size}`
  names.set(text, name)
  return name
}

const packed = (value: unknown): unknown =>
  typeof value === 'string' ? packText(value) : Array.isArray(value) ? value.map(packed) : value

async function run(
  client: pg.PoolClient,
  text: string,
  values?: readonly unknown[],
): Promise<pg.QueryResult> {
  try {
    if (!values) return await client.query(text)
    return await client.query({ name: nameOf(text), text, values: values.map(packed) })
  } catch (cause) {
    throw meaningOf(cause)
  }
}

/** A transaction in which a statement failed unnoticed ends, but not by being committed. */
async function commit(client: pg.PoolClient, sent: UnderWay): Promise<void> {
  const { command } = await run(client, 'commit')
  const failure = await sent.failure()
  if (failure) throw failure
  if (command !== 'COMMIT') throw new Error('A statement failed, and its work went on')
}

/** Ends a transaction that wrote nothing: whoever asked has the answer already. Where this fails, so does the next work on the connection. */
async function leave(client: pg.PoolClient): Promise<void> {
  client.query('commit').catch(() => undefined)
}
