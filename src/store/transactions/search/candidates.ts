import { AFTER_PREFIX } from '../../../domain/search/words.ts'
import {
  EXAMINED_COLUMNS,
  type AgentCriteria,
  type ExaminedAgent,
  type InstalledIn,
  type SearchFacts,
} from '../../../domain/search/agents.ts'
import type { SearchQuery } from '../../../domain/search/query.ts'
import { skillHash } from '../../../domain/search/text.ts'
import {
  publisherTerm,
  skillTerm,
  termsFoundBy,
  type TermRange,
  type WordKind,
} from '../../../domain/search/terms.ts'
import { cellOf } from '../../counts.ts'
import type { ReadTx } from '../../database.ts'

export const WORD_KINDS: readonly WordKind[] = ['w', 'k', 'd']

/** Limits the agents that are found by a prefix of their identifier, in the order of the identifiers. */
export const MAX_BY_ID = 200
/** If an organization has at most this many agents, or at most this many are installed in it, all of them are read. */
const MAX_OF_ORGANIZATION = 1000

/** Returns the identifiers of public agents that begin with the query. */
export async function findById(
  tx: ReadTx,
  query: SearchQuery | undefined,
): Promise<readonly string[]> {
  if (query?.id === undefined) return []
  const agents = await tx.agents.select(['svc_id'], {
    where: {
      resolves_publicly: true,
      svc_id: { gte: query.id, lt: `${query.id}${AFTER_PREFIX}` },
    },
    orderBy: ['svc_id'],
    limit: MAX_BY_ID,
  })
  return agents.map(({ svc_id }) => svc_id)
}

/**
 * Returns all agents that can match, if there are only a few: those of the caller's organizations, those installed there, those with the
 * skill or the publisher, or those with one word of the query. Returns undefined if each of these sets is too large.
 */
export async function findIfFew(
  tx: ReadTx,
  criteria: AgentCriteria,
  { byId, few }: Pick<SearchFacts, 'byId'> & { few: number },
): Promise<readonly ExaminedAgent[] | undefined> {
  const { owners, installed, query } = criteria
  if (owners) {
    const own = await findOwn(tx, owners)
    if (own) return withSkills(tx, own, criteria)
  }
  if (installed) {
    const ids = await findInstalled(tx, installed)
    if (ids.size <= MAX_OF_ORGANIZATION) return findByIds(tx, [...ids], criteria)
  }
  for (const term of filterTerms(criteria)) {
    const ids = await findByTerms(tx, [term], few)
    if (ids) return findByIds(tx, ids, criteria)
  }
  if (!query) return undefined
  const exact = await findByTerms(tx, exactTerms(query), few)
  if (!exact) return undefined
  for (const word of query.words.toSorted((a, b) => b.length - a.length)) {
    const ids = await findByTerms(
      tx,
      WORD_KINDS.map((kind) => termsFoundBy(kind, word)),
      few,
    )
    if (ids) return findByIds(tx, [...ids, ...exact, ...byId], criteria)
  }
  return undefined
}

/** Returns the index terms that the skill and the publisher of the criteria require. */
export const filterTerms = ({ skill, publisher_key }: AgentCriteria): readonly string[] => [
  ...(skill === undefined ? [] : [skillTerm(skill)]),
  ...(publisher_key === undefined ? [] : [publisherTerm(publisher_key)]),
]

/** Returns the index terms of the agents that have a skill or a publisher that matches the query exactly. */
export const exactTerms = ({ text, publisher_key }: SearchQuery): readonly string[] => [
  skillTerm(text),
  publisherTerm(publisher_key),
]

/** Returns the identifiers of the agents with one of the index terms, or undefined if too many agents have one of the terms. */
async function findByTerms(
  tx: ReadTx,
  terms: readonly (string | TermRange)[],
  few: number,
): Promise<readonly string[] | undefined> {
  // Counting up to a limit takes a fraction of the time of reading as many rows.
  for (const term of terms)
    if ((await tx.agent_terms.count({ term }, few + 1)) > few) return undefined
  const ids = new Set<string>()
  for (const term of terms) {
    const found = await tx.agent_terms.find({ where: { term }, limit: few, lock: false })
    for (const { svc_id } of found) ids.add(svc_id)
  }
  return [...ids]
}

/** Reads the agents of organizations, including unlisted ones, or returns undefined if there are too many. */
async function findOwn(
  tx: ReadTx,
  owners: readonly string[],
): Promise<readonly ExaminedAgent[] | undefined> {
  const agents = await tx.agents.select(EXAMINED_COLUMNS, {
    where: { organization_id: { in: owners } },
    limit: MAX_OF_ORGANIZATION + 1,
  })
  return agents.length > MAX_OF_ORGANIZATION ? undefined : agents
}

/**
 * Returns the identifiers of installed agents. If more than `MAX_OF_ORGANIZATION` are installed, it may return only some of them, but then
 * more than `MAX_OF_ORGANIZATION`, so that the caller can tell. With `among`, it returns all that are in that list.
 */
async function findInstalled(
  tx: ReadTx,
  installed: InstalledIn,
  among?: readonly string[],
): Promise<ReadonlySet<string>> {
  const { name, groups } = await installedCountOf(tx, installed)
  const found = new Set<string>()
  for (const group of groups) {
    const remaining = among?.filter((id) => !found.has(id))
    if (remaining?.length === 0 || (!among && found.size > MAX_OF_ORGANIZATION)) break
    const counters = await tx.counters.find({
      where: {
        name,
        grouping: cellOf([group, '']).grouping,
        rows: { gt: 0 },
        ...(remaining && { value: { in: remaining } }),
      },
      ...(!remaining && { limit: MAX_OF_ORGANIZATION + 1 }),
      lock: false,
    })
    for (const { value } of counters) found.add(value)
  }
  return found
}

/**
 * Returns the name of the count of installed agents by organization or by workspace, and which of its groups to read: none for a workspace
 * of another organization.
 */
async function installedCountOf(
  tx: ReadTx,
  { organizations, workspace_id }: InstalledIn,
): Promise<{ name: string; groups: readonly string[] }> {
  if (workspace_id === undefined)
    return { name: 'installations.current.organization_id.agent_id', groups: organizations }
  const workspace = await tx.workspaces.get({ workspace_id })
  const isReached = workspace && organizations.includes(workspace.organization_id)
  return {
    name: 'installations.current.workspace_id.agent_id',
    groups: isReached ? [workspace_id] : [],
  }
}

/** Reads the public agents with these ids. */
export const findByIds = async (
  tx: ReadTx,
  ids: readonly string[],
  criteria: AgentCriteria,
): Promise<readonly ExaminedAgent[]> =>
  ids.length === 0
    ? []
    : withSkills(
        tx,
        await tx.agents.select(EXAMINED_COLUMNS, {
          where: { svc_id: { in: [...new Set(ids)] }, resolves_publicly: true },
        }),
        criteria,
      )

/**
 * Adds the hashes of requested skills to agents whose `search_words` is null, because an earlier version of the platform stored them, if
 * the index terms show that an agent has such a skill. Their details, which list all skills, are not read.
 */
export async function withSkills(
  tx: ReadTx,
  agents: readonly ExaminedAgent[],
  { skill, query }: AgentCriteria,
): Promise<readonly ExaminedAgent[]> {
  const skills = [skill, query?.text].filter((text) => text !== undefined)
  const unindexed = agents.filter(({ search_words }) => search_words === null)
  if (skills.length === 0 || unindexed.length === 0) return agents
  const where = {
    term: { in: skills.map(skillTerm) },
    name_key: { in: unindexed.map(({ name_key }) => name_key) },
    svc_id: { in: unindexed.map(({ svc_id }) => svc_id) },
  }
  const listed = Map.groupBy(
    await tx.agent_terms.find({ where, lock: false }),
    ({ svc_id }) => svc_id,
  )
  return agents.map((agent) => {
    const terms = listed.get(agent.svc_id)?.map(({ term }) => term) ?? []
    const hashes = skills.filter((text) => terms.includes(skillTerm(text))).map(skillHash)
    return hashes.length === 0 ? agent : { ...agent, search_words: `\n\n${hashes.join(' ')}` }
  })
}

/** Adds to the facts which of these agents are installed in the organizations or the workspace of the criteria. */
export async function withInstalled(
  tx: ReadTx,
  {
    search: { installed },
    facts,
    agents,
  }: { search: AgentCriteria; facts: SearchFacts; agents: readonly ExaminedAgent[] },
): Promise<SearchFacts> {
  if (!installed || agents.length === 0) return facts
  const ids = agents.map(({ svc_id }) => svc_id)
  return { ...facts, installed: await findInstalled(tx, installed, ids) }
}
