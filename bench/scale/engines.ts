/** The full-text engines of the databases, over the same agents as our index, for `bench/registry.ts`. */
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { BenchStore } from './stores.ts'

export interface Engine {
  /** Searches for partially typed words, ordered by relevance, and returns the number of agents on the first page. */
  search(words: readonly string[]): Promise<number>
  /** Adds the text of one agent in a separate transaction. */
  add(id: string, text: string): Promise<void>
  close(): Promise<void>
}

const PAGE = 20

/** Indexes name, words and skills of all agents with the engine of the database, in a separate table. */
export const fullTextEngine = (benchStore: BenchStore): Promise<Engine> =>
  benchStore.kind === 'sqlite' ? fts5(benchStore) : tsvector(benchStore)

async function fts5({ address, run }: BenchStore): Promise<Engine> {
  await run([
    `create virtual table engine using fts5(svc_id unindexed, text, prefix = '2 3')`,
    `insert into engine select svc_id, name || ' ' || search_words from agents where listed <> 'unlisted'`,
  ])
  const database = new DatabaseSync(address.replace(/^sqlite:/, ''))
  database.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -65536; pragma busy_timeout = 5000',
  )
  const find = database.prepare(
    `select svc_id from engine where engine match ? order by rank limit ${PAGE}`,
  )
  const insert = database.prepare('insert into engine (svc_id, text) values (?, ?)')
  return {
    search: async (words) => find.all(words.map((word) => `"${word}"*`).join(' AND ')).length,
    add: async (id, text) => void insert.run(id, text),
    close: async () => database.close(),
  }
}

async function tsvector({ address, run }: BenchStore): Promise<Engine> {
  await run([
    'create table engine (svc_id text, words tsvector)',
    `insert into engine select svc_id, to_tsvector('simple', name || ' ' || search_words) from agents where listed <> 'unlisted'`,
    'create index engine_words on engine using gin (words)',
  ])
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  const query = {
    name: 'search',
    text: `select svc_id from engine, to_tsquery('simple', $1) as query where words @@ query order by ts_rank(words, query) desc, svc_id limit ${PAGE}`,
  }
  return {
    async search(words) {
      const { rows } = await client.query({
        ...query,
        values: [words.map((word) => `${word}:*`).join(' & ')],
      })
      return rows.length
    },
    async add(id, text) {
      await client.query(`insert into engine values ($1, to_tsvector('simple', $2))`, [id, text])
    },
    close: () => client.end(),
  }
}
