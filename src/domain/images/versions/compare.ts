import { compare as comparePep440, valid as isPep440 } from '@renovatebot/pep440'
import semver from 'semver'
import { compareApk } from './apk.ts'
import { compareDpkg } from './dpkg.ts'

/** Compares two versions: negative, 0 or positive; undefined if one of them cannot be parsed. */
export type Compare = (a: string, b: string) => number | undefined

const compareSemver: Compare = (a, b) => {
  const [first, second] = [semver.parse(a, { loose: true }), semver.parse(b, { loose: true })]
  return first && second ? first.compare(second) : undefined
}
const comparePython: Compare = (a, b) =>
  isPep440(a) && isPep440(b) ? comparePep440(a, b) : undefined

/** Lists the comparison of each ecosystem that a scan can assess, by its name without a release. */
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
