import {
  comparePositions,
  countOptions,
  missedOptions,
  positionOf,
  type AgentCriteria,
  type AgentOrder,
  type ExaminedAgent,
  type Position,
  type SearchCounts,
  type SearchFacts,
} from '../../../domain/search/agents.ts'
import { MAX_PAGE_SIZE } from '../../../domain/limits.ts'
import type { Agent } from '../../../domain/records.ts'
import { relevanceOf } from '../../../domain/search/query.ts'
import { skillHash } from '../../../domain/search/text.ts'
import type { ReadTx } from '../../database.ts'
import { findById, findIfFew, MAX_BY_ID, withInstalled } from './candidates.ts'
import { examinedCounts, storedCounts } from './counts.ts'
import { suggestQueries } from './suggestions.ts'
import { stagesOf, type Stage } from './walks.ts'

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
  /** Present on the first page. */
  readonly counts?: SearchCounts
  /** Queries to try instead. Present on the first page if nothing was found because a word of the query occurs in no agent. */
  readonly suggestions?: readonly string[]
}

/** Limits how many agents one search reads. Own and installed agents have a limit of their own (`candidates.ts`). */
export interface SearchBounds {
  /** If a word, the skill or the publisher of a search occurs in at most this many agents, all of these are read, counted and sorted. */
  readonly few: number
  /** Otherwise at most this many are examined for one page. */
  readonly page: number
  /** Otherwise at most this many are examined for the counts. */
  readonly counts: number
}
const BOUNDS: SearchBounds = { few: 200, page: 1000, counts: 100 }
/** Limits the agents that each query after the first one reads. */
const BATCH = 250

/** A page of agents that have been found but not read completely. */
type FoundPage = Omit<AgentSearchPage, 'items'> & { readonly items: readonly ExaminedAgent[] }

/**
 * Returns a page of the matching agents, and on the first page also their number. The number of rows that are read is bounded
 * (`SearchBounds`). Only the agents of the page are read completely, because the card of an agent can be larger than all of its other
 * columns together.
 */
export async function searchAgents(tx: ReadTx, search: AgentSearch): Promise<AgentSearchPage> {
  const found = await findPage(tx, { ...search, limit: Math.min(search.limit, MAX_PAGE_SIZE) })
  const ids = found.items.map(({ svc_id }) => svc_id)
  if (ids.length === 0) return { ...found, ...(await suggestionsFor(tx, search, found)), items: [] }
  const agents = new Map(
    (
      await tx.agents.find({
        where: { svc_id: { in: ids }, resolves_publicly: true },
        lock: false,
      })
    ).map((agent) => [agent.svc_id, agent]),
  )
  return { ...found, items: ids.flatMap((svc_id) => agents.get(svc_id) ?? []) }
}

async function suggestionsFor(
  tx: ReadTx,
  { query }: AgentSearch,
  { counts, next }: FoundPage,
): Promise<Pick<AgentSearchPage, 'suggestions'>> {
  if (!query || !counts || counts.total > 0 || next) return {}
  const suggestions = await suggestQueries(tx, query.words)
  return suggestions.length === 0 ? {} : { suggestions }
}

async function findPage(tx: ReadTx, search: AgentSearch): Promise<FoundPage> {
  const { bounds = BOUNDS } = search
  const byId = new Set(await findById(tx, search.query))
  const facts = { byId, skill: search.skill === undefined ? undefined : skillHash(search.skill) }
  const few = await findIfFew(tx, search, { byId, few: bounds.few })
  if (few) {
    const known = await withInstalled(tx, { search, facts, agents: few })
    return pageOfFew(few, search, known)
  }
  const page = await pageInOrder(tx, { search, facts, bound: bounds.page })
  if (search.after !== undefined) return page
  const counts =
    (await storedCounts(tx, search)) ??
    (await examinedCounts(tx, { search, facts, bound: bounds.counts }))
  return { ...page, counts }
}

/** Returns a page of agents that are all in memory. */
function pageOfFew(
  few: readonly ExaminedAgent[],
  search: AgentSearch,
  facts: SearchFacts,
): FoundPage {
  const { order, after, limit, query } = search
  const matching = few.filter((agent) => missedOptions(agent, search, facts)?.length === 0)
  const sorted = matching
    .map((agent) => {
      const relevance = query && relevanceOf(agent, query, facts.byId)
      return { agent, position: positionOf(agent, order, relevance) }
    })
    .toSorted((a, b) => comparePositions(a.position, b.position, order))
  const remaining =
    after === undefined
      ? sorted
      : sorted.filter(({ position }) => comparePositions(position, after, order) > 0)
  const items = remaining.slice(0, limit)
  return {
    items: items.map(({ agent }) => agent),
    limit,
    ...(remaining.length > limit && { next: items.at(-1)!.position }),
    ...(after === undefined && {
      counts: countOptions(
        few,
        { criteria: search, facts },
        facts.byId.size < MAX_BY_ID ? 'exact' : 'at_least',
      ),
    }),
  }
}

interface BoundedSearch {
  readonly search: AgentSearch
  readonly facts: SearchFacts
  readonly bound: number
}

/**
 * Examines agents in order, starting at the position of the page, until the page is full or the bound is reached. Stages that cannot
 * contain the rest of the results are skipped.
 */
async function pageInOrder(tx: ReadTx, bounded: BoundedSearch): Promise<FoundPage> {
  const { search, facts } = bounded
  const { after, limit, order } = search
  const items: FoundItem[] = []
  let examined = 0
  let start = after
  for (const stage of stagesOf(tx, search, { order, byId: facts.byId })) {
    if (start && stage.relevance !== undefined && stage.relevance < Number(start[0])) continue
    const from = start && (stage.relevance ?? start[0]) === start[0] ? start : undefined
    const walk = await examineStage(tx, stage, {
      ...bounded,
      after: from,
      bound: bounded.bound - examined,
      wanted: limit + 1 - items.length,
    })
    items.push(...walk.items)
    if (items.length > limit)
      return {
        items: items.slice(0, limit).map(({ agent }) => agent),
        limit,
        next: items[limit - 1]!.position,
      }
    if (walk.next) return { items: items.map(({ agent }) => agent), limit, next: walk.next }
    examined += walk.examined
    start = undefined
  }
  return { items: items.map(({ agent }) => agent), limit }
}

interface FoundItem {
  readonly agent: ExaminedAgent
  readonly position: Position
}
interface StageResult {
  readonly items: readonly FoundItem[]
  readonly examined: number
  /** Where to continue if the bound was reached. */
  readonly next?: Position
}

async function examineStage(
  tx: ReadTx,
  stage: Stage,
  {
    search,
    facts,
    after,
    bound,
    wanted,
  }: BoundedSearch & { readonly after: Position | undefined; readonly wanted: number },
): Promise<StageResult> {
  const { query, order } = search
  const { relevance } = stage
  const read = await stage.walk()
  const items: FoundItem[] = []
  let [examined, last] = [0, after]
  while (examined < bound) {
    const size = Math.min(examined === 0 ? search.limit + 1 : BATCH, bound - examined)
    const batch = await read(last, size)
    const known = await withInstalled(tx, { search, facts, agents: batch })
    items.push(
      ...batch
        .filter(
          (agent) =>
            missedOptions(agent, search, known)?.length === 0 &&
            (relevance === undefined || relevanceOf(agent, query!, facts.byId) === relevance),
        )
        .map((agent) => ({ agent, position: positionOf(agent, order, relevance) })),
    )
    examined += batch.length
    if (items.length >= wanted || batch.length < size) return { items, examined }
    last = positionOf(batch.at(-1)!, order, relevance)
  }
  return { items, examined, next: last ?? positionOf(FIRST, order, relevance) }
}

/** A position before every agent. The next page begins a stage at this position if the bound had been used up before that stage. */
const FIRST = { svc_id: '', name_key: '', score: 0, registered_at: '' }
