/**
 * A registry of a million agents against one of a thousand, on SQLite and PostgreSQL: browsing, searching, counting, registering. Both
 * sizes take turns, so that noise of the machine meets both. Prints one JSON line for each question; `ratio` is the p50 of the large
 * one over that of the small one.
 *
 *   node bench/registry.ts [agents, 1000000] [sqlite|postgres]
 *
 * The rows are made by statements of the database, in the registry's own tables. When the store is opened after that, it makes its
 * indexes and counts as it does in a store of an earlier version; the line `begin` says how long that takes.
 */
import { randomBytes } from 'node:crypto'
import { searchWords } from '../src/domain/search-words.ts'
import { iso } from '../src/domain/time.ts'
import type { Act } from '../src/store/act.ts'
import { createStore, type Store } from '../src/store/store.ts'
import { round, SHORT } from './kit/figures.ts'
import { inTurns, postgresPlaces, print, scattered, sqlitePlaces, withoutIndexes, words, type Place } from './scale/places.ts'

const MANY = Number(process.argv[2] ?? (SHORT ? 20_000 : 1_000_000))
const ONLY = process.argv[3]
const SMALL = 1000
const ROUNDS = 200
const FIRST = ['Amber', 'Brisk', 'Cedar', 'Delta', 'Ember', 'Fjord', 'Grove', 'Haven', 'Iris', 'Jade', 'Kite', 'Lumen', 'Maple', 'Noble', 'Orbit', 'Pearl', 'Quartz', 'River', 'Slate', 'Tide']
const SECOND = ['Booker', 'Clerk', 'Drafter', 'Editor', 'Finder', 'Grader', 'Helper', 'Indexer', 'Judge', 'Keeper', 'Listener', 'Mapper', 'Notary', 'Planner', 'Quoter', 'Reader', 'Sorter', 'Teller', 'Writer']

const act = (): Act => ({ now: iso(Date.now()), actor: { type: 'platform', id: null, ip: null }, request_id: null, user_agent: '', random: randomBytes })

/** Agents with names of two common words and a rare one, twenty categories, seven providers, two of three verified. */
function rows(kind: Place['kind'], many: number): readonly string[] {
  const { numbers, hex, pick } = words[kind]
  const id = scattered(kind)
  const name = `${pick(FIRST, `i % ${FIRST.length}`)} || ' ' || ${pick(SECOND, `i % ${SECOND.length}`)} || ' ' || ${id}`
  const at = `'2026-01-01T' || substr(${hex('i % 36000')}, 5, 2) || ':00:00.000Z'`
  const fields = 'svc_id, organization_id, name, version, public_key, key_sound, manifest_hash, proven_at, verification_status, suspended_at, revoked_at, private, details, category, llm_provider, reputation, disputes_open, disputes_upheld, last_seen_at, registered_at, updated_at, listed, name_key, score, score_changes_at'
  const pad = `'${'0a1b2c3d4e5f6789'.repeat(4).slice(0, 56)}'`
  const status = `case when i % 3 = 0 then 'pending' else 'verified' end`
  const values = `${id} || ${pad}, 'org_bench', ${name}, '1.0.0', '${'A'.repeat(43)}=', 1, 'm', null, ${status}, null, null, 0, '{"description":"Does what agents do, and says so in a sentence.","capabilities":["read"]}', 'category ' || (i % 20), 'provider ' || (i % 7), '{"successes":0,"failures":0,"samples":0,"as_of":"2026-01-01T00:00:00.000Z"}', 0, 0, null, ${at}, ${at}, case when i % 3 = 0 then 'public' else 'verified' end, lower(${name}), (i * 7) % 101, null`
  const [one, two] = [pick(FIRST, `i % ${FIRST.length}`), pick(SECOND, `i % ${SECOND.length}`)]
  const begins = (word: string) => `lower(substr(${word}, 1, 3))`
  const pair = (a: string, b: string) => `'p:' || case when ${a} < ${b} then ${a} || ' ' || ${b} else ${b} || ' ' || ${a} end`
  const terms = [...[id, `lower(${one})`, `lower(${two})`].map((word) => `'w:' || ${word}`), ...[id, one, two].map((word) => `'b:' || ${begins(word)}`), pair(begins(one), begins(two)), pair(begins(one), begins(id)), pair(begins(two), begins(id)), `'s:read'`]
  const term = (text: string) => `insert into agent_terms (term, name_key, svc_id) ${numbers(many)} select ${text}, lower(${name}), ${id} || ${pad} from numbers where true order by 1, 2 on conflict do nothing`
  return [`insert into agents (${fields}) ${numbers(many)} select ${values} from numbers order by 1`, ...terms.map(term)]
}

interface Filled { readonly place: Place; readonly store: Store; readonly begin_s: number; readonly middle: string; readonly deep: Awaited<ReturnType<Store['searchAgents']>>['next'] }

async function fill(place: Place, many: number): Promise<Filled> {
  const made = await place.open()
  await createStore(made).createOrganization(act(), { name: 'bench', plan: 'enterprise', organization_id: 'org_bench' })
  await made.close()
  await place.run([...(await withoutIndexes(['agents', 'agent_terms'])), 'delete from counters', ...rows(place.kind, many)])
  const began = performance.now()
  const store = createStore(await place.open())
  const begin_s = (performance.now() - began) / 1000
  // Nine tenths through: identifiers are spread evenly, and the first words of names are.
  const middle = Math.floor(0.9 * 2 ** 32).toString(16)
  return { place, store, begin_s, middle, deep: ['slate', ''] }
}

const QUESTIONS: readonly (readonly [name: string, ask: (filled: Filled, turn: number) => Promise<unknown>])[] = [
  ['first-page', ({ store }) => store.listNetworkAgents({ verified_only: false, limit: 20, offset: 0 })],
  ['page-at-nine-tenths', ({ store, middle }) => store.listNetworkAgents({ verified_only: false, limit: 20, offset: 0, after: middle })],
  ['filtered-page', ({ store }, turn) => store.listNetworkAgents({ category: `category ${turn % 20}`, verified_only: true, limit: 20, offset: 0 })],
  ['summary', ({ store }) => store.summarizeNetwork({ organization_id: 'org_bench' })],
  ['search-deep-by-name', ({ store, deep }) => search(store, { after: deep })],
  ['search-best-of-category', ({ store }, turn) => search(store, { category: `category ${turn % 20}`, order: 'reputation' })],
  ['search-facets', ({ store }, turn) => search(store, { llm_provider: `provider ${turn % 7}`, verified_only: true })],
  ['search-rare-name', ({ store }, turn) => search(store, { words: searchWords((((turn + 1) * 2654435761) % 2 ** 32).toString(16).padStart(8, '0')) })],
  ['search-typed-words', ({ store }, turn) => search(store, { words: searchWords(`${FIRST[turn % 20]!.slice(0, 3)} ${SECOND[turn % 19]!.slice(0, 3)}`) })],
  ['register', ({ store }) => store.registerAgent(act(), {
    svc_id: randomBytes(32).toString('hex'), name: 'Newcomer to the registry', version: '1', public_key: 'A'.repeat(43) + '=', manifest_hash: 'm', organization_id: 'org_bench', key_sound: true, proven: false, private: false,
    details: { category: 'category 1', llm_provider: 'provider 1', capabilities: ['read'] },
  })],
]
const search = (store: Store, asked: Partial<Parameters<Store['searchAgents']>[0]>) =>
  store.searchAgents({ words: [], verified_only: false, min_reputation: 0, order: 'name', limit: 20, ...asked })

for (const places of [...(ONLY === 'postgres' ? [] : [sqlitePlaces]), ...(ONLY === 'sqlite' ? [] : [postgresPlaces])]) {
  const { place, end } = await places()
  const small = await fill(await place('small'), SMALL)
  const large = await fill(await place('large'), MANY)
  const { kind } = large.place
  console.log(JSON.stringify({ bench: `registry-${kind}-begin`, ratio: round(large.begin_s / small.begin_s), against: `${SMALL} agents`, agents: MANY, begin_s: round(large.begin_s, 1), against_begin_s: round(small.begin_s, 1), file_mb: Math.round((await large.place.bytes()) / 2 ** 20), rss_mb: Math.round(process.memoryUsage().rss / 2 ** 20) }))
  for (const [name, question] of QUESTIONS) {
    print(`registry-${kind}-${name}`, 2, `${SMALL} agents`, await inTurns(ROUNDS, [(turn) => question(small, turn), (turn) => question(large, turn)]), { agents: MANY })
  }
  await Promise.all([small.store.close(), large.store.close()])
  await end()
}
