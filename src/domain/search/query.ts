import type { ExaminedAgent } from './agents.ts'
import { isShort } from './terms.ts'
import { hasSkill, readSearchWords, skillHash } from './text.ts'
import { foldedName, nameKey, publisherKey, searchWords, wordsToFind } from './words.ts'

/** A query in the form that a search compares with agents. */
export interface SearchQuery {
  /** The text without surrounding space, which the name of a skill may equal. */
  readonly text: string
  /** The hash of the skill with this name. */
  readonly skill_hash: string
  /** The text without case and accents, which the name of an agent may equal. */
  readonly name: string
  /** The sort key of the text. A name that equals the text has the same key, and the key of a name with this prefix begins with it. */
  readonly name_key: string
  readonly publisher_key: string
  /**
   * The words of the text. An agent that is not found by its identifier, publisher or a capability must have, for each of them, a word that
   * begins with it; outside of the name, the word must equal it if it is short.
   */
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
    name: foldedName(text),
    name_key: nameKey(text),
    publisher_key: publisherKey(text),
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
  { skill_hash, name, publisher_key, words, id }: SearchQuery,
  byId: ReadonlySet<string>,
): Relevance | undefined {
  // The organization that registers an agent states its publisher and capabilities, so only those of verified agents may outrank names.
  const isStated = agent.publisher_key === publisher_key || hasSkill(agent.search_words, skill_hash)
  if (isStated && agent.listed === 'verified') return RELEVANCE.exact
  const ownName = foldedName(agent.name)
  const isFoundById = byId.has(agent.svc_id)
  if (ownName === name || (isFoundById && agent.svc_id === id)) return RELEVANCE.exact
  if (isFoundById || ownName.startsWith(name)) return RELEVANCE.prefix
  const named = wordsToFind(agent.name)
  const isNamed = (word: string) => named.some((own) => own.startsWith(word))
  if (words.every(isNamed)) return RELEVANCE.name
  const { keywords, descriptions } = readSearchWords(agent.search_words)
  const isKeyword = (word: string) => isNamed(word) || isIn(keywords, word)
  if (isStated || words.every(isKeyword)) return RELEVANCE.keywords
  return words.every((word) => isKeyword(word) || isIn(descriptions, word))
    ? RELEVANCE.descriptions
    : undefined
}

const isIn = (words: readonly string[], word: string): boolean =>
  isShort(word) ? words.includes(word) : words.some((own) => own.startsWith(word))
