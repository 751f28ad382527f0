import type { Agent } from '../agents/agent.ts'
import { readSearchWords, SEARCH_VERSION } from './text.ts'
import { AFTER_PREFIX, FIRST_TERM_LENGTH, searchWords, wordsToFind } from './words.ts'

/**
 * The kinds of index terms, by the character with which they begin: `w` a word of the name, `b` the prefix of one such word, `p` the
 * prefixes of two; `k` a keyword that is not in the name, `d` a word of a description that is neither in the name nor a keyword; `s` a
 * capability, `u` a publisher. This type lists only the kinds whose terms contain a whole word.
 */
export type WordKind = 'w' | 'k' | 'd'
/** The kinds of terms that contain a single word or its prefix. */
export type PrefixKind = WordKind | 'b'

/** The length of the indexed prefixes; shorter words of a query have no prefix in the index. */
const PREFIX_LENGTH = 3

/** Returns the index term of a skill. */
export const skillTerm = (skill: string): string => `s:${skill.toWellFormed()}`

/** Returns the index term of a publisher. */
export const publisherTerm = (publisher_key: string): string => `u:${publisher_key}`

export const wordTerm = (kind: PrefixKind, word: string): string => `${kind}:${word}`

/** A range of index terms. */
export interface TermRange {
  readonly gte: string
  readonly lt: string
}

/** Returns the range of the index terms of all words of one kind that begin with a word. */
export const wordTermsFrom = (kind: PrefixKind, word: string): TermRange => ({
  gte: wordTerm(kind, word),
  lt: `${wordTerm(kind, word)}${AFTER_PREFIX}`,
})

/** Returns whether a word is too short to find the words that begin with it, except in names. */
export const isShort = (word: string): boolean => word.length < PREFIX_LENGTH

/** Returns the index terms of one kind that a word of a query finds. */
export const termsFoundBy = (kind: WordKind, word: string): string | TermRange =>
  kind !== 'w' && isShort(word) ? wordTerm(kind, word) : wordTermsFrom(kind, word)

/**
 * Returns whether a word begins with a letter outside ASCII, whose escaped form fills the prefix in the index, so that the prefix
 * distinguishes few words.
 */
export const isEscaped = (word: string): boolean => word.startsWith('~')

/** Returns the terms by which a listed agent is found; those of the version of the index in which it was last indexed. */
export function termsOf({
  name,
  details: { capabilities = [] },
  search_words,
  publisher_key,
  search_version,
}: Pick<
  Agent,
  'name' | 'details' | 'search_words' | 'publisher_key' | 'search_version'
>): readonly string[] {
  const named =
    search_version === SEARCH_VERSION
      ? wordsToFind(name)
      : wordsToFind(name, undefined, FIRST_TERM_LENGTH)
  const { keywords, descriptions } = readSearchWords(search_words)
  const besidesName = (kind: WordKind, words: readonly string[]) =>
    words.filter((word) => !named.includes(word)).map((word) => wordTerm(kind, word))
  return [
    ...nameTerms(name, named),
    ...new Set(capabilities.map(skillTerm)),
    ...(publisher_key === null ? [] : [publisherTerm(publisher_key)]),
    ...besidesName('k', keywords),
    ...besidesName('d', descriptions),
  ]
}

/** Returns the index terms of a name with these words: each word, the prefix of each word, and the prefixes of each pair of words. */
function nameTerms(name: string, words: readonly string[]): readonly string[] {
  const prefixes = prefixesOf(searchWords(name))
  const pairs = prefixes.flatMap((first, index) =>
    prefixes.slice(index + 1).map((second) => pairOf(first, second)),
  )
  return [
    ...words.map((word) => wordTerm('w', word)),
    ...prefixesOf(words).map((prefix) => `b:${prefix}`),
    ...pairs,
  ]
}

/**
 * Returns an index term that belongs to every agent whose name contains the words, or undefined if every word is too short. The term is
 * made from one or two prefixes. A pair is used only if both words begin with ASCII characters, because the index has no pairs for suffixes
 * of words.
 */
export function narrowestTerm(words: readonly string[]): string | undefined {
  const longest = words
    .filter((word) => word.length >= PREFIX_LENGTH)
    .toSorted((a, b) => Number(isEscaped(a)) - Number(isEscaped(b)) || b.length - a.length)
  const [first, second] = prefixesOf(longest)
  if (first === undefined) return undefined
  return second === undefined || isEscaped(second) ? `b:${first}` : pairOf(first, second)
}

const prefixesOf = (words: readonly string[]): readonly string[] => [
  ...new Set(words.map((word) => word.slice(0, PREFIX_LENGTH))),
]
const pairOf = (first: string, second: string): string =>
  `p:${[first, second].toSorted().join(' ')}`
