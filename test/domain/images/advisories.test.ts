import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  readAdvisory,
  type Advisory,
  type RangeEvent,
} from '../../../src/domain/images/advisory.ts'
import { affects, assess } from '../../../src/domain/images/assess.ts'
import type { InstalledPackage } from '../../../src/domain/images/inventory.ts'
import { scoreOf, severityOfScore, severityOfWord } from '../../../src/domain/images/severity.ts'

const MODIFIED = '2026-03-01T22:10:00Z'
const osv = (affected: object, more: object = {}) => ({
  id: 'GHSA-1',
  modified: MODIFIED,
  summary: 'Something',
  affected: [affected],
  ...more,
})
const npm = (events: readonly RangeEvent[], versions: readonly string[] = []) => ({
  package: { ecosystem: 'npm', name: 'a' },
  ranges: [{ type: 'SEMVER', events }],
  versions,
})
const rowsOf = (document: object): readonly Advisory[] => {
  const read = readAdvisory(document)
  return read.kind === 'advisory' ? read.rows : []
}

describe('affected versions', () => {
  it.each<[string, readonly RangeEvent[], readonly string[], string, string]>([
    [
      'a version before the fix',
      [{ introduced: '0' }, { fixed: '1.2.0' }],
      [],
      '1.1.9',
      'affected, fixed in 1.2.0',
    ],
    [
      'the version with the fix',
      [{ introduced: '0' }, { fixed: '1.2.0' }],
      [],
      '1.2.0',
      'not_affected',
    ],
    [
      'a release candidate of the version with the fix',
      [{ introduced: '0' }, { fixed: '1.2.0' }],
      [],
      '1.2.0-rc.1',
      'affected, fixed in 1.2.0',
    ],
    [
      'a version before the first affected one',
      [{ introduced: '1.0.0' }, { fixed: '1.2.0' }],
      [],
      '0.9.0',
      'not_affected',
    ],
    [
      'the first affected version',
      [{ introduced: '1.0.0' }, { fixed: '1.2.0' }],
      [],
      '1.0.0',
      'affected, fixed in 1.2.0',
    ],
    ['a range without a fix', [{ introduced: '0' }], [], '9.9.9', 'affected'],
    [
      'the last affected version',
      [{ introduced: '0' }, { last_affected: '1.2.0' }],
      [],
      '1.2.0',
      'affected',
    ],
    [
      'a version after the last affected one',
      [{ introduced: '0' }, { last_affected: '1.2.0' }],
      [],
      '1.2.1',
      'not_affected',
    ],
    [
      'a version in the second of two intervals',
      [{ introduced: '1.0.0' }, { fixed: '1.1.0' }, { introduced: '2.0.0' }, { fixed: '2.1.0' }],
      [],
      '2.0.5',
      'affected, fixed in 2.1.0',
    ],
    [
      'a version between two intervals',
      [{ introduced: '1.0.0' }, { fixed: '1.1.0' }, { introduced: '2.0.0' }, { fixed: '2.1.0' }],
      [],
      '1.5.0',
      'not_affected',
    ],
    [
      'events in another order',
      [{ fixed: '2.1.0' }, { introduced: '2.0.0' }, { fixed: '1.1.0' }, { introduced: '1.0.0' }],
      [],
      '2.0.5',
      'affected, fixed in 2.1.0',
    ],
    ['a version that is listed alongside the ranges', [], ['1.0.0'], '1.0.0', 'affected'],
    ['a version that is not listed', [], ['1.0.0'], '1.0.1', 'not_affected'],
    [
      'a version that cannot be compared',
      [{ introduced: '1.0.0' }, { fixed: '1.2.0' }],
      [],
      'workspace',
      'unknown',
    ],
    [
      'a bound that cannot be compared',
      [{ introduced: '0' }, { fixed: 'soon' }],
      [],
      '1.0.0',
      'unknown',
    ],
  ])('are determined for %s', (_, events, versions, version, expected) => {
    const [row] = rowsOf(osv(npm(events, versions)))
    const verdict = affects(row!, version)
    expect(
      verdict.kind === 'affected' && verdict.fixed_version !== undefined
        ? `affected, fixed in ${verdict.fixed_version}`
        : verdict.kind,
    ).toBe(expected)
  })

  it('do not depend on the order of events, and change only at events', () => {
    const version = fc.tuple(fc.nat(5), fc.nat(5)).map(([major, minor]) => `${major}.${minor}.0`)
    const events = fc
      .uniqueArray(version, { minLength: 1, maxLength: 6 })
      .map((bounds) =>
        bounds
          .toSorted((a, b) =>
            affects({ ecosystem: 'npm', ranges: [[{ introduced: a }]], versions: [] }, b).kind ===
            'affected'
              ? -1
              : 1,
          )
          .map((at, index) => (index % 2 === 0 ? { introduced: at } : { fixed: at })),
      )
    fc.assert(
      fc.property(events, version, fc.nat(), (ordered, version_asked, shift) => {
        const rotated = [
          ...ordered.slice(shift % ordered.length),
          ...ordered.slice(0, shift % ordered.length),
        ]
        const affected = (some: readonly RangeEvent[]) =>
          affects({ ecosystem: 'npm', ranges: [[...some]], versions: [] }, version_asked).kind
        expect(affected(rotated)).toBe(affected(ordered))
        const passed = ordered.filter(
          (event) =>
            affects(
              {
                ecosystem: 'npm',
                ranges: [[{ introduced: (event.introduced ?? event.fixed)! }]],
                versions: [],
              },
              version_asked,
            ).kind === 'affected',
        ).length
        expect(affected(ordered)).toBe(passed % 2 === 1 ? 'affected' : 'not_affected')
      }),
    )
  })
})

describe('an advisory in the format of OSV', () => {
  it('becomes a row for each package with comparable versions', () => {
    const read = readAdvisory({
      id: 'GHSA-35jh-r3h4-6jhm',
      modified: MODIFIED,
      aliases: ['CVE-2021-23337', 7],
      summary: 'Command injection\u0007 in lodash',
      withdrawn: null,
      severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:H/UI:N/S:U/C:H/I:H/A:H' }],
      affected: [
        npm([{ introduced: '0' }]),
        npm([{ introduced: '9.0.0' }], ['8.0.0']),
        { package: { ecosystem: 'Go', name: 'x' } },
        {
          package: { ecosystem: 'Debian:12', name: 'node-a' },
          ranges: [{ type: 'GIT', events: [{ introduced: '0' }] }],
        },
      ],
    })
    expect(read).toMatchObject({
      kind: 'advisory',
      modified_at: '2026-03-01T22:10:00.000Z',
      rows: [
        {
          ecosystem: 'npm',
          package: 'a',
          aliases: ['CVE-2021-23337'],
          title: 'Command injection\ufffd in lodash',
          severity: 'high',
          score: 7.2,
          ranges: [[{ introduced: '0' }], [{ introduced: '9.0.0' }]],
          versions: ['8.0.0'],
        },
        { ecosystem: 'Debian:12', package: 'node-a', ranges: [] },
      ],
    })
  })
  it('is marked if it was withdrawn, and skipped without an identifier or a date', () => {
    expect(readAdvisory({ id: 'GHSA-1', modified: MODIFIED, withdrawn: MODIFIED })).toEqual({
      kind: 'withdrawn',
      advisory_id: 'GHSA-1',
    })
    for (const wrong of [
      null,
      [],
      'x',
      {},
      { id: 1, modified: MODIFIED },
      { id: 'a b', modified: MODIFIED },
      { id: 'GHSA-1' },
      { id: 'GHSA-1', modified: '2026-99-99T00:00:00Z' },
    ])
      expect(readAdvisory(wrong).kind).toBe('unreadable')
  })
  it('is parsed without an error whatever it contains', () => {
    const anything = fc.dictionary(
      fc.constantFrom(
        'id',
        'modified',
        'affected',
        'severity',
        'aliases',
        'package',
        'ranges',
        'references',
        'database_specific',
      ),
      fc.anything(),
    )
    fc.assert(
      fc.property(anything, fc.anything(), (document, affected) => {
        const { kind } = readAdvisory({
          id: 'A-1',
          modified: MODIFIED,
          affected: [
            affected,
            { package: { ecosystem: 'npm', name: 'a' }, ranges: affected, versions: affected },
          ],
          ...document,
        })
        expect(['advisory', 'withdrawn', 'unreadable']).toContain(kind)
      }),
    )
  })
})

describe('the severity of an advisory', () => {
  it.each<[string, object, string]>([
    [
      'is that of its vector',
      { severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }] },
      'critical 9.8',
    ],
    [
      'is that of the newest CVSS version if there are several',
      {
        severity: [
          { type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' },
          {
            type: 'CVSS_V4',
            score: 'CVSS:4.0/AV:L/AC:L/AT:N/PR:L/UI:N/VC:L/VI:N/VA:N/SC:N/SI:N/SA:N',
          },
        ],
      },
      'medium 4.8',
    ],
    [
      'is the word in `database_specific` if there is no vector',
      { database_specific: { severity: 'MODERATE' } },
      'medium null',
    ],
    ['is unknown where none is stated', {}, 'unknown null'],
    [
      'is unknown for a broken vector',
      {
        severity: [
          { type: 'CVSS_V3', score: 'CVSS:3.1/AV:N' },
          { type: 'CVSS_V3', score: 7 },
        ],
      },
      'unknown null',
    ],
  ])('%s', (_, more, expected) => {
    const [row] = rowsOf(osv(npm([{ introduced: '0' }]), more))
    expect(`${row!.severity} ${row!.score}`).toBe(expected)
  })
  it('is that of the package rather than that of the advisory, and for Debian the urgency of the package', () => {
    const [row] = rowsOf(
      osv(
        {
          package: { ecosystem: 'Debian:12', name: 'a' },
          ecosystem_specific: { urgency: 'unimportant' },
        },
        { database_specific: { severity: 'HIGH' } },
      ),
    )
    expect(row!.severity).toBe('low')
  })
  it('follows the scale of CVSS', () =>
    expect([10, 9, 8.9, 7, 6.9, 4, 3.9, 0.1, 0].map(severityOfScore)).toEqual([
      'critical',
      'critical',
      'high',
      'high',
      'medium',
      'medium',
      'low',
      'low',
      'unknown',
    ]))
  it('is parsed from any text without an error', () => {
    const vector = fc.oneof(
      fc.string(),
      fc.string().map((text) => `CVSS:3.1/${text}`),
      fc.string().map((text) => `CVSS:4.0/AV:N/${text}`),
      fc.anything(),
    )
    fc.assert(
      fc.property(vector, (text) => {
        const score = scoreOf(text)
        expect(score === undefined || (score >= 0 && score <= 10)).toBe(true)
        severityOfWord(text)
      }),
    )
    expect(['toString', '__proto__', 'constructor', 7, null].map(severityOfWord)).toEqual(
      Array(5).fill('unknown'),
    )
  })
})

describe('the assessment of packages', () => {
  const installed = (
    ecosystem: string,
    name: string,
    version: string,
    source?: { name: string; version: string },
  ): InstalledPackage => ({
    ecosystem,
    name,
    version,
    purl: `pkg:x/${name}@${version}`,
    location: 'where',
    layer: `sha256:${'1'.repeat(64)}`,
    ...(source && { source }),
  })
  const debian = rowsOf(
    osv({
      package: { ecosystem: 'Debian:12', name: 'openssl' },
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '3.0.13-1~deb12u1' }] }],
    }),
  )

  it('uses the source package if a distribution builds several packages from one', () => {
    const assessments = assess(
      [
        installed('Debian:12', 'libssl3', '3.0.11-1~deb12u2+b1', {
          name: 'openssl',
          version: '3.0.11-1~deb12u2',
        }),
        installed('Debian:12', 'openssl', '3.0.13-1~deb12u1'),
      ],
      debian,
    )
    expect([...assessments].flatMap(({ findings }) => findings)).toMatchObject([
      {
        id: 'GHSA-1',
        type: 'vulnerability',
        package: { name: 'libssl3', version: '3.0.11-1~deb12u2+b1' },
        fixed_version: '3.0.13-1~deb12u1',
        location: 'where',
      },
    ])
  })
  it('is inconclusive only if a version cannot be compared with an advisory', () => {
    const rows = rowsOf(osv(npm([{ introduced: '0' }, { fixed: '1.0.0' }])))
    const packages = [
      installed('npm', 'a', 'next'),
      installed('npm', 'b', 'next'),
      installed('npm', 'a', '2.0.0'),
    ]
    expect([...assess(packages, rows)]).toEqual([
      { findings: [], isConclusive: false, comparisons: 1 },
      { findings: [], isConclusive: true, comparisons: 0 },
      { findings: [], isConclusive: true, comparisons: 1 },
    ])
  })
})
