import { SEARCH_VERSION, skillHash } from '../../src/domain/search/text.ts'
import { callContext } from '../../test/kit/context.ts'
import { createStore } from '../../src/store/store.ts'
import { installationRows } from './installations.ts'
import {
  insertion,
  scatteredHex,
  dropIndexStatements,
  DIALECTS,
  type BenchStore,
} from './stores.ts'

export const FIRST = [
  'Amber',
  'Brisk',
  'Cedar',
  'Delta',
  'Ember',
  'Fjord',
  'Grove',
  'Haven',
  'Iris',
  'Jade',
  'Kite',
  'Lumen',
  'Maple',
  'Noble',
  'Orbit',
  'Pearl',
  'Quartz',
  'River',
  'Slate',
  'Tide',
]
export const SECOND = [
  'Booker',
  'Clerk',
  'Drafter',
  'Editor',
  'Finder',
  'Grader',
  'Helper',
  'Indexer',
  'Judge',
  'Keeper',
  'Listener',
  'Mapper',
  'Notary',
  'Planner',
  'Quoter',
  'Reader',
  'Sorter',
  'Teller',
  'Writer',
]

/** Words of descriptions: each description has one word from each list, so that each word is frequent. */
export const VERBS = ['Reads', 'Writes', 'Checks', 'Sorts', 'Sends', 'Finds', 'Plans', 'Watches']
export const THINGS = [
  'invoices',
  'contracts',
  'letters',
  'orders',
  'tickets',
  'photographs',
  'measurements',
  'translations',
  'reports',
  'calendars',
  'inventories',
]
const SKILLS = ['extract_text', 'summarize', 'classify', 'translate_text', 'route_ticket']
/** The number of different rare words in descriptions, and of publishers. */
const RARE = 5000

export const ORGANIZATION = 'org_bench'
/** The organization that registers agents while the benchmark runs, because the other one can be at its quota. */
export const NEWCOMERS = 'org_newcomers'
/** The number of agents that the organization has installed. */
const INSTALLED = 100
/** The last characters of all identifiers. */
const PAD = `'${'0a1b2c3d4e5f6789'.repeat(4).slice(0, 56)}'`

/**
 * Returns the statements that insert agents with names of two common words and a rare one, descriptions of frequent words and a rare one,
 * two skills, a publisher, one of twenty categories and one of seven providers. Two out of three are verified.
 */
function rows(kind: BenchStore['kind'], count: number): readonly string[] {
  const { numbers, pick } = DIALECTS[kind]
  const id = scatteredHex(kind)
  const name = `${pick(FIRST, `i % ${FIRST.length}`)} || ' ' || ${pick(SECOND, `i % ${SECOND.length}`)} || ' ' || ${id}`
  const hour = `case when i % 24 < 10 then '0' else '' end || (i % 24)`
  const at = `'2026-01-01T' || ${hour} || ':00:00.000Z'`
  const skill = pick(SKILLS, `i % ${SKILLS.length}`)
  const [verb, thing] = [pick(VERBS, `i % ${VERBS.length}`), pick(THINGS, `i % ${THINGS.length}`)]
  const [rare, publisher] = [`'topic' || (i % ${RARE})`, `'publisher' || (i % ${RARE})`]
  const skillWords = `replace(${skill}, '_', ' ')`
  const withHashes = (named: string) =>
    SKILLS.reduce((text, one) => `replace(${text}, '${one}', '${skillHash(one)}')`, named)
  const keywords = `${publisher} || ' category ' || ${skillWords} || ' read'`
  const described = `lower(${verb}) || ' ' || ${thing} || ' ' || ${rare} || ' about and for people'`
  const details = `'{"description":"' || ${verb} || ' ' || ${thing} || ' about ' || ${rare} || ', and for people.","publisher":"' || ${publisher} || '","capabilities":["' || ${skill} || '","read"]}'`
  const agents = insertion(kind, 'agents', count, {
    svc_id: `${id} || ${PAD}`,
    organization_id: `'${ORGANIZATION}'`,
    name,
    version: `'1.0.0'`,
    public_key: `'${'A'.repeat(43)}='`,
    key_sound: '1',
    manifest_hash: `'m'`,
    content_addressed: '0',
    proven_at: 'null',
    verification_status: `case when i % 3 = 0 then 'pending' else 'verified' end`,
    suspended_at: 'null',
    revoked_at: 'null',
    private: '0',
    installable_by: `'anyone'`,
    installers: `'[]'`,
    deprecated: '0',
    resolves_publicly: '1',
    displacing_since: 'null',
    details,
    category: `'category ' || (i % 20)`,
    llm_provider: `'provider ' || (i % 7)`,
    reputation: `'{"successes":0,"failures":0,"samples":0,"organizations":0,"as_of":"2026-01-01T00:00:00.000Z"}'`,
    disputes_open: '0',
    disputes_upheld: '0',
    security_disputes_upheld: 'cast(null as integer)',
    last_seen_at: 'null',
    registered_at: at,
    updated_at: at,
    listed: `case when i % 3 = 0 then 'public' else 'verified' end`,
    name_key: `lower(${name})`,
    score: '(i * 7) % 101',
    score_changes_at: 'null',
    search_words: `${keywords} || '\n' || ${described} || '\n' || ${withHashes(skill)} || ' ${skillHash('read')}'`,
    publisher_key: publisher,
    search_version: String(SEARCH_VERSION),
  })
  const [one, two] = [pick(FIRST, `i % ${FIRST.length}`), pick(SECOND, `i % ${SECOND.length}`)]
  const begins = (word: string) => `lower(substr(${word}, 1, 3))`
  const pair = (a: string, b: string) =>
    `'p:' || case when ${a} < ${b} then ${a} || ' ' || ${b} else ${b} || ' ' || ${a} end`
  const terms = [
    ...[id, `lower(${one})`, `lower(${two})`].map((word) => `'w:' || ${word}`),
    ...[id, one, two].map((word) => `'b:' || ${begins(word)}`),
    pair(begins(one), begins(two)),
    pair(begins(one), begins(id)),
    pair(begins(two), begins(id)),
    `'s:read'`,
    `'s:' || ${skill}`,
    `'u:' || ${publisher}`,
    ...[publisher, `'category'`, `'read'`].map((word) => `'k:' || ${word}`),
    ...[0, 1].map(
      (index) =>
        `'k:' || ${pick(
          SKILLS.map((named) => named.split('_').at(index - 2) ?? ''),
          `i % ${SKILLS.length}`,
        )}`,
    ),
    ...[`lower(${verb})`, thing, rare, `'about'`, `'and'`, `'for'`, `'people'`].map(
      (word) => `'d:' || ${word}`,
    ),
  ]
  const term = (text: string) =>
    `insert into agent_terms (term, name_key, svc_id) ${numbers(count)} select ${text}, lower(${name}), ${id} || ${PAD} from numbers where true order by 1, 2 on conflict do nothing`
  return [agents, ...terms.map(term)]
}

/**
 * Creates two organizations through the store, and inserts, with SQL statements, the agents of the first one and an installation of
 * each of its first agents. The indexes and counts are created when the store is next opened.
 */
export async function fillWithAgents(benchStore: BenchStore, count: number): Promise<void> {
  const { kind } = benchStore
  const made = await benchStore.open()
  for (const organization_id of [ORGANIZATION, NEWCOMERS])
    await createStore(made).createOrganization(callContext(), {
      name: 'bench',
      plan: 'enterprise',
      organization_id,
    })
  await made.close()
  await benchStore.run([
    ...dropIndexStatements(['agents', 'agent_terms', 'installations']),
    'delete from counters',
    ...rows(kind, count),
    installationRows(
      kind,
      { count: INSTALLED, first: 1 },
      {
        organization_id: `'${ORGANIZATION}'`,
        workspace_id: `'ws_bench'`,
        agent_id: `${scatteredHex(kind)} || ${PAD}`,
        agent_organization_id: `'${ORGANIZATION}'`,
      },
    ),
  ])
}
