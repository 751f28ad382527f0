import { compareText } from '../../order.ts'
import { compareNumbers } from './dpkg.ts'

/** `digits{.digits}[letter]{_suffix[digits]}[~hash][-rN]` (apk-package(5)). */
const VERSION =
  /^(\d+(?:\.\d+)*)([a-z])?((?:_(?:alpha|beta|pre|rc|cvs|svn|git|hg|p)\d*)*)(?:~[0-9a-f]+)?(?:-r(\d+))?$/
const SUFFIX = /_(alpha|beta|pre|rc|cvs|svn|git|hg|p)(\d*)/g
/** Lists the suffixes in order; a version without one is between `rc` and `cvs`. */
const ORDER = ['alpha', 'beta', 'pre', 'rc', '', 'cvs', 'svn', 'git', 'hg', 'p']

interface Parts {
  readonly numbers: readonly string[]
  readonly letter: string
  readonly suffixes: readonly (readonly [string, string])[]
  readonly release: string
}

function partsOf(version: string): Parts | undefined {
  const [match, numbers = '', letter = '', suffixes = '', release = '0'] =
    VERSION.exec(version) ?? []
  if (match === undefined) return undefined
  return {
    numbers: numbers.split('.'),
    letter,
    suffixes: [...suffixes.matchAll(SUFFIX)].map(
      ([, name = '', number = '']) => [name, number] as const,
    ),
    release,
  }
}

/** Compares two versions of Alpine packages: negative, 0 or positive; undefined if one cannot be parsed. */
export function compareApk(a: string, b: string): number | undefined {
  const [first, second] = [partsOf(a), partsOf(b)]
  if (!first || !second) return undefined
  return (
    byNumbers(first.numbers, second.numbers) ||
    compareText(first.letter, second.letter) ||
    bySuffixes(first.suffixes, second.suffixes) ||
    compareNumbers(first.release, second.release)
  )
}

/** Compares the first number by value, and a later one with leading zeros as a fraction, digit by digit. */
function byNumbers(a: readonly string[], b: readonly string[]): number {
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const [left, right] = [a[index], b[index]]
    if (left === undefined || right === undefined) return left === undefined ? -1 : 1
    const asFraction = index > 0 && (left.startsWith('0') || right.startsWith('0'))
    const difference = asFraction ? compareText(left, right) : compareNumbers(left, right)
    if (difference !== 0) return difference
  }
  return 0
}

function bySuffixes(a: Parts['suffixes'], b: Parts['suffixes']): number {
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const [[left, leftNumber], [right, rightNumber]] = [a[index] ?? ['', ''], b[index] ?? ['', '']]
    const difference =
      ORDER.indexOf(left) - ORDER.indexOf(right) || compareNumbers(leftNumber, rightNumber)
    if (difference !== 0) return difference
  }
  return 0
}
