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
} from '../../../domain/search/agents.ts'
import { MAX_PAGE_SIZE } from '../../../domain/limits.ts'
import type { Agent } from '../../../domain/records.ts'
import type { ReadTx } from '../../database.ts'
import { examinedCounts, storedCounts } from './counts.ts'
import { findIfFew, readInOrder } from './index-reads.ts'

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
}

/** Limits the numbers of agents that one search reads. */
export interface SearchBounds {
  /** If at most this many agents can match, all of them are read, counted and sorted. */
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
  if (ids.length === 0) return { ...found, items: [] }
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

async function findPage(tx: ReadTx, search: AgentSearch): Promise<FoundPage> {
  const { bounds = BOUNDS } = search
  const few = await findIfFew(tx, search, bounds.few)
  if (few) return pageOfFew(few, search)
  const page = await pageInOrder(tx, search, bounds.page)
  return {
    ...page,
    ...(search.after === undefined && {
      counts: (await storedCounts(tx, search)) ?? (await examinedCounts(tx, search, bounds.counts)),
    }),
  }
}

/** Returns a page of agents that are all in memory. */
function pageOfFew(few: readonly ExaminedAgent[], search: AgentSearch): FoundPage {
  const { order, after, limit } = search
  const matching = few.filter((agent) => missedOptions(agent, search)?.length === 0)
  const sorted = matching
    .map((agent) => ({ agent, position: positionOf(agent, order) }))
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
    ...(after === undefined && { counts: countOptions(few, search, 'exact') }),
  }
}

/** Examines agents in order, starting at the position of the page, until the page is full or the bound is reached. */
async function pageInOrder(tx: ReadTx, search: AgentSearch, bound: number): Promise<FoundPage> {
  const { order, limit } = search
  const items: ExaminedAgent[] = []
  let [after, examined] = [search.after, 0]
  while (examined < bound) {
    const size = Math.min(examined === 0 ? limit + 1 : BATCH, bound - examined)
    const batch = await readInOrder(tx, search, { order, after, limit: size })
    items.push(...batch.filter((agent) => missedOptions(agent, search)?.length === 0))
    if (items.length > limit)
      return { items: items.slice(0, limit), limit, next: positionOf(items[limit - 1]!, order) }
    if (batch.length < size) return { items, limit }
    examined += batch.length
    after = positionOf(batch.at(-1)!, order)
  }
  return { items, limit, ...(after && { next: after }) }
}
