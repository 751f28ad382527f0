/** Stores of two sizes on two kinds of database, whose rows are inserted by SQL statements. */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '../../src/store/open.ts'
import type { Database } from '../../src/store/database.ts'
import { runStatement, newServer, type Server } from '../../test/postgres/server.ts'

export interface BenchStore {
  readonly kind: 'sqlite' | 'postgres'
  readonly address: string
  open(): Promise<Database>
  /** Runs SQL statements while the database is not open elsewhere. */
  run(statements: readonly string[]): Promise<void>
  bytes(): Promise<number>
}

export interface BenchStores {
  create(name: string): Promise<BenchStore>
  end(): Promise<void>
}

export function sqliteStores(): BenchStores {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'))
  return {
    create: async (name) => {
      const path = join(folder, `${name}.db`)
      return {
        kind: 'sqlite',
        address: `sqlite:${path}`,
        open: () => openDatabase(`sqlite:${path}`),
        bytes: async () => statSync(path).size,
        async run(statements) {
          const database = new DatabaseSync(path)
          database.exec(
            'pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -400000; pragma temp_store = memory',
          )
          for (const statement of statements) database.exec(statement)
          database.exec('pragma journal_mode = wal; analyze')
          database.close()
        },
      }
    },
    end: async () => rmSync(folder, { recursive: true }),
  }
}

export async function postgresStores(): Promise<BenchStores> {
  const server: Server = await newServer({
    durable: true,
    settings: ['shared_buffers=512MB', 'maintenance_work_mem=256MB', 'max_wal_size=4GB'],
  })
  return {
    create: async (name) => {
      await runStatement(server.address('postgres'), `create database ${name}`)
      const address = server.address(name)
      return {
        kind: 'postgres',
        address,
        open: () => openDatabase(address, { connections: 4, wait_ms: 60_000 }),
        bytes: async () =>
          Number(
            (await runStatement(address, `select pg_database_size('${name}') as bytes`))[0]![
              'bytes'
            ],
          ),
        async run(statements) {
          const client = new pg.Client({ connectionString: address })
          await client.connect()
          await client.query('set synchronous_commit = off')
          for (const statement of [...statements, 'vacuum analyze']) await client.query(statement)
          await client.end()
        },
      }
    },
    end: () => server.remove(),
  }
}

/** Expressions that SQLite and PostgreSQL write differently. */
export const DIALECTS = {
  sqlite: {
    numbers: (count: number) =>
      `with recursive numbers(i) as (select 1 union all select i + 1 from numbers where i < ${count})`,
    hex: (x: string) => `printf('%08x', ${x})`,
    pick: (list: readonly string[], i: string) =>
      `json_extract('${JSON.stringify(list)}', '$[' || (${i}) || ']')`,
  },
  postgres: {
    numbers: (count: number) => `with numbers(i) as (select generate_series(1::bigint, ${count}))`,
    hex: (x: string) => `lpad(to_hex(${x}), 8, '0')`,
    pick: (list: readonly string[], i: string) =>
      `('${JSON.stringify(list)}'::json ->> (${i})::int)`,
  },
}

/** Returns an expression for eight hexadecimal digits that are unique to each number and do not follow its order. */
export const scatteredHex = (kind: BenchStore['kind'], i = 'i') =>
  DIALECTS[kind].hex(`((${i}) * 2654435761) & 4294967295`)

/** Returns statements that drop the indexes of these tables. The store creates them when it is opened next. */
export async function dropIndexStatements(tables: readonly string[]): Promise<readonly string[]> {
  const { INDEXES } = await import('../../src/store/sql/schema.ts')
  return INDEXES.filter(({ table }) => tables.includes(table)).map(
    ({ name }) => `drop index if exists "${name}"`,
  )
}

export interface Latency {
  readonly p50: number
  readonly p99: number
}
const quantile = (all: readonly number[], q: number) =>
  all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.floor(q * all.length))]!
export const latencyOf = (all: readonly number[]): Latency => ({
  p50: quantile(all, 0.5),
  p99: quantile(all, 0.99),
})
const digits = (value: number) => Number(value.toPrecision(3))

/** Runs the same action on both sizes in alternation, so that other load on the machine affects both equally. */
export async function compareSizes(
  rounds: number,
  actions: readonly [
    small: (turn: number) => Promise<unknown>,
    large: (turn: number) => Promise<unknown>,
  ],
): Promise<readonly [Latency, Latency]> {
  const latencies: [number[], number[]] = [[], []]
  for (let index = -Math.ceil(rounds / 10); index < rounds; index += 1) {
    for (const side of [0, 1] as const) {
      const began = performance.now()
      await actions[side](Math.abs(index))
      if (index >= 0) latencies[side].push(performance.now() - began)
    }
  }
  return [latencyOf(latencies[0]), latencyOf(latencies[1])]
}

export function print(
  bench: string,
  at_most: number | undefined,
  against: string,
  [small, large]: readonly [Latency, Latency],
  more: object = {},
): void {
  console.log(
    JSON.stringify({
      bench,
      ratio: digits(large.p50 / small.p50),
      at_most,
      against,
      p50_ms: digits(large.p50),
      p99_ms: digits(large.p99),
      against_p50_ms: digits(small.p50),
      against_p99_ms: digits(small.p99),
      rss_mb: Math.round(process.memoryUsage().rss / 2 ** 20),
      ...more,
    }),
  )
}
