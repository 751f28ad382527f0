/** An entry of the index by which public agents are found. */
export interface AgentTerm {
  /** A term from `skillTerm` or `indexTerms`. */
  term: string
  name_key: string
  svc_id: string
}

/** Longer names are sorted, and longer words are found, by their beginnings. */
const MAX_KEY_LENGTH = 96
const MAX_WORD_LENGTH = 32
/** Limits how many words of a name are indexed, and how many words of a query are used. */
const MAX_WORDS = 8

/** A character that sorts after every continuation of a prefix, because words consist of printable ASCII characters. */
const AFTER_PREFIX = '\u007f'

/** Returns the sort key of a name. It has no case or accents and is in ASCII, so that every store sorts it the same way. */
export const nameKey = (name: string): string => ascii(folded(name).trim()).slice(0, MAX_KEY_LENGTH)

/** Returns the distinct words of a name or of a query, without case and accents. */
export function searchWords(text: string): readonly string[] {
  const words = folded(text).match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words.map((word) => ascii(word).slice(0, MAX_WORD_LENGTH)))].slice(
    0,
    MAX_WORDS,
  )
}

/** The length of the indexed prefixes; shorter words of a query are not looked up in the index. */
const PREFIX_LENGTH = 3

/** Returns the index term of a skill. */
export const skillTerm = (skill: string): string => `s:${skill.toWellFormed()}`

const wordTerm = (word: string): string => `w:${word}`

/** Returns the range of the index terms of all words that begin with a word. */
export const wordTermsFrom = (word: string): { gte: string; lt: string } => ({
  gte: wordTerm(word),
  lt: `${wordTerm(word)}${AFTER_PREFIX}`,
})

/** Returns whether a word is longer than the prefixes in the index, so that fewer agents have it. */
export const isLongerThanPrefix = (word: string): boolean => word.length > PREFIX_LENGTH

/** Returns the index terms of a name: each word, the prefix of each word, and the prefixes of each pair of words. */
export function indexTerms(name: string): readonly string[] {
  const words = searchWords(name)
  const prefixes = prefixesOf(words)
  const pairs = prefixes.flatMap((first, index) =>
    prefixes.slice(index + 1).map((second) => pairOf(first, second)),
  )
  return [...words.map(wordTerm), ...prefixes.map((prefix) => `b:${prefix}`), ...pairs]
}

/** Returns an index term that all matching agents have, made from two prefixes or from one; undefined if every word is too short. */
export function narrowestTerm(words: readonly string[]): string | undefined {
  const longest = words
    .filter((word) => word.length >= PREFIX_LENGTH)
    .toSorted((a, b) => b.length - a.length)
  const [first, second] = prefixesOf(longest)
  if (first === undefined) return undefined
  return second === undefined ? `b:${first}` : pairOf(first, second)
}

const prefixesOf = (words: readonly string[]): readonly string[] => [
  ...new Set(words.map((word) => word.slice(0, PREFIX_LENGTH))),
]
const pairOf = (first: string, second: string): string =>
  `p:${[first, second].toSorted().join(' ')}`

/** Removes case and accents. Text is converted to upper case first, because some letters have several lower-case forms and `ß` becomes two letters. */
const folded = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')

/** Replaces non-ASCII characters by a tilde and their code point, so that they sort after ASCII and by code point. */
const ascii = (text: string): string =>
  text.replace(
    /[^\u0020-\u007d]/gu,
    (letter) => `~${letter.codePointAt(0)!.toString(16).padStart(6, '0')}`,
  )
