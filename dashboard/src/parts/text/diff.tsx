import { useMemo } from 'preact/hooks'

const SIGNS = { same: ' ', added: '+', removed: '-' }
const SCREEN_READER_PREFIXES = { same: '', added: 'added: ', removed: 'removed: ' }

/** Shows the difference between two strings line by line. */
export function Diff({ before, after, label }: { before: string; after: string; label: string }) {
  const lines = useMemo(() => diffLines(before.split('\n'), after.split('\n')), [before, after])
  if (lines.every(({ kind }) => kind === 'same')) return <p class="muted">No changes.</p>
  return (
    <pre class="diff" tabIndex={0} aria-label={label}>
      {lines.map(({ kind, text }, index) => (
        <div key={index} class={kind}>
          <span aria-hidden="true">{SIGNS[kind]} </span>
          <span class="visually-hidden">{SCREEN_READER_PREFIXES[kind]}</span>
          {text}
          {'\n'}
        </div>
      ))}
    </pre>
  )
}

interface Line {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
}

/** The maximum number of compared pairs of lines. More would take too much memory in a browser tab. */
const MAX_PAIRS = 4_000_000

/**
 * Returns the shortest difference between two lists of lines, based on their longest common subsequence. If too many lines differ, all are
 * removed and added.
 */
export function diffLines(before: readonly string[], after: readonly string[]): readonly Line[] {
  const head = commonPrefixLength(before, after)
  const tail = commonPrefixLength(before.slice(head).toReversed(), after.slice(head).toReversed())
  const [removed, added] = [
    before.slice(head, before.length - tail),
    after.slice(head, after.length - tail),
  ]
  const changed =
    removed.length * added.length > MAX_PAIRS
      ? [...linesOf('removed', removed), ...linesOf('added', added)]
      : shortestDiff(removed, added)
  return [
    ...linesOf('same', before.slice(0, head)),
    ...changed,
    ...linesOf('same', before.slice(before.length - tail)),
  ]
}

const linesOf = (kind: Line['kind'], lines: readonly string[]): readonly Line[] =>
  lines.map((text) => ({ kind, text }))

/** Returns the number of lines that two lists have in common at the start. */
function commonPrefixLength(a: readonly string[], b: readonly string[]): number {
  const differs = a.findIndex((text, at) => text !== b[at])
  return differs < 0 ? a.length : differs
}

function shortestDiff(before: readonly string[], after: readonly string[]): readonly Line[] {
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
