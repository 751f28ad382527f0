import { sha256Hex } from '../crypto/hash.ts'

/** An entry of the index by which public agents are found. */
export interface AgentTerm {
  /** A term of one of the kinds that `terms.ts` lists. */
  term: string
  name_key: string
  svc_id: string
}

/** Longer names are sorted by a prefix of this length. */
const MAX_KEY_LENGTH = 96
/** Longer words are found by a prefix of this many letters, which is shorter if its index term would have too many characters. */
const MAX_WORD_LETTERS = 32
const MAX_TERM_LENGTH = 96
/** The maximal length of the terms of version 1 of the index, which could end within an escaped letter. */
export const FIRST_TERM_LENGTH = 32
/** Limits how many words of a name are indexed, and how many words of a query are used. */
const MAX_WORDS = 8
/**
 * Limits the characters of a string that are read, so that the cost of indexing an agent does not depend on the length of its description.
 */
export const MAX_TEXT_LENGTH = 4096

/** A character that sorts after every continuation of a prefix, because words consist of printable ASCII characters. */
export const AFTER_PREFIX = '\u007f'

/** Returns a name without case and accents. Two names are the same if the results are equal. */
export const foldedName = (name: string): string => folded(cut(name)).trim()

/**
 * Returns the sort key of a name. The key is in ASCII, without case and accents, so that every store sorts it in the same way. Long names
 * with the same beginning have the same key.
 */
export const nameKey = (name: string): string =>
  ascii(foldedName(name).slice(0, MAX_KEY_LENGTH)).slice(0, MAX_KEY_LENGTH)

/**
 * Returns the key by which agents of a publisher are found. Only names that are the same without case and accents have the same key: a
 * tilde in a key that is not a hash is followed by a hexadecimal digit.
 */
export function publisherKey(name: string): string {
  const publisher = foldedName(name)
  const key = ascii(publisher)
  return key.length <= MAX_KEY_LENGTH ? key : `~#${sha256Hex(publisher)}`
}

/** Returns the distinct words of a name or of a query, without case and accents. */
export const searchWords = (text: string): readonly string[] =>
  distinct(wordsIn(cut(text)), { max: MAX_WORDS })

/**
 * Returns at most `max` distinct words of a string. In scripts that are written without spaces, suffixes of the words follow, so that the
 * result has at most twice `max` words. A query within such a word is found because it is a prefix of one of the suffixes
 * (docs/specification/search.md#search-words).
 */
export function wordsToFind(
  text: string,
  max = MAX_WORDS,
  termLength = MAX_TERM_LENGTH,
): readonly string[] {
  const words = wordsIn(cut(text))
  const outer = distinct(words, { max, termLength })
  if (!UNSEGMENTED.test(text)) return outer
  const parts = distinct(partsOf(words), {
    max: 2 * max - outer.length,
    termLength,
    known: outer,
  })
  return [...outer, ...parts]
}

/** A word as it is written in a string. */
export interface WrittenWord {
  readonly written: string
  /** Returns whether `fits` accepts one of the words by which this word is found. */
  readonly isFoundBy: (fits: (word: string) => boolean) => boolean
}

/** Returns the words of a string one after the other, so that a caller can stop early. */
export function* writtenWords(text: string): Generator<WrittenWord, undefined> {
  for (const [written] of cut(text)
    .toWellFormed()
    .matchAll(/[\p{L}\p{N}\p{M}]+/gu))
    yield { written, isFoundBy: (fits) => hasWord(wordsIn(written), fits) }
}

function hasWord(words: readonly string[], fits: (word: string) => boolean): boolean {
  if (words.some((word) => fits(toTerm(word)))) return true
  for (const part of partsOf(words)) if (fits(toTerm(part))) return true
  return false
}

/** The letters of scripts that do not separate words. */
const UNSEGMENTED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/**
 * Returns the parts of words that begin with each letter, after the first one, of a script without spaces. A part has no more letters than
 * an index term, because the total length of all parts of a word grows with the square of its length.
 */
function* partsOf(words: readonly string[]): Generator<string, undefined> {
  for (const word of words.filter((one) => UNSEGMENTED.test(one))) {
    const letters = [...word]
    const starts = [...letters.keys()].filter((at) => at > 0 && UNSEGMENTED.test(letters[at]!))
    for (const at of starts) yield letters.slice(at, at + MAX_WORD_LETTERS).join('')
  }
}

const cut = (text: string): string => text.slice(0, MAX_TEXT_LENGTH)
const wordsIn = (text: string): readonly string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** Returns the index term of a word. Unless it is a term of version 1, it ends with a whole letter. */
function toTerm(word: string, length = MAX_TERM_LENGTH): string {
  const term = ascii(word.slice(0, MAX_WORD_LETTERS)).slice(0, length)
  const lastEscape = term.lastIndexOf('~')
  const isWhole = lastEscape < 0 || lastEscape + ESCAPE_LENGTH <= term.length
  return isWhole || length === FIRST_TERM_LENGTH ? term : term.slice(0, lastEscape)
}

/** Returns at most `max` distinct terms of words, without the known ones. It stops reading when it has found them. */
function distinct(
  words: Iterable<string>,
  options: {
    readonly max: number
    readonly termLength?: number
    readonly known?: readonly string[]
  },
): readonly string[] {
  const { max, termLength, known = [] } = options
  const seen = new Set(known)
  for (const word of words) {
    if (seen.size - known.length >= max) break
    seen.add(toTerm(word, termLength))
  }
  return [...seen].slice(known.length)
}

/**
 * Removes case and accents. Text is converted to upper case first, because some letters have several lower-case forms and `ß` becomes two
 * letters.
 */
const folded = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')

/** Returns an index term with its escaped letters decoded. The term remains without case and accents. */
export const readableWord = (word: string): string =>
  word.replace(/~([0-9a-f]{6})/g, (_, code: string) => String.fromCodePoint(parseInt(code, 16)))

/** The length of the escaped form of a character. */
const ESCAPE_LENGTH = 7

/** Replaces non-ASCII characters with a tilde and their code point, so that they sort after ASCII and by code point. */
const ascii = (text: string): string =>
  text.replace(
    /[^\u0020-\u007d]/gu,
    (letter) => `~${letter.codePointAt(0)!.toString(16).padStart(6, '0')}`,
  )
