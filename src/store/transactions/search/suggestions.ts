import { corrections } from '../../../domain/search/corrections.ts'
import { AFTER_PREFIX, readableWord } from '../../../domain/search/words.ts'
import type { ReadTx } from '../../database.ts'
import { WORD_KINDS } from './candidates.ts'

/** Limits the queries that are suggested in place of one. */
const MAX_SUGGESTIONS = 3

/**
 * Returns queries in which each word that no public agent has is replaced by one that differs by a typing error. Returns none if a word has no
 * such replacement, or if every word occurs, because then a combination of words or a filter excludes everything.
 */
export async function suggestQueries(
  tx: ReadTx,
  words: readonly string[],
): Promise<readonly string[]> {
  const known = await existing(tx, words, (term, word) => term < `${word}${AFTER_PREFIX}`)
  const missing = words.filter((word) => !known.includes(word))
  if (missing.length === 0) return []
  const choices = new Map<string, readonly string[]>()
  for (const word of missing)
    choices.set(word, await existing(tx, corrections(word), (term, other) => term === other))
  const numbers = Array.from({ length: MAX_SUGGESTIONS }, (_, index) => index)
  const suggested = numbers.map((index) =>
    words.map((word) => {
      const found = choices.get(word)
      return found ? found[Math.min(index, found.length - 1)] : word
    }),
  )
  const complete = suggested.flatMap((one) =>
    one.includes(undefined) ? [] : [one.map((word) => readableWord(word!)).join(' ')],
  )
  return [...new Set(complete)]
}

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
  const without = new Set(found.map((start) => start.slice(2)))
  return words.filter((word) => without.has(word))
}
