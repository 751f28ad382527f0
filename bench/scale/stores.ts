/** Stores on SQLite and PostgreSQL for benchmarks, which insert their rows with SQL statements. */
import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '../../src/store/open.ts'
import type { Database } from '../../src/store/database.ts'
import { INDEXES } from '../../src/store/sql/schema.ts'
import type { Rows, TableName } from '../../src/store/tables.ts'
import { runStatement } from '../../test/postgres/server.ts'
import { megabytes, quantile, report } from '../kit/figures.ts'
import { benchFolder, benchServer, removeFolder } from '../kit/resources.ts'

export interface BenchStore {
  readonly kind: 'sqlite' | 'postgres'
  readonly address: string
  open(): Promise<Database>
  /** Runs SQL statements while the database is not open elsewhere. */
  run(statements: readonly string[]): Promise<void>
  /** Returns the size of the database. */
  bytes(): Promise<number>
}

export interface BenchStores {
  create(name: string): Promise<BenchStore>
  end(): Promise<void>
}

export function sqliteStores(): BenchStores {
  const folder = benchFolder()
  return {
    create: async (name) => {
      const path = join(folder, `${name}.db`)
      return {
        kind: 'sqlite',
        address: `sqlite:${path}`,
        open: () => openDatabase(`sqlite:${path}`),
        async bytes() {
          const database = new DatabaseSync(path)
          database.exec('pragma wal_checkpoint(truncate)')
          database.close()
          return statSync(path).size
        },
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
    end: async () => removeFolder(folder),
  }
}

async function postgresStores(): Promise<BenchStores> {
  const server = await benchServer({
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

/** Returns the functions that open the stores of a benchmark: of both databases, or only of one. */
export const storesOf = (only: string | undefined) => [
  ...(only === 'postgres' ? [] : [sqliteStores]),
  ...(only === 'sqlite' ? [] : [postgresStores]),
]

/** SQL expressions that differ between SQLite and PostgreSQL. */
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

/**
 * Returns a statement that inserts rows, numbered from 1 as `i`, given an SQL expression for each column. The compiler checks that every
 * column has one. Rows are inserted in the order of the first column that is given.
 */
export const insertion = <Name extends TableName>(
  kind: BenchStore['kind'],
  table: Name,
  count: number,
  row: Readonly<Record<keyof Rows[Name] & string, string>>,
): string =>
  `insert into ${table} (${Object.keys(row).join()}) ${DIALECTS[kind].numbers(count)} select ${Object.values(row).join()} from numbers order by 1`

/** Returns statements that drop the indexes of these tables. The store creates them when it is next opened. */
export const dropIndexStatements = (tables: readonly TableName[]): readonly string[] =>
  INDEXES.filter(({ table }) => tables.includes(table)).map(
    ({ name }) => `drop index if exists "${name}"`,
  )

export interface Latency {
  readonly p50: number
  readonly p99: number
}
export const latencyOf = (all: readonly number[]): Latency => ({
  p50: quantile(all, 0.5),
  p99: quantile(all, 0.99),
})
const digits = (value: number) => Number(value.toPrecision(3))

/** Runs two actions in alternation, so that other load on the machine affects both equally. */
export async function compareLatencies(
  rounds: number,
  actions: readonly [
    first: (turn: number) => Promise<unknown>,
    second: (turn: number) => Promise<unknown>,
  ],
): Promise<readonly [Latency, Latency]> {
  const latencies: [number[], number[]] = [[], []]
  for (let index = -Math.ceil(rounds / 10); index < rounds; index += 1) {
    // Every other round runs in reverse order, so that neither always follows the other.
    for (const side of index % 2 ? ([1, 0] as const) : ([0, 1] as const)) {
      const began = performance.now()
      await actions[side](Math.abs(index))
      if (index >= 0) latencies[side].push(performance.now() - began)
    }
  }
  return [latencyOf(latencies[0]), latencyOf(latencies[1])]
}

/**
 * Prints the line of a comparison. Its `ratio` is the p50 of the second over that of the first, and its p50 and p99 are those of the
 * second.
 */
export const reportLatencies = (
  bench: string,
  at_most: number | undefined,
  against: string,
  [first, second]: readonly [Latency, Latency],
  more: object = {},
): void =>
  report({
    bench,
    ratio: digits(second.p50 / first.p50),
    ...(at_most !== undefined && { at_most }),
    against,
    p50_ms: digits(second.p50),
    p99_ms: digits(second.p99),
    against_p50_ms: digits(first.p50),
    against_p99_ms: digits(first.p99),
    rss_mb: megabytes(process.memoryUsage.rss()),
    ...more,
  })
