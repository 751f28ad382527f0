export interface Line {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
}

/** Pairs of lines that are compared; beyond, finding what is common takes more memory than a tab should. */
const PAIRS_MOST = 4_000_000

/**
 * The shortest way from one list of lines to another, by the longest common subsequence; where too much differs, everything goes and
 * everything comes.
 */
export function compare(before: readonly string[], after: readonly string[]): readonly Line[] {
  const head = alike(before, after)
  const tail = alike(before.slice(head).toReversed(), after.slice(head).toReversed())
  const [gone, come] = [
    before.slice(head, before.length - tail),
    after.slice(head, after.length - tail),
  ]
  const changed =
    gone.length * come.length > PAIRS_MOST
      ? [...all('removed', gone), ...all('added', come)]
      : shortest(gone, come)
  return [
    ...all('same', before.slice(0, head)),
    ...changed,
    ...all('same', before.slice(before.length - tail)),
  ]
}

const all = (kind: Line['kind'], texts: readonly string[]): readonly Line[] =>
  texts.map((text) => ({ kind, text }))

/** How many lines two lists begin with alike. */
function alike(one: readonly string[], other: readonly string[]): number {
  const differs = one.findIndex((text, at) => text !== other[at])
  return differs < 0 ? one.length : differs
}

function shortest(before: readonly string[], after: readonly string[]): readonly Line[] {
  const longest = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1))
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      longest[i]![j] =
        before[i] === after[j]
          ? longest[i + 1]![j + 1]! + 1
          : Math.max(longest[i + 1]![j]!, longest[i]![j + 1]!)
  const lines: Line[] = []
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    const common = i < before.length && before[i] === after[j]
    const removes =
      !common &&
      i < before.length &&
      (j === after.length || longest[i + 1]![j]! >= longest[i]![j + 1]!)
    lines.push({
      kind: common ? 'same' : removes ? 'removed' : 'added',
      text: (removes || common ? before[i] : after[j])!,
    })
    if (common || removes) i += 1
    if (common || !removes) j += 1
  }
  return lines
}
