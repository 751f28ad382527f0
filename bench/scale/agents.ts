import { skillHash } from '../../src/domain/search/text.ts'
import { callContext } from '../../test/kit/context.ts'
import { createStore } from '../../src/store/store.ts'
import { scatteredHex, dropIndexStatements, DIALECTS, type BenchStore } from './stores.ts'

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

/** Words of descriptions: each agent has one of each list, so that each word is frequent. */
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
export const RARE = 5000

export const ORGANIZATION = 'org_bench'
/**
 * Returns the statements that insert agents with names of two common words and a rare one, descriptions of frequent words and a rare one,
 * two skills, a publisher, twenty categories and seven providers. Two of three are verified.
 */
function rows(kind: BenchStore['kind'], count: number): readonly string[] {
  const { numbers, pick } = DIALECTS[kind]
  const id = scatteredHex(kind)
  const name = `${pick(FIRST, `i % ${FIRST.length}`)} || ' ' || ${pick(SECOND, `i % ${SECOND.length}`)} || ' ' || ${id}`
  const hour = `case when i % 24 < 10 then '0' else '' end || (i % 24)`
  const at = `'2026-01-01T' || ${hour} || ':00:00.000Z'`
  const fields =
    'svc_id, organization_id, name, version, public_key, key_sound, manifest_hash, proven_at, verification_status, suspended_at, revoked_at, private, details, category, llm_provider, reputation, disputes_open, disputes_upheld, last_seen_at, registered_at, updated_at, listed, name_key, score, score_changes_at, resolves_publicly, search_words, publisher_key, search_version'
  const pad = `'${'0a1b2c3d4e5f6789'.repeat(4).slice(0, 56)}'`
  const status = `case when i % 3 = 0 then 'pending' else 'verified' end`
  const skill = pick(SKILLS, `i % ${SKILLS.length}`)
  const [verb, thing] = [pick(VERBS, `i % ${VERBS.length}`), pick(THINGS, `i % ${THINGS.length}`)]
  const [rare, publisher] = [`'topic' || (i % ${RARE})`, `'publisher' || (i % ${RARE})`]
  const skillWords = `replace(${skill}, '_', ' ')`
  const marks = (named: string) =>
    SKILLS.reduce((text, one) => `replace(${text}, '${one}', '${skillHash(one)}')`, named)
  const keywords = `${publisher} || ' category ' || ${skillWords} || ' read'`
  const described = `lower(${verb}) || ' ' || ${thing} || ' ' || ${rare} || ' about and for people'`
  const details = `'{"description":"' || ${verb} || ' ' || ${thing} || ' about ' || ${rare} || ', and for people.","publisher":"' || ${publisher} || '","capabilities":["' || ${skill} || '","read"]}'`
  const searchWords = `${keywords} || '\n' || ${described} || '\n' || ${marks(skill)} || ' ${skillHash('read')}'`
  const values = `${id} || ${pad}, '${ORGANIZATION}', ${name}, '1.0.0', '${'A'.repeat(43)}=', 1, 'm', null, ${status}, null, null, 0, ${details}, 'category ' || (i % 20), 'provider ' || (i % 7), '{"successes":0,"failures":0,"samples":0,"as_of":"2026-01-01T00:00:00.000Z"}', 0, 0, null, ${at}, ${at}, case when i % 3 = 0 then 'public' else 'verified' end, lower(${name}), (i * 7) % 101, null, 1, ${searchWords}, ${publisher}, 1`
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
    `insert into agent_terms (term, name_key, svc_id) ${numbers(count)} select ${text}, lower(${name}), ${id} || ${pad} from numbers where true order by 1, 2 on conflict do nothing`
  return [
    `insert into agents (${fields}) ${numbers(count)} select ${values} from numbers order by 1`,
    ...terms.map(term),
  ]
}

/** Inserts an organization and its agents with SQL statements. The indexes and counts are created when the store is opened next. */
export async function fillWithAgents(benchStore: BenchStore, count: number): Promise<void> {
  const made = await benchStore.open()
  await createStore(made).createOrganization(callContext(), {
    name: 'bench',
    plan: 'enterprise',
    organization_id: ORGANIZATION,
  })
  await made.close()
  await benchStore.run([
    ...(await dropIndexStatements(['agents', 'agent_terms'])),
    'delete from counters',
    ...rows(benchStore.kind, count),
  ])
}
