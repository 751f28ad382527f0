import { visibleText } from './visible.ts'

/** Marks the words that a search has found. The text is rendered as elements and is never parsed as HTML. */
export function Highlight({ text, words }: { text: string; words: readonly string[] }) {
  return (
    <>
      {partsOf(text, words).map(({ part, isMarked }, index) =>
        isMarked ? <mark key={index}>{visibleText(part)}</mark> : visibleText(part),
      )}
    </>
  )
}

interface Part {
  readonly part: string
  readonly isMarked: boolean
}

/**
 * Splits text into parts, and marks those that are one of the words. A word is marked only where no letter or digit precedes it.
 */
export function partsOf(text: string, words: readonly string[]): readonly Part[] {
  if (words.length === 0) return [{ part: text, isMarked: false }]
  const longestFirst = words.toSorted((a, b) => b.length - a.length)
  // A hyphen has no meaning outside of brackets, and an escaped one is an error in a Unicode pattern.
  const pattern = longestFirst.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|')
  const parts = text.split(new RegExp(`(?<![\\p{L}\\p{N}])(${pattern})`, 'u'))
  return parts
    .map((part, index) => ({ part, isMarked: index % 2 === 1 }))
    .filter(({ part }) => part !== '')
}
