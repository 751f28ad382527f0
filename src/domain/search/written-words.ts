import { isShort } from './terms.ts'
import { folded, isFoundWithinWords, readableWord, WORD_END } from './words.ts'

/** Separates texts that are read together. Folding does not change it, because it is a noncharacter. A text with it counts as several. */
const TEXT_END = '\uffff'

/** Joins texts, so that all of them are read at once; `splitTexts` splits the result into the texts again. */
export const joinTexts = (texts: readonly string[]): string => texts.join(TEXT_END)
export const splitTexts = (joined: string): readonly string[] => joined.split(TEXT_END)

/** A word of a query in the form in which it is compared with the words of a text. */
interface WantedWord {
  /** The word without case and accents. */
  readonly letters: string
  readonly finds: 'words that begin with it' | 'the word itself' | 'words that contain it'
}

/** Returns the words of a query, and which words of a name or of another field each finds (docs/specification/search.md#search-words). */
export const wantedWords = (
  words: readonly string[],
  { inName }: { readonly inName: boolean },
): readonly WantedWord[] =>
  words.map((word) => {
    const letters = readableWord(word)
    if (!inName && isShort(word)) return { letters, finds: 'the word itself' }
    return {
      letters,
      finds: isFoundWithinWords(letters) ? 'words that contain it' : 'words that begin with it',
    }
  })

/**
 * Returns the words that a query finds in joined texts, as they are written there, and the positions of their texts. The letters of a query
 * are compared with those of the texts, whose case and accents are removed once for all of them, so the cost grows with their total length.
 */
export function* foundWords(
  joined: string,
  wanted: readonly WantedWord[],
): Generator<{ readonly text: number; readonly written: string }, undefined> {
  const words = joined.toWellFormed().replace(/[^\p{L}\p{N}\p{M}\uffff]+/gu, WORD_END)
  const compared = folded(words)
  const possible = wanted.filter(({ letters }) => compared.includes(letters))
  if (possible.length === 0) return
  const written = words.split(/[\n\uffff]/)
  let [text, position] = [0, 0]
  // A written word can be several words after compatibility forms have been replaced.
  for (const part of compared.match(/[\p{L}\p{N}]+|[\n\uffff]/gu) ?? []) {
    if (part === TEXT_END) text += 1
    if (part === TEXT_END || part === WORD_END) position += 1
    else if (possible.some((one) => isFoundBy(part, one)))
      yield { text, written: written[position]! }
  }
}

function isFoundBy(word: string, { letters, finds }: WantedWord): boolean {
  switch (finds) {
    case 'words that begin with it':
      return word.startsWith(letters)
    case 'the word itself':
      return word === letters
    case 'words that contain it':
      return word.includes(letters)
  }
}
