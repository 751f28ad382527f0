import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  compareApk,
  comparisonOf,
  type Compare,
  compareDpkg,
} from '../../../src/domain/images/versions.ts'
import { isToolMissing } from '../../kit/tools.ts'

const signOf = (order: number | undefined) => (order === undefined ? undefined : Math.sign(order))
const debian = fc.stringMatching(/^([0-3]:)?[0-9][0-9a-zA-Z.+~]{0,6}(-[0-9a-z.+~]{1,4}){0,2}$/)
const alpine = fc.stringMatching(
  /^[0-9]{1,2}(\.[0-9]{1,2}){0,3}[a-c]?(_(alpha|beta|pre|rc|cvs|svn|git|hg|p)[0-9]{0,2}){0,2}(-r[0-9]{1,2})?$/,
)
const python = fc.stringMatching(
  /^([0-2]!)?[0-9](\.[0-9]{1,2}){0,2}((a|b|rc)[0-9])?(\.post[0-9])?(\.dev[0-9])?(\+[a-z0-9]{1,3})?$/,
)
const npm = fc.stringMatching(
  /^(0|[1-9])\.(0|[1-9][0-9]?)\.(0|[1-9])(-(alpha|beta|rc)(\.(0|[1-9]))?)?$/,
)

describe.each<[string, Compare, fc.Arbitrary<string>]>([
  ['Debian', compareDpkg, debian],
  ['Alpine', compareApk, alpine],
  ['PyPI', comparisonOf('PyPI')!, python],
  ['npm', comparisonOf('npm')!, npm],
])('%s package versions', (_, compare, versions) => {
  it('have a total order: antisymmetric and transitive', () => {
    fc.assert(
      fc.property(versions, versions, versions, (a, b, c) => {
        expect(signOf(compare(a, b))).toBe(-signOf(compare(b, a))! + 0)
        expect(compare(a, a)).toBe(0)
        const [least, middle, most] = [a, b, c].toSorted((left, right) => compare(left, right)!)
        expect(compare(least!, middle!)).toBeLessThanOrEqual(0)
        expect(compare(least!, most!)).toBeLessThanOrEqual(0)
        expect(compare(middle!, most!)).toBeLessThanOrEqual(0)
      }),
    )
  })

  it('that are invalid cannot be compared', () => {
    for (const wrong of ['', 'not a version!', '\u0000', '1.0\n'])
      expect(compare('1.0.0', wrong)).toBeUndefined()
  })
})

describe('Debian package versions', () => {
  const STEPS = [
    '1.0~~',
    '1.0~~a',
    '1.0~',
    '1.0~rc1-1',
    '1.0-1~deb12u1',
    '1.0-1',
    '1.0-1+b1',
    '1.0-1+deb12u1',
    '1.0-1.1',
    '1.0-2',
    '1.0a-1',
    '1.0+dfsg-1',
    '1.0.1-1',
    '1.1-0',
    '1.10-1',
    '2-1',
    '1:0.1-1',
  ]
  it('are in ascending order', () => {
    for (const [index, version] of STEPS.slice(1).entries())
      expect([STEPS[index], version, signOf(compareDpkg(STEPS[index]!, version))]).toEqual([
        STEPS[index],
        version,
        -1,
      ])
  })
  it('are equal with leading zeros and with an epoch of 0', () => {
    expect([
      compareDpkg('0:1.02-3', '1.2-03'),
      compareDpkg('1.0', '1.0-0'),
      compareDpkg('1.0', '1.0-'),
    ]).toEqual([0, 0, 0])
  })
  it.skipIf(isToolMissing('dpkg'))(
    'are in the order of dpkg',
    () => {
      const pairs = fc.sample(fc.tuple(debian, debian), { numRuns: 250, seed: 12 })
      const script = pairs
        .map(
          ([a, b]) =>
            `for o in lt eq gt; do if dpkg --compare-versions '${a}' $o '${b}' 2>/dev/null; then echo $o; fi; done`,
        )
        .join('\n')
      const output = spawnSync('sh', { input: script, encoding: 'utf8' }).stdout.trim().split('\n')
      const names: Record<string, string> = { '-1': 'lt', 0: 'eq', 1: 'gt' }
      expect(pairs.map(([a, b]) => [a, b, names[signOf(compareDpkg(a, b))!]])).toEqual(
        pairs.map(([a, b], index) => [a, b, output[index]]),
      )
    },
    120_000,
  )
})

describe('Alpine package versions', () => {
  const STEPS = [
    '1.0_alpha',
    '1.0_alpha2',
    '1.0_beta',
    '1.0_pre1',
    '1.0_rc1',
    '1.0',
    '1.0-r1',
    '1.0-r10',
    '1.0_git20200101',
    '1.0_p1',
    '1.0_p10',
    '1.0a',
    '1.0b',
    '1.0.1',
    '1.05',
    '1.1',
    '1.2',
    '1.10',
    '2',
    '20200101',
  ]
  it('are in ascending order', () => {
    for (const [index, version] of STEPS.slice(1).entries())
      expect([STEPS[index], version, signOf(compareApk(STEPS[index]!, version))]).toEqual([
        STEPS[index],
        version,
        -1,
      ])
  })
  it('are equal with and without a release of 0', () => expect(compareApk('1.0', '1.0-r0')).toBe(0))
})

describe('versions of Python packages', () => {
  it.skipIf(isToolMissing('python-packaging'))("are in the order of Python's packaging", () => {
    const pairs = fc.sample(fc.tuple(python, python), { numRuns: 500, seed: 12 })
    const script =
      'import json, sys\nfrom packaging.version import Version as V\nprint(json.dumps([(V(a) > V(b)) - (V(a) < V(b)) for a, b in json.load(sys.stdin)]))'
    const output = JSON.parse(
      spawnSync('python3', ['-c', script], { input: JSON.stringify(pairs), encoding: 'utf8' })
        .stdout,
    ) as number[]
    expect(pairs.map(([a, b]) => [a, b, signOf(comparisonOf('PyPI')!(a, b))])).toEqual(
      pairs.map(([a, b], index) => [a, b, output[index]]),
    )
  })
})

describe('an ecosystem', () => {
  it('is known by its name without a release; packages of others are not compared', () => {
    expect(
      ['npm', 'PyPI', 'Debian:12', 'Alpine:v3.20', 'Ubuntu:24.04:LTS'].every(
        (name) => comparisonOf(name) !== undefined,
      ),
    ).toBe(true)
    expect(['Go', 'Maven', '', 'toString', '__proto__', 'dpkg:kali'].map(comparisonOf)).toEqual(
      Array(6).fill(undefined),
    )
  })
})
