/** Parses `[epoch:]upstream[-revision]` (Debian policy, 5.6.12); returns undefined if the text has another form. */
function partsOf(
  version: string,
): { epoch: number; upstream: string; revision: string } | undefined {
  const [, epoch = '0', rest = ''] = /^(?:(\d{1,9}):)?([A-Za-z0-9.+~:-]+)$/.exec(version) ?? []
  const dash = rest.lastIndexOf('-')
  const upstream = dash < 0 ? rest : rest.slice(0, dash)
  return upstream === ''
    ? undefined
    : { epoch: Number(epoch), upstream, revision: dash < 0 ? '' : rest.slice(dash + 1) }
}

/** Compares two versions of Debian packages: negative, 0 or positive; undefined if one cannot be parsed. */
export function compareDpkg(a: string, b: string): number | undefined {
  const [first, second] = [partsOf(a), partsOf(b)]
  if (!first || !second) return undefined
  return (
    first.epoch - second.epoch ||
    compareText(first.upstream, second.upstream) ||
    compareText(first.revision, second.revision)
  )
}

/** Compares text and numbers alternately: text by `weight`, numbers by value, until one differs. */
function compareText(a: string, b: string): number {
  const [left, right] = [segments(a), segments(b)]
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const [[text, number], [otherText, otherNumber]] = [left[index] ?? END, right[index] ?? END]
    const difference = compareLetters(text, otherText) || compareNumbers(number, otherNumber)
    if (difference !== 0) return difference
  }
  return 0
}

/** Splits `1.2a` into `['', '1'], ['.', '2'], ['a', '']`. */
const segments = (text: string): readonly (readonly [string, string])[] =>
  [...text.matchAll(/(\D*)(\d*)/g)].map(
    ([, letters = '', number = '']) => [letters, number] as const,
  )
const END = ['', ''] as const

function compareLetters(a: string, b: string): number {
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const difference = weight(a[index]) - weight(b[index])
    if (difference !== 0) return difference
  }
  return 0
}

/** Returns the sort weight of a character: a tilde before the end, the end before letters, letters before all others. */
function weight(character: string | undefined): number {
  if (character === '~') return -1
  if (character === undefined) return 0
  return /[A-Za-z]/.test(character) ? character.charCodeAt(0) : character.charCodeAt(0) + 256
}

/** Compares numbers of any length by value. */
export function compareNumbers(a: string, b: string): number {
  const [left, right] = [a.replace(/^0+/, ''), b.replace(/^0+/, '')]
  return left.length - right.length || (left < right ? -1 : left > right ? 1 : 0)
}
