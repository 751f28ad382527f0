/** An entry of the index that public agents are found by. */
export interface AgentTerm {
  /** A term of `skillTerm` or `indexTerms`. */
  term: string
  name_key: string
  svc_id: string
}

/** Longer names are sorted by their beginning, and longer words are found by it. */
const MAX_KEY_LENGTH = 96
const MAX_WORD_LENGTH = 32
/** Limits the words of a name that are indexed, and the words of a query that are used. */
const MAX_WORDS = 8

/** Sorts after every continuation of a prefix, because words consist of printable ASCII characters. */
export const AFTER_PREFIX = '\u007f'

/** Returns the sort key of a name: without case and accents, and in ASCII, so that every store sorts it the same way. */
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

/** Returns the index terms of a name: each word, the prefix of each word, and the prefixes of each two words. */
export function indexTerms(name: string): readonly string[] {
  const words = searchWords(name)
  const beginnings = prefixesOf(words)
  const pairs = beginnings.flatMap((one, at) =>
    beginnings.slice(at + 1).map((other) => pairOf(one, other)),
  )
  return [...words.map(wordTerm), ...beginnings.map((beginning) => `b:${beginning}`), ...pairs]
}

/** Returns an index term that all matching agents have, of two prefixes or of one; undefined if every word is too short. */
export function narrowestTerm(words: readonly string[]): string | undefined {
  const longest = words
    .filter((word) => word.length >= PREFIX_LENGTH)
    .toSorted((a, b) => b.length - a.length)
  const [one, other] = prefixesOf(longest)
  if (one === undefined) return undefined
  return other === undefined ? `b:${one}` : pairOf(one, other)
}

const prefixesOf = (words: readonly string[]): readonly string[] => [
  ...new Set(words.map((word) => word.slice(0, PREFIX_LENGTH))),
]
const pairOf = (one: string, other: string): string => `p:${[one, other].toSorted().join(' ')}`

/** Removes case and accents. Text is converted to upper case first, because some letters have several lower-case forms and `ß` becomes two letters. */
const folded = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')

/** Writes other characters as a tilde and their code point, which sorts them after ASCII and in their own order. */
const ascii = (text: string): string =>
  text.replace(
    /[^\u0020-\u007d]/gu,
    (letter) => `~${letter.codePointAt(0)!.toString(16).padStart(6, '0')}`,
  )
