/** Longer names are sorted, and longer words found, by their beginning. */
const KEY_MOST = 96
const WORD_MOST = 32
/** Words of a name that it can be found by, and words of a question that are looked at. */
export const WORDS_MOST = 12

/** Behind every word that begins alike: words are printable ASCII, and this is not. */
export const BEHIND = '\u007f'

/** A name as it is sorted: without regard to case and accents, in ASCII, so that every store sorts alike. */
export const nameKey = (name: string): string => ascii(folded(name).trim()).slice(0, KEY_MOST)

/** The words of a name or of a question, without regard to case and accents, each once. */
export function searchWords(text: string): readonly string[] {
  const words = folded(text).match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words.map((word) => ascii(word).slice(0, WORD_MOST)))].slice(0, WORDS_MOST)
}

/** To capitals and back, because some letters have several small forms, and `ß` is two letters. */
const folded = (text: string): string =>
  text.toWellFormed().normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().toLowerCase().replaceAll('ς', 'σ')

/** Other letters as their numbers behind a tilde, which sorts them behind those of ASCII and in their own order. */
const ascii = (text: string): string =>
  text.replace(/[^\u0020-\u007d]/gu, (letter) => `~${letter.codePointAt(0)!.toString(16).padStart(6, '0')}`)
