/** The summary of a text. */
export interface Summary {
  readonly summary: string
  readonly keywords: readonly string[]
  readonly words: number
}

const MAX_KEYWORDS = 5
const MIN_LETTERS = 3
const STOP_WORDS = new Set(
  `about above after again all also and any are because been before being below between both but can cannot could did does doing
  down during each few for from further had has have having her here hers him his how into its itself just more most not now off once only other our
  ours out over own same shall she should some such than that the their theirs them then there these they this those through too under until upon
  very was were what when where which while who whom why will with would you your yours`.split(
    /\s+/,
  ),
)

const WORD_SEGMENTER = new Intl.Segmenter('en', { granularity: 'word' })
const SENTENCE_SEGMENTER = new Intl.Segmenter('en', { granularity: 'sentence' })

/**
 * Selects the sentences whose words are the most frequent in the text, in their original order. A sentence is weighted by the average
 * frequency of its significant words, so that long sentences have no advantage.
 * @param max maximum number of sentences
 */
export function summarizeText(text: string, max = 3): Summary {
  const sentences = [...SENTENCE_SEGMENTER.segment(text)]
    .map(({ segment }) => segment.trim())
    .filter(Boolean)
  const significant = sentences.map((sentence) => wordsOf(sentence).filter(isSignificant))
  const counts = countOf(significant.flat())
  const weight = (words: readonly string[]): number =>
    words.reduce((sum, word) => sum + counts.get(word)!, 0) / (words.length || 1)
  const selected = sentences
    .map((sentence, index) => ({ sentence, index, weight: weight(significant[index]!) }))
    .sort((a, b) => b.weight - a.weight || a.index - b.index)
    .slice(0, max)
    .sort((a, b) => a.index - b.index)
  return {
    summary: selected.map(({ sentence }) => sentence).join(' '),
    keywords: mostFrequent(counts),
    words: wordsOf(text).length,
  }
}

const wordsOf = (text: string): string[] =>
  [...WORD_SEGMENTER.segment(text)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment.toLowerCase())

const isSignificant = (word: string): boolean =>
  word.length >= MIN_LETTERS && !STOP_WORDS.has(word) && !/^\d+$/.test(word)

function countOf(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/**
 * Returns the most frequent words. Equally frequent words stay in the order of the text, because maps keep their order and the sort is
 * stable.
 */
const mostFrequent = (counts: ReadonlyMap<string, number>): string[] =>
  [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_KEYWORDS)
    .map(([word]) => word)
