import { corrections, isCorrectable } from '../../../domain/search/corrections.ts'
import { AFTER_PREFIX, readableWord } from '../../../domain/search/words.ts'
import type { ReadTx } from '../../database.ts'
import { WORD_KINDS } from './candidates.ts'

/** Limits how many queries are suggested in place of another. */
const MAX_SUGGESTIONS = 3
/** Queries with more unknown words are unlikely to contain only typing errors. */
const MAX_MISSING = 2
/** Limits how many replacements are looked up for all unknown words of a query together (docs/specification/search.md#search-cost). */
const MAX_CORRECTIONS = 400

/**
 * Returns queries in which each word that no public agent has is replaced by one that differs by a typing error. Returns none if a word has
 * no such replacement, or if every word occurs, because then a combination of words or a filter excludes everything.
 */
export async function suggestQueries(
  tx: ReadTx,
  words: readonly string[],
): Promise<readonly string[]> {
  const known = await existing(tx, words, hasPrefix)
  const missing = words.filter((word) => !known.includes(word))
  if (missing.length === 0 || missing.length > MAX_MISSING || !missing.every(isCorrectable))
    return []
  const choices = new Map<string, readonly string[]>()
  for (const word of missing) {
    const found = await correctionsOf(tx, word, Math.floor(MAX_CORRECTIONS / missing.length))
    if (found.length === 0) return []
    choices.set(word, found)
  }
  const numbers = Array.from({ length: MAX_SUGGESTIONS }, (_, index) => index)
  const suggested = numbers.map((index) =>
    words
      .map((word) => {
        const found = choices.get(word)
        return readableWord(found ? found[Math.min(index, found.length - 1)]! : word)
      })
      .join(' '),
  )
  return [...new Set(suggested)]
}

/** Returns the words of public agents that differ from a word by a typing error. At most `max` replacements are looked up. */
async function correctionsOf(tx: ReadTx, word: string, max: number): Promise<readonly string[]> {
  const prefixes = [...word].map((_, at) => word.slice(0, at + 1))
  const knownPrefixes = await existing(tx, prefixes, hasPrefix)
  const known = knownPrefixes.at(-1)?.length ?? 0
  return existing(tx, corrections(word, { known, max }), (term, other) => term === other)
}

const hasPrefix = (term: string, word: string): boolean => term < `${word}${AFTER_PREFIX}`

/** Returns those words for which the index has a term that fits. */
async function existing(
  tx: ReadTx,
  words: readonly string[],
  fits: (term: string, word: string) => boolean,
): Promise<readonly string[]> {
  const starts = words.flatMap((word) => WORD_KINDS.map((kind) => `${kind}:${word}`))
  const next = await tx.agent_terms.seek(starts)
  const found = starts.filter((start, index) => {
    const term = next[index]
    return typeof term === 'string' && fits(term, start)
  })
  const foundWords = new Set(found.map((start) => start.slice(2)))
  return words.filter((word) => foundWords.has(word))
}
