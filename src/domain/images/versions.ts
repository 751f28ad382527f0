import { compareText } from '../order.ts'
import { compare as comparePep440, valid as isPep440 } from '@renovatebot/pep440'
import semver from 'semver'

/** Parses `[epoch:]upstream[-revision]` (Debian policy, 5.6.12); returns undefined if the text has another form. */
function debianParts(
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
  const [first, second] = [debianParts(a), debianParts(b)]
  if (!first || !second) return undefined
  return (
    first.epoch - second.epoch ||
    compareSegments(first.upstream, second.upstream) ||
    compareSegments(first.revision, second.revision)
  )
}

/** Compares text and numbers alternately, text by `weight` and numbers by value, until two parts differ. */
function compareSegments(a: string, b: string): number {
  const [left, right] = [segments(a), segments(b)]
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const [[text, number], [otherText, otherNumber]] = [left[index] ?? END, right[index] ?? END]
    const difference = compareLetters(text, otherText) || compareNumbers(number, otherNumber)
    if (difference !== 0) return difference
  }
  return 0
}

/** Splits `1.2a` into `['', '1'], ['.', '2'], ['a', '']` and a last pair of empty strings, which equals `END`. */
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
function compareNumbers(a: string, b: string): number {
  const [left, right] = [a.replace(/^0+/, ''), b.replace(/^0+/, '')]
  return left.length - right.length || (left < right ? -1 : left > right ? 1 : 0)
}

/** `digits{.digits}[letter]{_suffix[digits]}[~hash][-rN]` (apk-package(5)). */
const VERSION =
  /^(\d+(?:\.\d+)*)([a-z])?((?:_(?:alpha|beta|pre|rc|cvs|svn|git|hg|p)\d*)*)(?:~[0-9a-f]+)?(?:-r(\d+))?$/
const SUFFIX = /_(alpha|beta|pre|rc|cvs|svn|git|hg|p)(\d*)/g
/** Lists the suffixes in order; a version without one is between `rc` and `cvs`. */
const ORDER = ['alpha', 'beta', 'pre', 'rc', '', 'cvs', 'svn', 'git', 'hg', 'p']

interface AlpineParts {
  readonly numbers: readonly string[]
  readonly letter: string
  readonly suffixes: readonly (readonly [string, string])[]
  readonly release: string
}

function alpineParts(version: string): AlpineParts | undefined {
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
  const [first, second] = [alpineParts(a), alpineParts(b)]
  if (!first || !second) return undefined
  return (
    byNumbers(first.numbers, second.numbers) ||
    compareText(first.letter, second.letter) ||
    bySuffixes(first.suffixes, second.suffixes) ||
    compareNumbers(first.release, second.release)
  )
}

/** Compares the first number by value, and later numbers with leading zeros as fractions, digit by digit. */
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

function bySuffixes(a: AlpineParts['suffixes'], b: AlpineParts['suffixes']): number {
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const [[left, leftNumber], [right, rightNumber]] = [a[index] ?? ['', ''], b[index] ?? ['', '']]
    const difference =
      ORDER.indexOf(left) - ORDER.indexOf(right) || compareNumbers(leftNumber, rightNumber)
    if (difference !== 0) return difference
  }
  return 0
}

/** Compares two versions: negative, 0 or positive; undefined if one of them cannot be parsed. */
export type Compare = (a: string, b: string) => number | undefined

const compareSemver: Compare = (a, b) => {
  const [first, second] = [semver.parse(a, { loose: true }), semver.parse(b, { loose: true })]
  return first && second ? first.compare(second) : undefined
}
const comparePython: Compare = (a, b) =>
  isPep440(a) && isPep440(b) ? comparePep440(a, b) : undefined

/** Maps each ecosystem that a scan can assess, by its name without a release, to its comparison function. */
const COMPARISONS: Readonly<Record<string, Compare>> = {
  npm: compareSemver,
  PyPI: comparePython,
  Debian: compareDpkg,
  Ubuntu: compareDpkg,
  Alpine: compareApk,
}

export const comparisonOf = (ecosystem: string): Compare | undefined => {
  const family = ecosystem.split(':')[0]!
  return Object.hasOwn(COMPARISONS, family) ? COMPARISONS[family] : undefined
}
