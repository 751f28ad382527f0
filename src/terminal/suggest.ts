const MOST_TYPOS = 2

/** The candidate that a typo or two away from `word`, if there is one. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const ranked = candidates
    .map((candidate) => ({ candidate, typos: distance(word, candidate) }))
    .sort((a, b) => a.typos - b.typos)
  const best = ranked[0]
  return best && best.typos <= Math.min(MOST_TYPOS, best.candidate.length - 1)
    ? best.candidate
    : undefined
}

/** Levenshtein distance: how many letters to add, drop or change. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...to].entries())
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (letter === other ? 0 : 1)))
    row = next
  }
  return row.at(-1)!
}
