const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789']
/** Shorter words are not corrected, because most short words are one edit apart. */
const MIN_LENGTH = 3
/** Words of this length may also differ by two letters that are left out, added twice or swapped. */
const LONG_LENGTH = 7
const MAX_LENGTH = 24

/**
 * Returns the words that differ from a word by one edit: a letter that is swapped with the next one, wrong, missing or too much; the likely
 * ones first. Of long words they include those with two letters swapped or too much.
 */
export function corrections(word: string): readonly string[] {
  if (word.length < MIN_LENGTH || word.length > MAX_LENGTH || word.includes('~')) return []
  const close = swappedOrShorter(word)
  const found = [
    ...close,
    ...positionsIn(word).flatMap((at) =>
      LETTERS.map((letter) => word.slice(0, at) + letter + word.slice(at)),
    ),
    ...positionsIn(word)
      .slice(0, -1)
      .flatMap((at) => LETTERS.map((letter) => word.slice(0, at) + letter + word.slice(at + 1))),
    ...(word.length < LONG_LENGTH ? [] : close.flatMap(swappedOrShorter)),
  ]
  return [...new Set(found)].filter((other) => other !== word && other.length >= MIN_LENGTH)
}

const positionsIn = (word: string): readonly number[] => [...word, ''].map((_, at) => at)

const swappedOrShorter = (word: string): readonly string[] => [
  ...positionsIn(word.slice(1)).map(
    (at) =>
      word.slice(0, at) +
      word
        .slice(at, at + 2)
        .split('')
        .toReversed()
        .join('') +
      word.slice(at + 2),
  ),
  ...positionsIn(word).map((at) => word.slice(0, at) + word.slice(at + 1)),
]
