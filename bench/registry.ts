/**
 * A registry of a million agents against one of a thousand, on SQLite and PostgreSQL: browsing, searching, counting, registering. Both
 * sizes run in alternation, so that other load on the machine affects both equally. Prints one JSON line for each query; `ratio` is the p50
 * of the large one over that of the small one.
 *
 *   node bench/registry.ts [agents, 1000000] [sqlite|postgres] [prefix of query names]
 *
 * The `engine` lines measure the full-text engine of the database (SQLite's FTS5, PostgreSQL's tsvector with a GIN index) over the same
 * agents. Their `ratio` is the p50 of the engine over that of our index, so higher is better.
 *
 * The rows are inserted by SQL statements into the registry's tables. When the store is then opened, it builds its indexes and counters, as
 * it does for a store of an earlier version; the line `begin` reports how long that takes.
 *
 * One typed word fills a page at both sizes. Two match two or three agents in the small registry and a page or more in the large one, so
 * that their ratio also reflects the number of results.
 */
import { randomBytes } from 'node:crypto'
import { searchQuery } from '../src/domain/search/query.ts'
import { createStore, type Store } from '../src/store/store.ts'
import { searchWords } from '../src/domain/search/words.ts'
import { round, SHORT } from './kit/figures.ts'
import { fullTextEngine } from './scale/engines.ts'
import { fillWithAgents, FIRST, ORGANIZATION, RARE, SECOND, THINGS, VERBS } from './scale/agents.ts'
import { callContext } from '../test/kit/context.ts'
import {
  compareSizes,
  latencyOf,
  postgresStores,
  print,
  sqliteStores,
  type BenchStore,
} from './scale/stores.ts'

const LARGE = Number(process.argv[2] ?? (SHORT ? 20_000 : 1_000_000))
const ONLY = process.argv[3]
/** The prefix of the names of the queries to run. */
const NAME_PREFIX = process.argv[4] ?? ''
const SMALL = 1000
const ROUNDS = 200

interface FilledStore {
  readonly benchStore: BenchStore
  readonly store: Store
  readonly begin_s: number
  readonly middle: string
  readonly deep: Awaited<ReturnType<Store['searchAgents']>>['next']
}

async function fill(benchStore: BenchStore, agents: number): Promise<FilledStore> {
  await fillWithAgents(benchStore, agents)
  const began = performance.now()
  const store = createStore(await benchStore.open())
  const begin_s = (performance.now() - began) / 1000
  // Identifiers and the first words of names are distributed evenly, so these positions are at nine tenths of the list.
  const middle = Math.floor(0.9 * 2 ** 32).toString(16)
  return { benchStore, store, begin_s, middle, deep: ['slate', ''] }
}

const QUERIES: readonly (readonly [
  name: string,
  ask: (filled: FilledStore, turn: number) => Promise<unknown>,
])[] = [
  [
    'first-page',
    ({ store }) => store.listNetworkAgents({ verified_only: false, limit: 20, offset: 0 }),
  ],
  [
    'page-at-nine-tenths',
    ({ store, middle }) =>
      store.listNetworkAgents({ verified_only: false, limit: 20, offset: 0, after: [middle] }),
  ],
  [
    'filtered-page',
    ({ store }, turn) =>
      store.listNetworkAgents({
        category: `category ${turn % 20}`,
        verified_only: true,
        limit: 20,
        offset: 0,
      }),
  ],
  ['summary', ({ store }) => store.summarizeNetwork({ organization_id: ORGANIZATION })],
  ['search-deep-by-name', ({ store, deep }) => search(store, { after: deep })],
  [
    'search-best-of-category',
    ({ store }, turn) =>
      search(store, { categories: [`category ${turn % 20}`], order: 'reputation' }),
  ],
  [
    'search-facets',
    ({ store }, turn) =>
      search(store, { llm_providers: [`provider ${turn % 7}`], verified_only: true }),
  ],
  ['search-rare-name', ({ store }, turn) => find(store, idAt(turn + 1))],
  ['search-typed-word', ({ store }, turn) => find(store, FIRST[turn % 20]!.slice(0, 3))],
  [
    'search-typed-words',
    ({ store }, turn) =>
      find(store, `${FIRST[turn % 20]!.slice(0, 3)} ${SECOND[turn % 19]!.slice(0, 3)}`),
  ],
  ['search-rare-word', ({ store }, turn) => find(store, `topic${(turn * 31) % RARE}`)],
  ['search-frequent-word', ({ store }, turn) => find(store, THINGS[turn % THINGS.length]!)],
  [
    'search-two-words',
    ({ store }, turn) =>
      find(store, `${VERBS[turn % VERBS.length]!} ${THINGS[turn % THINGS.length]!}`),
  ],
  [
    'search-two-letters',
    ({ store }, turn) => find(store, THINGS[turn % THINGS.length]!.slice(0, 2)),
  ],
  ['search-skill-name', ({ store }) => find(store, 'extract_text')],
  ['search-id', ({ store }, turn) => find(store, `${idAt(turn + 1)}0a1b2c`)],
  ['search-misspelt', ({ store }, turn) => find(store, `${THINGS[turn % THINGS.length]!}x quxx`)],
  [
    'search-filtered-word',
    ({ store }, turn) =>
      find(store, THINGS[turn % THINGS.length]!, {
        categories: [`category ${turn % 20}`, `category ${(turn + 1) % 20}`],
        llm_providers: ['provider 1', 'provider 2'],
        min_reputation: 50,
      }),
  ],
  [
    'search-publisher',
    ({ store }, turn) => search(store, { publisher_key: `publisher${turn % RARE}` }),
  ],
  ['search-own', ({ store }) => find(store, 'newcomer', { owners: [ORGANIZATION] })],
  [
    'search-installed',
    ({ store }) => find(store, 'invoices', { installed: { organizations: [ORGANIZATION] } }),
  ],
  [
    'register',
    ({ store }) =>
      store.registerAgent(callContext(), {
        svc_id: randomBytes(32).toString('hex'),
        name: 'Newcomer to the registry',
        version: '1',
        public_key: 'A'.repeat(43) + '=',
        manifest_hash: 'm',
        organization_id: ORGANIZATION,
        key_sound: true,
        proven: false,
        private: false,
        details: {
          category: 'category 1',
          llm_provider: 'provider 1',
          publisher: 'Publishers of the World',
          description: `Reads what newcomers write about subject ${randomBytes(3).toString('hex')}, sorts it, and answers the most urgent letters first.`,
          capabilities: ['read', 'sort_letters'],
        },
      }),
  ],
]
const search = (store: Store, options: Partial<Parameters<Store['searchAgents']>[0]>) =>
  store.searchAgents({
    categories: [],
    llm_providers: [],
    verified_only: false,
    min_reputation: 0,
    order: 'name',
    limit: 20,
    ...options,
  })
/** Searches as the registry page does. */
const find = (store: Store, q: string, options: Parameters<typeof search>[1] = {}) =>
  search(store, { query: searchQuery(q), order: 'relevance', ...options })
/** Returns the first characters of the identifier of an agent. */
const idAt = (number: number) => ((number * 2654435761) % 2 ** 32).toString(16).padStart(8, '0')

/** Search strings, by the name of the corresponding query in `QUERIES`, without `search-`. */
const SEARCH_STRINGS: Readonly<Record<string, (turn: number) => string>> = {
  'rare-word': (turn) => `topic${(turn * 31) % RARE}`,
  'frequent-word': (turn) => THINGS[turn % THINGS.length]!,
  'two-words': (turn) => `${VERBS[turn % VERBS.length]!} ${THINGS[turn % THINGS.length]!}`,
  'two-letters': (turn) => THINGS[turn % THINGS.length]!.slice(0, 2),
  'typed-word': (turn) => FIRST[turn % 20]!.slice(0, 3),
  'skill-name': () => 'extract text',
  misspelt: (turn) => `${THINGS[turn % THINGS.length]!}x quxx`,
}
const ENGINE_ROUNDS = 40
/** The p50 of our index in the large store, by the names of `SEARCH_STRINGS`. */
const OWN_P50 = new Map<string, number>()

/** Measures the full-text engine of the database over the same agents: the first page of the same searches, and adding an agent. */
async function measureEngine(benchStore: BenchStore): Promise<void> {
  const engine = await fullTextEngine(benchStore)
  const measure = async (name: string, run: (turn: number) => Promise<unknown>) => {
    const times: number[] = []
    for (let turn = 0; turn < ENGINE_ROUNDS; turn += 1) {
      const began = performance.now()
      await run(turn)
      times.push(performance.now() - began)
    }
    const { p50, p99 } = latencyOf(times)
    const bench = `registry-${benchStore.kind}-engine-${name}`
    const own = OWN_P50.get(name) ?? NaN
    console.log(
      JSON.stringify({
        bench,
        ratio: round(p50 / own),
        against: 'our index',
        agents: LARGE,
        p50_ms: round(p50),
        p99_ms: round(p99),
      }),
    )
  }
  for (const [name, text] of Object.entries(SEARCH_STRINGS))
    await measure(name, (turn) => engine.search(searchWords(text(turn))))
  await measure('register', () =>
    engine.add(
      randomBytes(32).toString('hex'),
      'Newcomer to the registry Publishers of the World reads what newcomers write about subjects, sorts it, and answers the most urgent letters first',
    ),
  )
  await engine.close()
}

for (const open of [
  ...(ONLY === 'postgres' ? [] : [sqliteStores]),
  ...(ONLY === 'sqlite' ? [] : [postgresStores]),
]) {
  const { create, end } = await open()
  const small = await fill(await create('small'), SMALL)
  const large = await fill(await create('large'), LARGE)
  const { kind } = large.benchStore
  console.log(
    JSON.stringify({
      bench: `registry-${kind}-begin`,
      ratio: round(large.begin_s / small.begin_s),
      against: `${SMALL} agents`,
      agents: LARGE,
      begin_s: round(large.begin_s, 1),
      against_begin_s: round(small.begin_s, 1),
      file_mb: Math.round((await large.benchStore.bytes()) / 2 ** 20),
      rss_mb: Math.round(process.memoryUsage().rss / 2 ** 20),
    }),
  )
  for (const [name, query] of QUERIES.filter(([name]) => name.startsWith(NAME_PREFIX))) {
    const sizes = await compareSizes(ROUNDS, [
      (turn) => query(small, turn),
      (turn) => query(large, turn),
    ])
    OWN_P50.set(name.replace('search-', ''), sizes[1].p50)
    print(`registry-${kind}-${name}`, 2, `${SMALL} agents`, sizes, { agents: LARGE })
  }
  await Promise.all([small.store.close(), large.store.close()])
  if ('engine'.startsWith(NAME_PREFIX)) await measureEngine(large.benchStore)
  await end()
}
