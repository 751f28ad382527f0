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
import { largest } from './network.ts'

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

export interface SearchBounds {
  /** A question that so many agents answer at most is answered whole: all are read, then counted and sorted. */
  readonly few: number
  /** Else so many agents are examined for one page, */
  readonly page: number
  /** and so many for its counts. */
  readonly counts: number
}
const BOUNDS: SearchBounds = { few: 200, page: 1000, counts: 100 }
const BATCH = 250

/** A page whose agents are not read yet. */
type Found = Omit<AgentSearchPage, 'items'> & { readonly items: readonly Examined[] }

/**
 * A page of the agents that fit, and on the first page how many there are. What is read is bounded: by an index where one answers the
 * question, else few agents, else the order from where the page begins, for so far. Only those of the page are read whole, because the
 * card of an agent can be larger than everything else about it.
 */
export async function searchAgents(tx: ReadTx, search: AgentSearch): Promise<AgentSearchPage> {
  const found = await findAgents(tx, { ...search, limit: Math.min(search.limit, PAGE_MOST) })
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

async function findAgents(tx: ReadTx, search: AgentSearch): Promise<Found> {
  const few = await fewThatFit(tx, search)
  if (few) return pageOfFew(few, search)
  const page = await pageInOrder(tx, search)
  return {
    ...page,
    ...(search.after === undefined && {
      counts: (await keptCounts(tx, search)) ?? (await examinedCounts(tx, search)),
    }),
  }
}

/** All agents that have the rarest of the words and skills that are asked for, where these are few; every agent that fits is among them. */
async function fewThatFit(
  tx: ReadTx,
  { words, skill, bounds: { few } = BOUNDS }: AgentSearch,
): Promise<readonly Examined[] | undefined> {
  const list = listOfWords(words)
  // What is longer than the words of a list is rarer than the list.
  const long = longestFirst(words).filter((word) => list === undefined || word.length > 3)
  const ranges = [
    ...(skill === undefined ? [] : [`s:${skill.toWellFormed()}`]),
    ...long.map((word) => ({ gte: `w:${word}`, lt: `w:${word}${BEHIND}` })),
    ...(list === undefined ? [] : [list]),
  ]
  for (const term of ranges) {
    const found = await tx.agent_terms.find({ where: { term }, limit: few + 1, glance: true })
    if (found.length <= few)
      return agentsNamed(tx, [...new Set(found.map(({ svc_id }) => svc_id))], skill)
  }
  return undefined
}

const longestFirst = (words: readonly string[]): readonly string[] =>
  words.toSorted((a, b) => b.length - a.length)

async function agentsNamed(
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

/** Of what agents can do only whether it is what is asked for, as the lists have it. */
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
  const able = new Set(listed.map(({ svc_id }) => svc_id))
  return agents.map((agent) => ({
    ...agent,
    details: { capabilities: able.has(agent.svc_id) ? [skill] : [] },
  }))
}

function pageOfFew(few: readonly Examined[], search: AgentSearch): Found {
  const { order, after, limit } = search
  const fitting = few.filter((agent) => missedOptions(agent, search)?.length === 0)
  const sorted = fitting
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

/** The order from where the page begins, until the page is full or so many were examined. */
async function pageInOrder(tx: ReadTx, search: AgentSearch): Promise<Found> {
  const { order, limit, bounds: { page: most } = BOUNDS } = search
  const items: Examined[] = []
  let [after, examined] = [search.after, 0]
  while (examined < most) {
    const size = Math.min(examined === 0 ? limit + 1 : BATCH, most - examined)
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

/** Agents in an order: by a list of those with the words or the skill, else by the index of one filter; the lists of verified agents and of others are merged. */
async function inOrder(
  tx: ReadTx,
  criteria: AgentCriteria,
  { order, after, limit }: { order: AgentOrder; after: Position | undefined; limit: number },
): Promise<readonly Examined[]> {
  const term = order === 'name' ? listOf(criteria) : undefined
  const { category, llm_provider, skill, min_reputation } = criteria
  if (term !== undefined) return onList(tx, term, { skill, after, limit })
  const { field, descending } = ORDERS[order]
  const filter: Where<Agent> =
    category !== undefined ? { category } : llm_provider !== undefined ? { llm_provider } : {}
  const where = {
    ...filter,
    ...(order === 'reputation' && min_reputation > 0 && { score: { gte: min_reputation } }),
  }
  const of = (listed: 'verified' | 'public') =>
    tx.agents.glimpse(EXAMINED, {
      where: { listed, ...where },
      orderBy: [field, 'svc_id'],
      descending,
      limit,
      ...(after && { after }),
    })
  const verified = await of('verified')
  if (criteria.verified_only) return withSkill(tx, verified, skill)
  const both = [...verified, ...(await of('public'))].map((agent) => ({
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

/** A list in the order of names that has every agent that fits. */
const listOf = ({ words, skill }: AgentCriteria): string | undefined =>
  listOfWords(words) ?? (skill === undefined ? undefined : `s:${skill.toWellFormed()}`)

async function onList(
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
      await agentsNamed(
        tx,
        entries.map(({ svc_id }) => svc_id),
        skill,
      )
    ).map((agent) => [agent.svc_id, agent]),
  )
  return entries.flatMap(({ svc_id }) => agents.get(svc_id) ?? [])
}

/** Counts that are kept: where nothing but options is chosen. */
async function keptCounts(
  tx: ReadTx,
  { words, skill, min_reputation, category, llm_provider, verified_only }: AgentCriteria,
): Promise<SearchCounts | undefined> {
  if (words.length > 0 || skill !== undefined || min_reputation > 0) return undefined
  const where = {
    resolves_publicly: true,
    ...(category !== undefined && { category }),
    ...(llm_provider !== undefined && { llm_provider }),
  }
  const among = verified_only ? 'agents.verified' : 'agents.public'
  const verified = await tx.agents.count({ ...where, verification_status: 'verified' })
  const options = (
    option: 'category' | 'llm_provider',
    other: 'category' | 'llm_provider',
    chosen: string | undefined,
  ) =>
    chosen === undefined
      ? largest(tx, { count: `${among}.${option}`, most: OPTIONS_MOST })
      : largest(tx, {
          count: `${among}.${other}.${option}`,
          grouping: cellOf([chosen, '']).grouping,
          most: OPTIONS_MOST,
        })
  return {
    counted: 'exact',
    total: verified_only ? verified : await tx.agents.count(where),
    verified,
    categories: await options('category', 'llm_provider', llm_provider),
    llm_providers: await options('llm_provider', 'category', category),
  }
}

/** Counts among the first of all agents in the order, whatever options are chosen. */
async function examinedCounts(tx: ReadTx, search: AgentSearch): Promise<SearchCounts> {
  const { words, skill, min_reputation, order, bounds: { counts: most } = BOUNDS } = search
  const all = await inOrder(
    tx,
    { words, skill, min_reputation, verified_only: false },
    { order: listOf(search) === undefined ? order : 'name', after: undefined, limit: most },
  )
  return countOptions(all, search, all.length < most ? 'exact' : 'at_least')
}
