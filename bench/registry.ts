/**
 * A registry of a million agents (20,000 with short settings) against one of a thousand, on SQLite and PostgreSQL: browsing, searching,
 * counting, registering. Both sizes run in alternation, so that other load on the machine affects both equally. Prints one JSON line for
 * each query; `ratio` is the p50 of the large one over that of the small one.
 *
 * `node bench/registry.ts [agents] [sqlite|postgres] [prefix of query names]`
 *
 * The `engine` lines measure the full-text engine of the database (SQLite's FTS5, PostgreSQL's tsvector with a GIN index) over the same
 * agents, in alternation with our index, which also counts the results. Their `ratio` is the p50 of the engine over that of our index, so
 * higher is better, and their p50 and p99 are those of the engine.
 *
 * The rows are inserted by SQL statements into the registry's tables. When the store is then opened, it builds its indexes and counters, as
 * it does for a store of an earlier version; the line `begin` reports how long that takes, measured once.
 *
 * Where the small registry has less than a page of results and the large one has more, as for two words that are still being typed, the
 * ratio also reflects the number of results and has no target.
 */
import { randomBytes } from 'node:crypto'
import { searchQuery } from '../src/domain/search/query.ts'
import { createStore, type Store } from '../src/store/store.ts'
import { searchWords } from '../src/domain/search/words.ts'
import { megabytes, report, round, SHORT } from './kit/figures.ts'
import { fullTextEngine } from './scale/engines.ts'
import {
  fillWithAgents,
  FIRST,
  NEWCOMERS,
  ORGANIZATION,
  SECOND,
  THINGS,
  VERBS,
} from './scale/agents.ts'
import { callContext } from '../test/kit/context.ts'
import { compareLatencies, reportLatencies, storesOf, type BenchStore } from './scale/stores.ts'

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
}

async function fill(benchStore: BenchStore, agents: number): Promise<FilledStore> {
  await fillWithAgents(benchStore, agents)
  const began = performance.now()
  const store = createStore(await benchStore.open())
  return { benchStore, store, begin_s: (performance.now() - began) / 1000 }
}

/** Positions at nine tenths of the list by identifier and by name; identifiers and the first words of names are distributed evenly. */
const LATE_ID = Math.floor(0.9 * 2 ** 32).toString(16)
const LATE_NAME = ['slate', ''] as const

/** What users search for, by the names of the queries without `search-`; the engines search for the same. */
const TEXTS: Readonly<Record<string, (turn: number) => string>> = {
  'typed-word': (turn) => FIRST[turn % 20]!.slice(0, 3),
  'rare-word': (turn) => `topic${1 + ((turn * 31) % SMALL)}`,
  'frequent-word': (turn) => THINGS[turn % THINGS.length]!,
  'two-words': (turn) => `${VERBS[turn % VERBS.length]!} ${THINGS[turn % THINGS.length]!}`,
  'two-letters': (turn) => FIRST[turn % 20]!.slice(0, 2),
  'skill-name': () => 'extract_text',
  misspelled: (turn) => `${THINGS[turn % THINGS.length]!}x quxx`,
}
/** Queries with less than a page of results in the small registry, and more in the large one. */
const GROWING = ['typed-words', 'rare-word', 'two-words', 'filtered-word', 'publisher'].map(
  (name) => `search-${name}`,
)

type Query = (filled: FilledStore, turn: number) => Promise<unknown>
const QUERIES: readonly (readonly [name: string, ask: Query])[] = [
  [
    'first-page',
    ({ store }) => store.listNetworkAgents({ verified_only: false, limit: 20, offset: 0 }),
  ],
  [
    'page-at-nine-tenths',
    ({ store }) =>
      store.listNetworkAgents({ verified_only: false, limit: 20, offset: 0, after: [LATE_ID] }),
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
  ['search-deep-by-name', ({ store }) => search(store, { after: LATE_NAME })],
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
  [
    'search-typed-words',
    ({ store }, turn) =>
      find(store, `${FIRST[turn % 20]!.slice(0, 3)} ${SECOND[turn % 19]!.slice(0, 3)}`),
  ],
  ...Object.entries(TEXTS).map(
    ([name, text]) =>
      [`search-${name}`, ({ store }, turn) => find(store, text(turn))] satisfies [string, Query],
  ),
  ['search-id', ({ store }, turn) => find(store, `${idAt(turn + 1)}0a1b2c`)],
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
    ({ store }, turn) => search(store, { publisher_key: `publisher${1 + (turn % SMALL)}` }),
  ],
  [
    'search-own',
    ({ store }, turn) => find(store, THINGS[turn % THINGS.length]!, { owners: [ORGANIZATION] }),
  ],
  [
    'search-installed',
    ({ store }) => find(store, 'invoices', { installed: { organizations: [ORGANIZATION] } }),
  ],
  ['register', ({ store }) => register(store)],
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
async function register(store: Store): Promise<void> {
  const { kind } = await store.registerAgent(callContext(), {
    svc_id: randomBytes(32).toString('hex'),
    name: 'Newcomer to the registry',
    version: '1',
    public_key: 'A'.repeat(43) + '=',
    manifest_hash: 'm',
    organization_id: NEWCOMERS,
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
  })
  if (kind !== 'registered') throw new Error(kind)
}
/** Returns the first characters of the identifier of an agent. */
const idAt = (number: number) => ((number * 2654435761) % 2 ** 32).toString(16).padStart(8, '0')

const ENGINE_ROUNDS = 40

/**
 * Measures the full-text engine of the database against our index, over the same agents: the first page of the same searches, and adding
 * an agent.
 */
async function compareEngine(benchStore: BenchStore): Promise<void> {
  const engine = await fullTextEngine(benchStore)
  const store = createStore(await benchStore.open())
  const searches = Object.entries(TEXTS).map(([name, text]) => ({
    name,
    own: (turn: number) => find(store, text(turn)) as Promise<unknown>,
    theirs: (turn: number) =>
      engine.search(searchWords(text(turn).replace('_', ' '))) as Promise<unknown>,
  }))
  const adding = {
    name: 'register',
    own: () => register(store),
    theirs: () =>
      engine.add(
        randomBytes(32).toString('hex'),
        'Newcomer to the registry Publishers of the World reads what newcomers write about subjects, sorts it, and answers the most urgent letters first',
      ),
  }
  for (const { name, own, theirs } of [...searches, adding])
    if (`engine-${name}`.startsWith(NAME_PREFIX))
      reportLatencies(
        `registry-${benchStore.kind}-engine-${name}`,
        undefined,
        'our index',
        await compareLatencies(ENGINE_ROUNDS, [own, theirs]),
        { agents: LARGE },
      )
  await engine.close()
  await store.close()
}

for (const open of storesOf(ONLY)) {
  const { create, end } = await open()
  const small = await fill(await create('small'), SMALL)
  const large = await fill(await create('large'), LARGE)
  const { kind } = large.benchStore
  report({
    bench: `registry-${kind}-begin`,
    ratio: round(large.begin_s / small.begin_s),
    against: `${SMALL} agents`,
    agents: LARGE,
    begin_s: round(large.begin_s, 1),
    against_begin_s: round(small.begin_s, 1),
    file_mb: megabytes(await large.benchStore.bytes()),
    rss_mb: megabytes(process.memoryUsage.rss()),
  })
  for (const [name, query] of QUERIES.filter(([name]) => name.startsWith(NAME_PREFIX))) {
    const sizes = await compareLatencies(ROUNDS, [
      (turn) => query(small, turn),
      (turn) => query(large, turn),
    ])
    const at_most = GROWING.includes(name) ? undefined : 2
    reportLatencies(`registry-${kind}-${name}`, at_most, `${SMALL} agents`, sizes, {
      agents: LARGE,
    })
  }
  await Promise.all([small.store.close(), large.store.close()])
  if (NAME_PREFIX.startsWith('engine') || 'engine'.startsWith(NAME_PREFIX))
    await compareEngine(large.benchStore)
  await end()
}
