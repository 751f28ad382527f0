import {
  comparePositions,
  EXAMINED_COLUMNS,
  ORDERS,
  positionOf,
  type AgentCriteria,
  type AgentOrder,
  type ExaminedAgent,
  type Position,
} from '../../../domain/search/agents.ts'
import type { Agent } from '../../../domain/records.ts'
import type { ReadTx, Where } from '../../database.ts'
import { withSkills } from './candidates.ts'

/** Returns agents in an order after a position, fewer than `limit` only if there are no more. */
export type Walk = (after: Position | undefined, limit: number) => Promise<readonly ExaminedAgent[]>

/** The minimum number of agents that a walk reads with one filter at a time. */
const MIN_BATCH = 16

/**
 * Returns a walk over listed agents in an order, through the index for one filter. It reads verified and other agents separately, and also
 * the agents of each chosen category or, without a category, of each chosen provider. It keeps what it has read until that is returned, so
 * it reads at most one batch for each filter more than it returns. The walk must be continued after the last agent that it returned.
 */
export function listWalk(tx: ReadTx, criteria: AgentCriteria, order: AgentOrder): Walk {
  const { field, descending } = ORDERS[order]
  const cursors = listFilters(criteria, order).map((where): ListCursor => ({ where, ahead: [] }))
  return async (after, limit) => {
    const share = Math.max(MIN_BATCH, Math.ceil(limit / cursors.length))
    const page: ExaminedAgent[] = []
    let position = after
    while (page.length < limit) {
      for (const cursor of cursors.filter(({ ahead }) => ahead?.length === 0)) {
        const found = await tx.agents.select(EXAMINED_COLUMNS, {
          where: cursor.where,
          orderBy: [field, 'svc_id'],
          descending,
          limit: share,
          ...(position && { after: position.slice(-2) }),
        })
        cursor.ahead = found.length === 0 ? undefined : [...found]
      }
      const next = takeFirst(cursors, order)
      if (!next) break
      page.push(next)
      position = positionOf(next, order)
    }
    return withSkills(tx, page, criteria)
  }
}

interface ListCursor {
  readonly where: Where<Agent>
  /** The agents that have been read and not returned, in order; undefined if there are no more. */
  ahead: ExaminedAgent[] | undefined
}

/** Removes the agent that comes first in the order, and returns it. */
function takeFirst(cursors: readonly ListCursor[], order: AgentOrder): ExaminedAgent | undefined {
  const heads = cursors.flatMap(({ ahead }) => {
    const agent = ahead?.[0]
    return agent && ahead ? [{ ahead, agent, position: positionOf(agent, order) }] : []
  })
  const [head, ...others] = heads
  if (!head) return undefined
  const first = others.reduce(
    (least, one) => (comparePositions(one.position, least.position, order) < 0 ? one : least),
    head,
  )
  first.ahead.shift()
  return first.agent
}

function listFilters(
  { categories, llm_providers, verified_only, min_reputation }: AgentCriteria,
  order: AgentOrder,
): readonly Where<Agent>[] {
  const options: readonly Where<Agent>[] =
    categories.length > 0
      ? [...new Set(categories)].map((category) => ({ category }))
      : llm_providers.length > 0
        ? [...new Set(llm_providers)].map((llm_provider) => ({ llm_provider }))
        : [{}]
  const score =
    order === 'reputation' && min_reputation > 0 ? { score: { gte: min_reputation } } : {}
  const lists = verified_only ? (['verified'] as const) : (['verified', 'public'] as const)
  return lists.flatMap((listed) => options.map((option) => ({ listed, ...option, ...score })))
}
