/** An entry of the index by which public agents are found. */
export interface AgentTerm {
  /** A term of one of the kinds that `terms.ts` lists. */
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
export const AFTER_PREFIX = '\u007f'

/** Returns the sort key of a name. It has no case or accents and is in ASCII, so that every store sorts it the same way. */
export const nameKey = (name: string): string => ascii(folded(name).trim()).slice(0, MAX_KEY_LENGTH)

/** Returns the distinct words of a name or of a query, without case and accents. */
export const searchWords = (text: string): readonly string[] =>
  distinct(wordsIn(text).map(toTerm), MAX_WORDS)

/**
 * Returns the distinct words of a text, up to a number of them, and then the beginnings within words of scripts that are written without
 * spaces, up to the same number. A part of such a word is found because it begins one of them
 * (docs/specification/search.md#search-words).
 */
export function wordsToFind(text: string, max = MAX_WORDS): readonly string[] {
  const words = wordsIn(text)
  const outer = distinct(words.map(toTerm), max)
  if (!UNSEGMENTED.test(text)) return outer
  return distinct([...outer, ...words.flatMap(partsOf).map(toTerm)], 2 * max)
}

/** Returns the words of a text as they are written there, each with the form by which it is found. */
export const writtenWords = (text: string): readonly (readonly [written: string, word: string])[] =>
  [...text.toWellFormed().matchAll(/[\p{L}\p{N}\p{M}]+/gu)].flatMap(([written]) => {
    const [word] = wordsIn(written)
    return word === undefined ? [] : [[written, toTerm(word)] as const]
  })

/** The letters of scripts that separate words by no character. */
const UNSEGMENTED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** Returns the rest of a word from each letter, after the first one, of a script without spaces. */
function partsOf(word: string): readonly string[] {
  const letters = [...word]
  return letters.flatMap((letter, index) =>
    index > 0 && UNSEGMENTED.test(letter) ? [letters.slice(index).join('')] : [],
  )
}

const wordsIn = (text: string): readonly string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? []
const toTerm = (word: string): string => ascii(word).slice(0, MAX_WORD_LENGTH)
const distinct = (words: readonly string[], max: number): readonly string[] =>
  [...new Set(words)].slice(0, max)

/** Removes case and accents. Text is converted to upper case first, because some letters have several lower-case forms and `ß` becomes two letters. */
const folded = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')

/** Returns a word in its letters, without case and accents. */
export const readableWord = (word: string): string =>
  word.replace(/~([0-9a-f]{6})/g, (_, code: string) => String.fromCodePoint(parseInt(code, 16)))

/** Replaces non-ASCII characters by a tilde and their code point, so that they sort after ASCII and by code point. */
const ascii = (text: string): string =>
  text.replace(
    /[^\u0020-\u007d]/gu,
    (letter) => `~${letter.codePointAt(0)!.toString(16).padStart(6, '0')}`,
  )
