/** An entry of the index that public agents are found by. */
export interface AgentTerm {
  /** `s:` and a skill, or a term of `indexTerms`. */
  term: string
  name_key: string
  svc_id: string
}

/** Longer names are sorted by their beginning, and longer words are found by it. */
const MAX_KEY_LENGTH = 96
const MAX_WORD_LENGTH = 32
/** Words of a name that it can be found by, and words of a question that are looked at. */
export const MAX_WORDS = 8

/** Behind every word that begins alike: words are printable ASCII, and this is not. */
export const AFTER_PREFIX = '\u007f'

/** A name as it is sorted: without regard to case and accents, in ASCII, so that every store sorts alike. */
export const nameKey = (name: string): string => ascii(folded(name).trim()).slice(0, MAX_KEY_LENGTH)

/** The words of a name or of a question, without regard to case and accents, each once. */
export function searchWords(text: string): readonly string[] {
  const words = folded(text).match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words.map((word) => ascii(word).slice(0, MAX_WORD_LENGTH)))].slice(
    0,
    MAX_WORDS,
  )
}

/** How much of a word has to be typed until there is a list for it. */
const PREFIX_LENGTH = 3

/** What an agent of this name is found by: each word, the beginning of each word, and the beginnings of each two words. */
export function indexTerms(name: string): readonly string[] {
  const words = searchWords(name)
  const beginnings = prefixesOf(words)
  const pairs = beginnings.flatMap((one, at) =>
    beginnings.slice(at + 1).map((other) => pairOf(one, other)),
  )
  return [
    ...words.map((word) => `w:${word}`),
    ...beginnings.map((beginning) => `b:${beginning}`),
    ...pairs,
  ]
}

/** A list that holds every agent that these words find: that of two beginnings, or of one. Undefined where too little is typed. */
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

/** To capitals and back, because some letters have several small forms, and `ß` is two letters. */
const folded = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')

/** Other letters as their numbers behind a tilde, which sorts them behind those of ASCII and in their own order. */
const ascii = (text: string): string =>
  text.replace(
    /[^\u0020-\u007d]/gu,
    (letter) => `~${letter.codePointAt(0)!.toString(16).padStart(6, '0')}`,
  )
