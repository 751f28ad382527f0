/** `[epoch:]upstream[-revision]` (Debian policy, 5.6.12). Undefined for what is none. */
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

/** Orders two versions of Debian packages: negative, 0 or positive; undefined where one cannot be read. */
export function compareDpkg(a: string, b: string): number | undefined {
  const [first, second] = [partsOf(a), partsOf(b)]
  if (!first || !second) return undefined
  return (
    first.epoch - second.epoch ||
    compareText(first.upstream, second.upstream) ||
    compareText(first.revision, second.revision)
  )
}

/** Text and numbers in turn: text by `weight`, numbers by value, until something differs. */
function compareText(a: string, b: string): number {
  const [left, right] = [turns(a), turns(b)]
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const [[text, number], [otherText, otherNumber]] = [left[index] ?? END, right[index] ?? END]
    const difference = compareLetters(text, otherText) || compareNumbers(number, otherNumber)
    if (difference !== 0) return difference
  }
  return 0
}

/** `1.2a` as `['', '1'], ['.', '2'], ['a', '']`. */
const turns = (text: string): readonly (readonly [string, string])[] =>
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

/** A tilde comes before the end, the end before letters, letters before everything else. */
function weight(character: string | undefined): number {
  if (character === '~') return -1
  if (character === undefined) return 0
  return /[A-Za-z]/.test(character) ? character.charCodeAt(0) : character.charCodeAt(0) + 256
}

/** Numbers of any length, by value. */
export function compareNumbers(a: string, b: string): number {
  const [left, right] = [a.replace(/^0+/, ''), b.replace(/^0+/, '')]
  return left.length - right.length || (left < right ? -1 : left > right ? 1 : 0)
}
