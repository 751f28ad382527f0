import type { ExaminedAgent } from './agents.ts'
import { isShort } from './terms.ts'
import { hasSkill, readSearchWords, skillHash } from './text.ts'
import { nameKey, searchWords, wordsToFind } from './words.ts'

/** A query in the form that a search compares with agents. */
export interface SearchQuery {
  /** The text without surrounding space, which the name of a skill may equal. */
  readonly text: string
  /** The hash of the skill with this name. */
  readonly skill_hash: string
  /** The sort key of the text, which the name of an agent or of a publisher may equal. */
  readonly key: string
  /** Prefixes. For each of them, the agent must have a word that begins with it. */
  readonly words: readonly string[]
  /** The prefix of an identifier, if the text can be one. */
  readonly id?: string
}

/** Shorter strings are not treated as the prefix of an identifier. */
const MIN_ID_LENGTH = 4

/** Returns the query for a string; undefined if the string has no words and therefore does not exclude any agent. */
export function searchQuery(q: string): SearchQuery | undefined {
  const text = q.trim()
  const words = searchWords(text)
  if (words.length === 0) return undefined
  const id = text.replace(/^did:svc:/, '')
  return {
    text,
    skill_hash: skillHash(text),
    key: nameKey(text),
    words,
    ...(id.length >= MIN_ID_LENGTH &&
      /^[!-~]+$/.test(id) && { id: /^[0-9a-f]+$/i.test(id) ? id.toLowerCase() : id }),
  }
}

/** How well an agent matches a query; lower is better (docs/specification/search.md#search-relevance). */
export const RELEVANCE = { exact: 0, prefix: 1, name: 2, keywords: 3, descriptions: 4 } as const
export type Relevance = (typeof RELEVANCE)[keyof typeof RELEVANCE]

/**
 * Returns how well an agent matches a query; undefined if it does not match. `byId` contains the agents whose identifier begins with the
 * text.
 */
export function relevanceOf(
  agent: ExaminedAgent,
  { skill_hash, key, words, id }: SearchQuery,
  byId: ReadonlySet<string>,
): Relevance | undefined {
  // The organization that registers an agent states its publisher and capabilities, so only those of verified agents may outrank names.
  const isStated = agent.publisher_key === key || hasSkill(agent.search_words, skill_hash)
  if (isStated && agent.listed === 'verified') return RELEVANCE.exact
  if (byId.has(agent.svc_id)) return agent.svc_id === id ? RELEVANCE.exact : RELEVANCE.prefix
  const named = wordsToFind(agent.name)
  const isNamed = (word: string) => named.some((own) => own.startsWith(word))
  if (words.every(isNamed)) {
    if (agent.name_key === key) return RELEVANCE.exact
    return agent.name_key.startsWith(key) ? RELEVANCE.prefix : RELEVANCE.name
  }
  const { keywords, descriptions } = readSearchWords(agent.search_words)
  const isKeyword = (word: string) => isNamed(word) || isIn(keywords, word)
  if (isStated || words.every(isKeyword)) return RELEVANCE.keywords
  return words.every((word) => isKeyword(word) || isIn(descriptions, word))
    ? RELEVANCE.descriptions
    : undefined
}

const isIn = (words: readonly string[], word: string): boolean =>
  isShort(word) ? words.includes(word) : words.some((own) => own.startsWith(word))
