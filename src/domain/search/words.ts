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
/** The maximum length of the terms of version 1 of the index, which could end within an escaped letter. */
export const FIRST_TERM_LENGTH = 32
/** Limits how many words of a name are indexed, and how many words of a query are used. */
const MAX_WORDS = 8
/**
 * Limits the characters of a string that are read, so that the cost of indexing an agent does not depend on the length of its description.
 */
const MAX_TEXT_LENGTH = 4096
/** Limits the length of the decomposed text. A letter has at most four parts with its accents, but a few symbols have up to 18. */
const MAX_DECOMPOSED_LENGTH = 4 * MAX_TEXT_LENGTH
/** Separates words that are read together. Decomposing text does not yield it. */
export const WORD_END = '\n'

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
  distinctTerms(beginningsOf(wordsIn(cut(text))), { max: MAX_WORDS })

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
  const read = cut(text)
  const words = wordsIn(read)
  const outer = distinctTerms(beginningsOf(words, termLength), { max, termLength })
  if (!UNSEGMENTED.test(read)) return outer
  const parts = distinctTerms(partsOf(words, termLength), {
    max: 2 * max - outer.length,
    termLength,
    known: outer,
  })
  return [...outer, ...parts]
}

/** Returns the letters of each word that its index term contains. */
function* beginningsOf(
  words: readonly string[],
  termLength?: number,
): Generator<string, undefined> {
  for (const word of words) yield word.slice(0, termEnds(word, termLength)(0))
}

/** The letters of scripts that do not separate words. */
const UNSEGMENTED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const STARTS_UNSEGMENTED = new RegExp(`^${UNSEGMENTED.source}`, 'u')

/** Returns whether a word of a query is also found within words, because it begins in a script without spaces. */
export const isFoundWithinWords = (word: string): boolean => STARTS_UNSEGMENTED.test(word)

/**
 * Returns the parts of words that begin with each letter, after the first one, of a script without spaces. A part has only the letters that
 * its index term contains, because the total length of all suffixes of a word grows with the square of its length.
 */
function* partsOf(words: readonly string[], termLength: number): Generator<string, undefined> {
  const text = words.filter((word) => UNSEGMENTED.test(word)).join(WORD_END)
  const endOf = termEnds(text, termLength)
  // Each match ends where a part begins.
  const before = new RegExp(`[^${WORD_END}](?=${UNSEGMENTED.source})`, 'gu')
  while (before.test(text) && before.lastIndex < MAX_TEXT_LENGTH)
    yield text.slice(before.lastIndex, endOf(before.lastIndex))
}

/**
 * Returns a function that maps the start of a part of a text to the end of the letters that the index term of the part contains. They fit
 * into the term entirely unless it is a term of version 1. The starts of the parts must ascend, because what is known about one part is
 * used for the next, so that each letter is read twice at most.
 */
function termEnds(text: string, termLength = MAX_TERM_LENGTH): (start: number) => number {
  const room = termLength === FIRST_TERM_LENGTH ? termLength + ESCAPE_LENGTH - 1 : termLength
  const lengthInTerm = (at: number) => (text.charCodeAt(at) < 0x80 ? 1 : ESCAPE_LENGTH)
  let [begin, end, used] = [0, 0, 0]
  return (start) => {
    if (start > end) [begin, end, used] = [start, start, 0]
    for (; begin < start; begin += lengthAt(text, begin)) used -= lengthInTerm(begin)
    const last = Math.min(start + MAX_WORD_LETTERS, text.length)
    for (; end < last && text[end] !== WORD_END; end += lengthAt(text, end)) {
      if (used + lengthInTerm(end) > room) break
      used += lengthInTerm(end)
    }
    return Math.min(end, last)
  }
}

/** Returns the length of the character at a position of a string. */
const lengthAt = (text: string, at: number): number => (text.codePointAt(at)! > 0xffff ? 2 : 1)

/** Returns the part of a string that is read. */
export const cut = (text: string): string => text.slice(0, MAX_TEXT_LENGTH)
/** Returns the distinct words of a string, without case and accents. */
const wordsIn = (text: string): readonly string[] => [
  ...new Set(folded(text).match(/[\p{L}\p{N}]+/gu)),
]

/**
 * Returns at most `max` distinct index terms without the known ones, given the letters that each of them contains. It stops reading when it
 * has found them. Letters that occur repeatedly are escaped once.
 */
function distinctTerms(
  beginnings: Iterable<string>,
  {
    max,
    termLength = MAX_TERM_LENGTH,
    known = [],
  }: { max: number; termLength?: number | undefined; known?: readonly string[] },
): readonly string[] {
  const [read, terms] = [new Set<string>(), new Set(known)]
  for (const letters of beginnings) {
    if (terms.size - known.length >= max) break
    const before = read.size
    if (read.add(letters).size > before) terms.add(ascii(letters).slice(0, termLength))
  }
  return [...terms].slice(known.length)
}

/**
 * Removes case and accents. Each character is replaced on its own, so the result for a text consists of those for its parts. Accents are
 * removed first, because the normalization would sort those of a letter in time proportional to the square of their number. Text is
 * converted to upper case before lower case, because some letters have several lower-case forms and `ß` becomes two letters.
 */
export const folded = (text: string): string =>
  withoutMarks(withoutMarks(text.toWellFormed()).normalize('NFKD').slice(0, MAX_DECOMPOSED_LENGTH))
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
const withoutMarks = (text: string): string => text.replace(/\p{M}/gu, '')

/** Returns an index term with its escaped letters decoded. The term remains without case and accents. */
export const readableWord = (word: string): string =>
  word.replace(/~([0-9a-f]{6})/g, (_, code: string) => String.fromCodePoint(parseInt(code, 16)))

/** The length of the escaped form of a character. */
const ESCAPE_LENGTH = 7

/**
 * Replaces tildes and all characters other than printable ASCII with a tilde and the code point, so that they sort after printable ASCII
 * and by code point.
 */
const ascii = (text: string): string =>
  text.replace(
    /[^\u0020-\u007d]/gu,
    (letter) => `~${letter.codePointAt(0)!.toString(16).padStart(6, '0')}`,
  )
