import type { Agent, AgentDetails } from '../agents/agent.ts'
import { sha256Hex } from '../crypto/hash.ts'
import { cut, publisherKey, wordsToFind } from './words.ts'

/** The words, besides those of its name, by which an agent is found. */
interface SearchText {
  /** The words of its publisher, category, capabilities, and the names and tags of the skills on its card. */
  readonly keywords: readonly string[]
  /** The words of its description and of the descriptions of the skills on its card. */
  readonly descriptions: readonly string[]
}

/** Limits the distinct words of each field, and the skills of a card that are read (docs/specification/search.md#search-fields). */
const MAX = { publisher: 4, category: 4, capabilities: 16, skills: 16, description: 48, card: 16 }
const MAX_SKILLS = 32

/** Returns the words of an agent's details by which it is found. */
function searchTextOf({
  publisher = '',
  category = '',
  capabilities = [],
  description = '',
  card,
}: AgentDetails): SearchText {
  const skills = cardSkills(card)
  const keywords = [
    ...wordsToFind(publisher, MAX.publisher),
    ...wordsToFind(category, MAX.category),
    ...wordsToFind(separated(capabilities.join(' ')), MAX.capabilities),
    ...wordsToFind(separated(skills.flatMap(namesOf).join(' ')), MAX.skills),
  ]
  const descriptions = [
    ...wordsToFind(description, MAX.description),
    ...wordsToFind(skills.map(descriptionOf).join(' '), MAX.card),
  ]
  const known = new Set(keywords)
  return {
    keywords: [...known],
    descriptions: [...new Set(descriptions)].filter((word) => !known.has(word)),
  }
}

/** A skill on a card. Its members can have any value, because they are stored as they were registered. */
export type CardSkill = Readonly<Record<string, unknown>>

/** Returns the skills on a card, at most `MAX_SKILLS` of them. */
export function cardSkills(card: AgentDetails['card']): readonly CardSkill[] {
  const skills = card?.['skills']
  if (!Array.isArray(skills)) return []
  return skills
    .slice(0, MAX_SKILLS)
    .filter((skill): skill is CardSkill => typeof skill === 'object' && skill !== null)
}

/** Returns the identifier, the name and the tags of a skill on a card. */
export const namesOf = ({ id, name, tags }: CardSkill): readonly string[] =>
  [id, name, ...(Array.isArray(tags) ? tags : [])].filter((text) => typeof text === 'string')

export const descriptionOf = ({ description }: CardSkill): string =>
  typeof description === 'string' ? description : ''

/** Separates the words of names such as `readInvoice` in the part of a string that is read. */
export const separated = (text: string): string =>
  cut(cut(text).replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 '))

/**
 * Returns the form in which `search_words` contains a skill: a part of its hash, because names of skills can be long, and a search examines
 * many agents.
 */
export const skillHash = (skill: string): string => sha256Hex(skill.toWellFormed()).slice(0, 16)

/** The columns from which a search decides whether an agent matches; they change together with its index terms. */
export interface SearchColumns {
  /** Three lines of words separated by spaces: the keywords, the words of the descriptions, and the hashes of the capabilities. */
  readonly search_words: string
  readonly publisher_key: string | null
  /** The version of the index terms; lower, or null, for an agent that was indexed by an earlier version of the platform. */
  readonly search_version: number
}

/** In version 1, the limits on the length of words and publishers applied to their escaped forms. */
export const SEARCH_VERSION = 2

/** Returns the columns by which an agent is found. */
export function searchColumnsOf({ details }: Pick<Agent, 'details'>): SearchColumns {
  const { keywords, descriptions } = searchTextOf(details)
  const hashes = new Set((details.capabilities ?? []).map(skillHash))
  return {
    search_words: [keywords, descriptions, [...hashes]].map((line) => line.join(' ')).join('\n'),
    publisher_key: details.publisher === undefined ? null : publisherKey(details.publisher),
    search_version: SEARCH_VERSION,
  }
}

/**
 * Returns the words in the column `search_words`, which is null for an agent that an earlier version of the platform stored, until it has
 * been indexed.
 */
export function readSearchWords(
  search_words: string | null,
): SearchText & { readonly skills: readonly string[] } {
  const [keywords = '', descriptions = '', skills = ''] = (search_words ?? '').split('\n')
  return { keywords: words(keywords), descriptions: words(descriptions), skills: words(skills) }
}
const words = (text: string): readonly string[] => (text === '' ? [] : text.split(' '))

/** Returns whether an agent has the skill with this hash. */
export const hasSkill = (search_words: string | null, skill_hash: string): boolean =>
  readSearchWords(search_words).skills.includes(skill_hash)
