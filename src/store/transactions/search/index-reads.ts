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
import {
  isLongerThanPrefix,
  narrowestTerm,
  skillTerm,
  wordTermsFrom,
} from '../../../domain/search/words.ts'
import type { ReadTx, Where } from '../../database.ts'

/**
 * Returns all agents that have the requested skill or one of the requested words, if there are only few; they include every matching agent.
 * Returns undefined if the skill and each word have too many agents.
 */
export async function findIfFew(
  tx: ReadTx,
  { words, skill }: AgentCriteria,
  few: number,
): Promise<readonly ExaminedAgent[] | undefined> {
  const narrowest = narrowestTerm(words)
  const longWords = longestFirst(words).filter(
    (word) => narrowest === undefined || isLongerThanPrefix(word),
  )
  const terms = [
    ...(skill === undefined ? [] : [skillTerm(skill)]),
    ...longWords.map(wordTermsFrom),
    ...(narrowest === undefined ? [] : [narrowest]),
  ]
  for (const term of terms) {
    const found = await tx.agent_terms.find({ where: { term }, limit: few + 1, lock: false })
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
): Promise<readonly ExaminedAgent[]> {
  return ids.length === 0
    ? []
    : withSkill(
        tx,
        await tx.agents.select(EXAMINED_COLUMNS, {
          where: { svc_id: { in: ids }, resolves_publicly: true },
        }),
        skill,
      )
}

/**
 * Adds the requested skill to the agents that have it according to the search terms. Their details, which list all skills, are not read.
 */
async function withSkill(
  tx: ReadTx,
  agents: readonly Omit<ExaminedAgent, 'details'>[],
  skill: string | undefined,
): Promise<readonly ExaminedAgent[]> {
  if (skill === undefined || agents.length === 0)
    return agents.map((agent) => ({ ...agent, details: {} }))
  const [names, ids] = [agents.map(({ name_key }) => name_key), agents.map(({ svc_id }) => svc_id)]
  const where = { term: skillTerm(skill), name_key: { in: names }, svc_id: { in: ids } }
  const listed = await tx.agent_terms.find({ where, lock: false })
  const idsWithSkill = new Set(listed.map(({ svc_id }) => svc_id))
  return agents.map((agent) => ({
    ...agent,
    details: { capabilities: idsWithSkill.has(agent.svc_id) ? [skill] : [] },
  }))
}

/**
 * Reads agents in an order: if they are ordered by name, through the search terms of a word or the skill, otherwise through the index for
 * one filter. Verified agents and the others are read separately, and the two results are merged.
 */
export async function readInOrder(
  tx: ReadTx,
  criteria: AgentCriteria,
  { order, after, limit }: { order: AgentOrder; after: Position | undefined; limit: number },
): Promise<readonly ExaminedAgent[]> {
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
    tx.agents.select(EXAMINED_COLUMNS, {
      where: { listed, ...where },
      orderBy: [field, 'svc_id'],
      descending,
      limit,
      ...(after && { after }),
    })
  const verified = await findListed('verified')
  if (criteria.verified_only) return withSkill(tx, verified, skill)
  const merged = [...verified, ...(await findListed('public'))].map((agent) => ({
    agent,
    position: positionOf(agent, order),
  }))
  const page = merged
    .toSorted((a, b) => comparePositions(a.position, b.position, order))
    .slice(0, limit)
  return withSkill(
    tx,
    page.map(({ agent }) => agent),
    skill,
  )
}

/** Returns a search term that every matching agent has, if there is one. */
export const termOf = ({ words, skill }: AgentCriteria): string | undefined =>
  narrowestTerm(words) ?? (skill === undefined ? undefined : skillTerm(skill))

/** Reads the agents with a search term, in the order of their names. */
async function findByTerm(
  tx: ReadTx,
  term: string,
  {
    skill,
    after,
    limit,
  }: { skill: string | undefined; after: Position | undefined; limit: number },
): Promise<readonly ExaminedAgent[]> {
  const entries = await tx.agent_terms.find({
    where: { term },
    orderBy: ['name_key', 'svc_id'],
    limit,
    lock: false,
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
