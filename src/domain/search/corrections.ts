const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789']
/** Shorter words are not corrected, because most short words are one edit apart. */
const MIN_LENGTH = 3
/** In words of at least this length, two edits are corrected as well: swapped letters, or extra ones. */
const LONG_LENGTH = 7
const MAX_LENGTH = 24
/**
 * The number of positions that are tried with other letters before two edits are considered, counted backwards from the first letter that
 * does not match.
 */
const NEAR = 3

/** Returns whether corrections are tried for a word. */
export const isCorrectable = (word: string): boolean =>
  word.length >= MIN_LENGTH && word.length <= MAX_LENGTH && !word.includes('~')

/**
 * Returns at most `max` words that differ from a word by one edit, the most likely ones first. An edit is a swap of two adjacent letters,
 * or a wrong, missing or extra letter. For a long word, the result also includes words with two edits, each of which is a swap or an extra
 * letter. `known` is the length of the longest prefix that the word shares with an existing word: the first error is at the letter
 * after this prefix or before it, and most likely near it.
 */
export function corrections(
  word: string,
  { known, max }: { known: number; max: number },
): readonly string[] {
  const found = new Set<string>()
  for (const other of candidates(word, known)) {
    if (found.size >= max) break
    if (other !== word && other.length >= MIN_LENGTH) found.add(other)
  }
  return [...found]
}

function* candidates(word: string, known: number): Generator<string, undefined> {
  const close = swappedOrShorter(word, known)
  yield* close
  yield* withOtherLetter(word, known, known - NEAR)
  if (word.length >= LONG_LENGTH)
    for (const other of close) yield* swappedOrShorter(other, other.length)
  yield* withOtherLetter(word, known - NEAR, -1)
}

/** Returns the words with an additional or a different letter at one position, from `first` backwards to the position after `last`. */
function* withOtherLetter(word: string, first: number, last: number): Generator<string, undefined> {
  for (let at = Math.min(first, word.length); at > last && at >= 0; at -= 1) {
    yield* LETTERS.map((letter) => word.slice(0, at) + letter + word.slice(at))
    if (at < word.length)
      yield* LETTERS.map((letter) => word.slice(0, at) + letter + word.slice(at + 1))
  }
}

/**
 * Returns the words with two neighbouring letters swapped, and those without one letter, with the edit at position `known` or before
 * it.
 */
const swappedOrShorter = (word: string, known: number): readonly string[] => {
  const positions = [...word].flatMap((_, at) => (at <= known ? [at] : []))
  return [
    ...positions
      .filter((at) => at + 1 < word.length)
      .map((at) => word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2)),
    ...positions.map((at) => word.slice(0, at) + word.slice(at + 1)),
  ]
}
