import {
  comparePositions,
  countOptions,
  EXAMINED,
  missedOptions,
  OPTIONS_MOST,
  ORDERS,
  positionOf,
  type AgentCriteria,
  type AgentOrder,
  type Examined,
  type Position,
  type SearchCounts,
} from '../../../domain/search/agents.ts'
import { PAGE_MOST } from '../../../domain/limits.ts'
import type { Agent } from '../../../domain/records.ts'
import { BEHIND, listOfWords } from '../../../domain/search/words.ts'
import type { ReadTx, Where } from '../../database.ts'
import { cellOf } from '../../counts.ts'
import { largestCounts } from './network.ts'

export interface AgentSearch extends AgentCriteria {
  readonly order: AgentOrder
  readonly limit: number
  readonly after?: Position | undefined
  readonly bounds?: SearchBounds
}
export interface AgentSearchPage {
  readonly items: readonly Agent[]
  readonly limit: number
  readonly next?: Position
  /** On the first page. */
  readonly counts?: SearchCounts
}

/** Numbers of agents that bound what one search reads. */
export interface SearchBounds {
  /** Where at most this many agents can match, all are read, counted and sorted. */
  readonly few: number
  /** Otherwise at most this many are examined for one page. */
  readonly page: number
  /** Otherwise at most this many are examined for the counts. */
  readonly counts: number
}
const BOUNDS: SearchBounds = { few: 200, page: 1000, counts: 100 }
/** Agents that one query reads after the first. */
const BATCH = 250

/** A page whose agents have been found, but not read whole. */
type FoundPage = Omit<AgentSearchPage, 'items'> & { readonly items: readonly Examined[] }

/**
 * Returns a page of the agents that match, and on the first page how many there are. The number of rows read is bounded (`SearchBounds`).
 * Only the agents of the page are read whole, because the card of an agent can be larger than its other columns together.
 */
export async function searchAgents(tx: ReadTx, search: AgentSearch): Promise<AgentSearchPage> {
  const found = await findPage(tx, { ...search, limit: Math.min(search.limit, PAGE_MOST) })
  const ids = found.items.map(({ svc_id }) => svc_id)
  if (ids.length === 0) return { ...found, items: [] }
  const agents = new Map(
    (
      await tx.agents.find({
        where: { svc_id: { in: ids }, resolves_publicly: true },
        glance: true,
      })
    ).map((agent) => [agent.svc_id, agent]),
  )
  return { ...found, items: ids.flatMap((svc_id) => agents.get(svc_id) ?? []) }
}

async function findPage(tx: ReadTx, search: AgentSearch): Promise<FoundPage> {
  const few = await findIfFew(tx, search)
  if (few) return pageOfFew(few, search)
  const page = await pageInOrder(tx, search)
  return {
    ...page,
    ...(search.after === undefined && {
      counts: (await storedCounts(tx, search)) ?? (await examinedCounts(tx, search)),
    }),
  }
}

/**
 * Returns all agents that have one of the wanted skills or words, where these are few: every agent that matches is among them. Undefined
 * where each skill and word has too many agents.
 */
async function findIfFew(
  tx: ReadTx,
  { words, skill, bounds: { few } = BOUNDS }: AgentSearch,
): Promise<readonly Examined[] | undefined> {
  const list = listOfWords(words)
  // A word with more letters than a list is made by is rarer than the list.
  const longWords = longestFirst(words).filter((word) => list === undefined || word.length > 3)
  const terms = [
    ...(skill === undefined ? [] : [`s:${skill.toWellFormed()}`]),
    ...longWords.map((word) => ({ gte: `w:${word}`, lt: `w:${word}${BEHIND}` })),
    ...(list === undefined ? [] : [list]),
  ]
  for (const term of terms) {
    const found = await tx.agent_terms.find({ where: { term }, limit: few + 1, glance: true })
    if (found.length <= few)
      return findByIds(tx, [...new Set(found.map(({ svc_id }) => svc_id))], skill)
  }
  return undefined
}

const longestFirst = (words: readonly string[]): readonly string[] =>
  words.toSorted((a, b) => b.length - a.length)

async function findByIds(
  tx: ReadTx,
  ids: readonly string[],
  skill: string | undefined,
): Promise<readonly Examined[]> {
  return ids.length === 0
    ? []
    : withSkill(
        tx,
        await tx.agents.glimpse(EXAMINED, {
          where: { svc_id: { in: ids }, resolves_publicly: true },
        }),
        skill,
      )
}

/** Adds to agents whether they have the wanted skill, from the search terms. Their details, which list all skills, are not read. */
async function withSkill(
  tx: ReadTx,
  agents: readonly Omit<Examined, 'details'>[],
  skill: string | undefined,
): Promise<readonly Examined[]> {
  if (skill === undefined || agents.length === 0)
    return agents.map((agent) => ({ ...agent, details: {} }))
  const [names, ids] = [agents.map(({ name_key }) => name_key), agents.map(({ svc_id }) => svc_id)]
  const where = { term: `s:${skill.toWellFormed()}`, name_key: { in: names }, svc_id: { in: ids } }
  const listed = await tx.agent_terms.find({ where, glance: true })
  const skilled = new Set(listed.map(({ svc_id }) => svc_id))
  return agents.map((agent) => ({
    ...agent,
    details: { capabilities: skilled.has(agent.svc_id) ? [skill] : [] },
  }))
}

/** Returns a page of agents that are all in memory. */
function pageOfFew(few: readonly Examined[], search: AgentSearch): FoundPage {
  const { order, after, limit } = search
  const matching = few.filter((agent) => missedOptions(agent, search)?.length === 0)
  const sorted = matching
    .map((agent) => ({ agent, position: positionOf(agent, order) }))
    .toSorted((a, b) => comparePositions(a.position, b.position, order))
  const rest =
    after === undefined
      ? sorted
      : sorted.filter(({ position }) => comparePositions(position, after, order) > 0)
  const items = rest.slice(0, limit)
  return {
    items: items.map(({ agent }) => agent),
    limit,
    ...(rest.length > limit && { next: items.at(-1)!.position }),
    ...(after === undefined && { counts: countOptions(few, search, 'exact') }),
  }
}

/** Examines agents in order from where the page begins, until the page is full or the bound is reached. */
async function pageInOrder(tx: ReadTx, search: AgentSearch): Promise<FoundPage> {
  const { order, limit, bounds: { page: bound } = BOUNDS } = search
  const items: Examined[] = []
  let [after, examined] = [search.after, 0]
  while (examined < bound) {
    const size = Math.min(examined === 0 ? limit + 1 : BATCH, bound - examined)
    const batch = await inOrder(tx, search, { order, after, limit: size })
    items.push(...batch.filter((agent) => missedOptions(agent, search)?.length === 0))
    if (items.length > limit)
      return { items: items.slice(0, limit), limit, next: positionOf(items[limit - 1]!, order) }
    if (batch.length < size) return { items, limit }
    examined += batch.length
    after = positionOf(batch.at(-1)!, order)
  }
  return { items, limit, ...(after && { next: after }) }
}

/**
 * Reads agents in an order: through the search terms of a word or the skill where the order is by name, else through the index of one
 * filter. Verified agents and the others have an index each; the two results are merged.
 */
async function inOrder(
  tx: ReadTx,
  criteria: AgentCriteria,
  { order, after, limit }: { order: AgentOrder; after: Position | undefined; limit: number },
): Promise<readonly Examined[]> {
  const term = order === 'name' ? termOf(criteria) : undefined
  const { category, llm_provider, skill, min_reputation } = criteria
  if (term !== undefined) return findByTerm(tx, term, { skill, after, limit })
  const { field, descending } = ORDERS[order]
  const filter: Where<Agent> =
    category !== undefined ? { category } : llm_provider !== undefined ? { llm_provider } : {}
  const where = {
    ...filter,
    ...(order === 'reputation' && min_reputation > 0 && { score: { gte: min_reputation } }),
  }
  const findListed = (listed: 'verified' | 'public') =>
    tx.agents.glimpse(EXAMINED, {
      where: { listed, ...where },
      orderBy: [field, 'svc_id'],
      descending,
      limit,
      ...(after && { after }),
    })
  const verified = await findListed('verified')
  if (criteria.verified_only) return withSkill(tx, verified, skill)
  const both = [...verified, ...(await findListed('public'))].map((agent) => ({
    agent,
    position: positionOf(agent, order),
  }))
  const first = both
    .toSorted((a, b) => comparePositions(a.position, b.position, order))
    .slice(0, limit)
  return withSkill(
    tx,
    first.map(({ agent }) => agent),
    skill,
  )
}

/** Returns a search term that every agent that matches has, if there is one. */
const termOf = ({ words, skill }: AgentCriteria): string | undefined =>
  listOfWords(words) ?? (skill === undefined ? undefined : `s:${skill.toWellFormed()}`)

/** Reads the agents with a search term, in the order of their names. */
async function findByTerm(
  tx: ReadTx,
  term: string,
  {
    skill,
    after,
    limit,
  }: { skill: string | undefined; after: Position | undefined; limit: number },
): Promise<readonly Examined[]> {
  const entries = await tx.agent_terms.find({
    where: { term },
    orderBy: ['name_key', 'svc_id'],
    limit,
    glance: true,
    ...(after && { after }),
  })
  const agents = new Map(
    (
      await findByIds(
        tx,
        entries.map(({ svc_id }) => svc_id),
        skill,
      )
    ).map((agent) => [agent.svc_id, agent]),
  )
  return entries.flatMap(({ svc_id }) => agents.get(svc_id) ?? [])
}

/** Returns the maintained counts. They apply where nothing but options is chosen; otherwise the result is undefined. */
async function storedCounts(
  tx: ReadTx,
  { words, skill, min_reputation, category, llm_provider, verified_only }: AgentCriteria,
): Promise<SearchCounts | undefined> {
  if (words.length > 0 || skill !== undefined || min_reputation > 0) return undefined
  const where = {
    resolves_publicly: true,
    ...(category !== undefined && { category }),
    ...(llm_provider !== undefined && { llm_provider }),
  }
  const prefix = verified_only ? 'agents.verified' : 'agents.public'
  const verified = await tx.agents.count({ ...where, verification_status: 'verified' })
  const countsOfOptions = (
    option: 'category' | 'llm_provider',
    other: 'category' | 'llm_provider',
    chosen: string | undefined,
  ) =>
    chosen === undefined
      ? largestCounts(tx, { count: `${prefix}.${option}`, most: OPTIONS_MOST })
      : largestCounts(tx, {
          count: `${prefix}.${other}.${option}`,
          grouping: cellOf([chosen, '']).grouping,
          most: OPTIONS_MOST,
        })
  return {
    counted: 'exact',
    total: verified_only ? verified : await tx.agents.count(where),
    verified,
    categories: await countsOfOptions('category', 'llm_provider', llm_provider),
    llm_providers: await countsOfOptions('llm_provider', 'category', category),
  }
}

/** Counts matching agents and options among the first agents in the order, whatever options are chosen. */
async function examinedCounts(tx: ReadTx, search: AgentSearch): Promise<SearchCounts> {
  const { words, skill, min_reputation, order, bounds: { counts: bound } = BOUNDS } = search
  const all = await inOrder(
    tx,
    { words, skill, min_reputation, verified_only: false },
    { order: termOf(search) === undefined ? order : 'name', after: undefined, limit: bound },
  )
  return countOptions(all, search, all.length < bound ? 'exact' : 'at_least')
}
