import type { AgentMatch } from '../../../src/domain/search/matches.ts'

/**
 * A reference implementation of how words are found, in a form that is easy to check: every word becomes a term, and so does each of its
 * suffixes that begins at a letter of a script without spaces; terms are compared. The cost grows with the length of a text times that of
 * a term, so the texts must be short.
 */

const LETTERS = 32
const ESCAPED = /~[0-9a-f]{6}/.source
const UNSEGMENTED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

const folded = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
const wordsIn = (text: string): readonly string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** Returns the term of a word. A term of 32 characters, as in version 1 of the index, may end within an escaped letter. */
function termOf(word: string, length: number): string {
  const escaped = word
    .slice(0, LETTERS)
    .replaceAll(
      /[^\0-\u007f]/gu,
      (letter) => `~${letter.codePointAt(0)!.toString(16).padStart(6, '0')}`,
    )
  if (length === 32) return escaped.slice(0, length)
  return new RegExp(`^(?:${ESCAPED}|[^~])*`).exec(escaped.slice(0, length))![0]
}

/** Returns the suffixes of words that begin at each letter of a script without spaces, other than the words themselves. */
const suffixesOf = (words: readonly string[]): readonly string[] =>
  words.flatMap((word) => {
    const letters = [...word]
    return letters.flatMap((letter, at) =>
      at > 0 && UNSEGMENTED.test(letter) ? [letters.slice(at).join('')] : [],
    )
  })

/** Returns the words that `wordsToFind` should return. */
export function expectedWords(text: string, max: number, length = 96): readonly string[] {
  const words = wordsIn(text)
  const outer = [...new Set(words.map((word) => termOf(word, length)))].slice(0, max)
  if (!UNSEGMENTED.test(text)) return outer
  const suffixes = suffixesOf(words).map((suffix) => termOf(suffix, length))
  return [...new Set([...outer, ...suffixes])].slice(0, 2 * max)
}

/** Returns the matches that `matchesOf` should return for the description of an agent, or for its name. */
export function expectedMatches(
  field: 'name' | 'description',
  text: string,
  wanted: readonly string[],
): readonly AgentMatch[] {
  const finds = (term: string) =>
    wanted.some((word) =>
      field !== 'name' && word.length < 3 ? term === word : term.startsWith(word),
    )
  const written = text.toWellFormed().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  const found = written.filter((run) => {
    const words = wordsIn(run)
    return [...words, ...suffixesOf(words)].some((word) => finds(termOf(word, 96)))
  })
  const words = [...new Set(found)].slice(0, 8)
  return words.length === 0 ? [] : [{ field, text, words }]
}
