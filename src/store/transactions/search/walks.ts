import type {
  AgentCriteria,
  AgentOrder,
  ExaminedAgent,
  Position,
} from '../../../domain/search/agents.ts'
import { RELEVANCE, type Relevance, type SearchQuery } from '../../../domain/search/query.ts'
import {
  isEscaped,
  isShort,
  narrowestTerm,
  wordTerm,
  type WordKind,
} from '../../../domain/search/terms.ts'
import type { ReadTx } from '../../database.ts'
import { exactTerms, filterTerms, findByIds } from './candidates.ts'
import { listWalk, type Walk } from './list-walk.ts'
import {
  listSource,
  memorySource,
  merged,
  namesFrom,
  termSource,
  variantsOf,
  type Entry,
  type Source,
} from './sources.ts'

/**
 * A part of the results of a search, in order. Its walk yields every matching agent of this relevance, or every matching agent if it
 * has no relevance.
 */
export interface Stage {
  readonly relevance?: Relevance
  readonly walk: () => Promise<Walk>
}

/**
 * Returns the stages that read the agents of a search in its order: by relevance, one class after another; by name, through the index
 * terms; otherwise, through the index for one filter.
 */
export function stagesOf(
  tx: ReadTx,
  criteria: AgentCriteria,
  { order, byId }: { order: AgentOrder; byId: ReadonlySet<string> },
): readonly Stage[] {
  const { query } = criteria
  const named = (source: () => Promise<Source>) => async () => walkOf(tx, criteria, await source())
  if (order === 'relevance' && query)
    return Object.values(RELEVANCE).map((relevance) => ({
      relevance,
      walk: named(() => sourceOf(tx, query, { relevance, byId })),
    }))
  if (order === 'relevance' || order === 'name') {
    const terms = filterTerms(criteria)
    if (query) return [{ walk: named(() => everySource(tx, query, byId)) }]
    if (terms[0] !== undefined) return [{ walk: named(async () => termSource(tx, terms[0]!)) }]
  }
  return [{ walk: async () => listWalk(tx, criteria, order) }]
}

/** Returns a superset of the agents that match a query; the caller filters out the rest. */
async function everySource(
  tx: ReadTx,
  query: SearchQuery,
  byId: ReadonlySet<string>,
): Promise<Source> {
  return merged([
    ...exactTerms(query).map((term) => termSource(tx, term)),
    await idSource(tx, byId),
    await wordSource(tx, query.words, ['k', 'd']),
  ])
}

/** Returns a superset of the agents that match the query at this relevance; the caller filters out the rest. */
async function sourceOf(
  tx: ReadTx,
  query: SearchQuery,
  { relevance, byId }: { relevance: Relevance; byId: ReadonlySet<string> },
): Promise<Source> {
  switch (relevance) {
    case RELEVANCE.exact:
      return merged([
        listSource(tx, query.name_key),
        ...exactTerms(query).map((term) => termSource(tx, term)),
        await idSource(tx, byId),
      ])
    case RELEVANCE.prefix:
      return merged([listSource(tx, namesFrom(query.name_key)), await idSource(tx, byId)])
    case RELEVANCE.name:
      return nameSource(tx, query.words)
    case RELEVANCE.keywords:
      return merged([
        ...exactTerms(query).map((term) => termSource(tx, term)),
        await wordSource(tx, query.words, ['k']),
      ])
    case RELEVANCE.descriptions:
      return wordSource(tx, query.words, ['k', 'd'])
  }
}

async function idSource(tx: ReadTx, byId: ReadonlySet<string>): Promise<Source> {
  if (byId.size === 0) return memorySource([])
  const where = { svc_id: { in: [...byId] }, resolves_publicly: true }
  return memorySource(await tx.agents.select(['name_key', 'svc_id'], { where }))
}

/** Limits the number of words with the same prefix whose agents are read separately. */
const MAX_VARIANTS = 16
/** Limits the number of indexed prefixes that begin with the same letters: one for each next letter, and the letters themselves. */
const MAX_PREFIXES = 40

/** Returns a superset of the agents whose names have all the words; the caller filters out the rest. */
async function nameSource(tx: ReadTx, words: readonly string[]): Promise<Source> {
  const longest = longestOf(words)
  if (isEscaped(longest)) {
    const found = await variantsOf(tx, { kinds: ['w'], word: longest, max: MAX_VARIANTS })
    if (found) return ofTerms(tx, found)
  }
  const term = narrowestTerm(words)
  if (term !== undefined) return termSource(tx, term)
  // A single letter matches so many names that scanning all agents fills a page quickly.
  const prefixes =
    longest.length === 1
      ? undefined
      : await variantsOf(tx, { kinds: ['b'], word: longest, max: MAX_PREFIXES })
  return prefixes ? ofTerms(tx, prefixes) : listSource(tx)
}

/** Returns a superset of the agents that have the words in their name or in fields of these kinds; only the longest word is looked up. */
async function wordSource(
  tx: ReadTx,
  words: readonly string[],
  kinds: readonly WordKind[],
): Promise<Source> {
  const word = longestOf(words)
  const terms = isShort(word)
    ? kinds.map((kind) => wordTerm(kind, word))
    : await variantsOf(tx, { kinds, word, max: MAX_VARIANTS })
  return terms ? merged([await nameSource(tx, [word]), ofTerms(tx, terms)]) : listSource(tx)
}

const ofTerms = (tx: ReadTx, terms: readonly string[]): Source =>
  merged(terms.map((term) => termSource(tx, term)))
const longestOf = (words: readonly string[]): string =>
  words.toSorted((a, b) => b.length - a.length)[0]!

/** Returns a walk over the agents of a source. Agents that have changed during the walk may be missing from it. */
const walkOf =
  (tx: ReadTx, criteria: AgentCriteria, source: Source): Walk =>
  async (after, limit) => {
    const entries = await source(after && entryOf(after), limit)
    const agents = new Map(
      (
        await findByIds(
          tx,
          entries.map(({ svc_id }) => svc_id),
          criteria,
        )
      ).map((agent) => [agent.svc_id, agent]),
    )
    // The search continues after the last agent of a batch, so an entry whose agent is gone yields a placeholder.
    return entries.map((entry) => agents.get(entry.svc_id) ?? placeholderFor(entry))
  }

const entryOf = (position: Position): Entry => ({
  name_key: String(position.at(-2)),
  svc_id: String(position.at(-1)),
})

/** Returns an agent that matches no search, in the position of an index term whose agent is not listed any more. */
const placeholderFor = ({ name_key, svc_id }: Entry): ExaminedAgent => ({
  svc_id,
  name_key,
  organization_id: '',
  name: '',
  listed: 'unlisted',
  score: 0,
  category: null,
  llm_provider: null,
  registered_at: '',
  search_words: '',
  publisher_key: null,
})
