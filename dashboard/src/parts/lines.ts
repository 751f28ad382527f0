export interface Line { readonly kind: 'same' | 'added' | 'removed'; readonly text: string }

/** The shortest way from one list of lines to another, by the longest common subsequence; for texts of some hundred lines. */
export function compare(before: readonly string[], after: readonly string[]): readonly Line[] {
  const longest = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1))
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1) longest[i]![j] = before[i] === after[j] ? longest[i + 1]![j + 1]! + 1 : Math.max(longest[i + 1]![j]!, longest[i]![j + 1]!)
  const lines: Line[] = []
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    const common = i < before.length && before[i] === after[j]
    const removes = !common && i < before.length && (j === after.length || longest[i + 1]![j]! >= longest[i]![j + 1]!)
    lines.push({ kind: common ? 'same' : removes ? 'removed' : 'added', text: (removes || common ? before[i] : after[j])! })
    if (common || removes) i += 1
    if (common || !removes) j += 1
  }
  return lines
}
