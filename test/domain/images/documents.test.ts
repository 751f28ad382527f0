import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { failureMessage, type ScanFailed } from '../../../src/domain/images/failures.ts'
import {
  collectFindings,
  countBySeverity,
  bySeverity,
  type Finding,
} from '../../../src/domain/images/findings.ts'
import { platformOf, readManifest } from '../../../src/domain/images/manifest.ts'
import {
  isAssessed,
  total,
  withScanner,
  writeReport,
  type Coverage,
} from '../../../src/domain/images/report.ts'
import { billOfMaterials, makeSbom } from '../../../src/domain/images/sbom.ts'
import { readTrivy } from '../../../src/domain/images/trivy.ts'
import { SBOM_BYTES } from '../../../src/domain/images/limits.ts'
import { inspection, SBOM_FACTS } from '../../ports/images/fake-images.ts'

const digest = (digit: string) => `sha256:${digit.repeat(64)}`
const OCI = 'application/vnd.oci.image.manifest.v1+json'
const INDEX = 'application/vnd.oci.image.index.v1+json'
const CONFIG = 'application/vnd.oci.image.config.v1+json'
const ARM = { os: 'linux', architecture: 'arm' }
const LAYER = 'application/vnd.oci.image.layer.v1.tar+gzip'
const layer = (more: object = {}) => ({ mediaType: LAYER, digest: digest('2'), size: 10, ...more })
const manifest = (more: object = {}) =>
  JSON.stringify({
    schemaVersion: 2,
    config: { digest: digest('1'), size: 5 },
    layers: [layer()],
    ...more,
  })
const entry = (os: string, architecture: string, digit: string) => ({
  mediaType: OCI,
  digest: digest(digit),
  size: 7,
  platform: { os, architecture },
})
const failure = (work: () => unknown) => {
  try {
    return work()
  } catch (cause) {
    return (cause as ScanFailed).failure.code
  }
}

describe('a manifest', () => {
  it('is read according to its mediaType, or else its Content-Type, because some tools omit the mediaType', () => {
    expect(readManifest(manifest(), OCI)).toMatchObject({
      kind: 'manifest',
      layers: [{ digest: digest('2') }],
    })
    expect(readManifest(manifest({ layers: Array(256).fill(layer()) }), OCI)).toMatchObject({
      kind: 'manifest',
    })
    expect(readManifest(manifest({ mediaType: OCI }), 'text/plain')).toMatchObject({
      kind: 'manifest',
    })
  })
  it('is chosen from an index: that for linux/amd64, else the first, and never an attestation', () => {
    const index = (...manifests: object[]) =>
      readManifest(JSON.stringify({ manifests }), `${INDEX}; charset=utf-8`)
    expect(index(entry('linux', 'arm64', '3'), entry('linux', 'amd64', '4'))).toMatchObject({
      chosen: { digest: digest('4') },
      platform: 'linux/amd64',
    })
    expect(index(entry('unknown', 'unknown', '5'), entry('linux', 'arm64', '3'))).toMatchObject({
      chosen: { digest: digest('3') },
      platform: 'linux/arm64',
    })
    expect(failure(() => index(entry('unknown', 'unknown', '5')))).toBe('IMAGE_UNREADABLE')
  })
  it.each<[string, object]>([
    ['no platform', { platform: undefined }],
    ['no platform, but the type of an image', { platform: undefined, artifactType: CONFIG }],
    ['an empty platform', { platform: { os: '', architecture: '' } }],
    ['a platform without an architecture', { platform: { os: 'linux' } }],
    ['a platform with a variant that is not a word', { platform: { ...ARM, variant: '<b>' } }],
  ])('is chosen from an index even if its entry has %s', (_, more) => {
    const manifests = [
      entry('unknown', 'unknown', '5'),
      { ...entry('linux', 'arm', '3'), platform: undefined, artifactType: 'application/spdx+json' },
      { ...entry('linux', 'arm', '4'), ...more },
      entry('linux', 'arm64', '6'),
    ]
    expect(readManifest(JSON.stringify({ manifests }), INDEX)).toMatchObject({
      chosen: { digest: digest('4') },
      platform: undefined,
    })
  })
  it.each<[string, string, string, string]>([
    ['is not JSON', '{', OCI, 'IMAGE_UNREADABLE'],
    ['is a list', '[]', OCI, 'IMAGE_UNREADABLE'],
    ['is of another type', manifest(), 'application/json', 'IMAGE_UNREADABLE'],
    ['has no layers', manifest({ layers: 'x' }), OCI, 'IMAGE_UNREADABLE'],
    [
      'has a layer of another kind',
      manifest({ layers: [layer({ mediaType: 'application/vnd.cncf.helm.chart' })] }),
      OCI,
      'IMAGE_UNREADABLE',
    ],
    [
      'has a digest that is a path',
      manifest({ layers: [layer({ digest: 'sha256:../../x' })] }),
      OCI,
      'IMAGE_UNREADABLE',
    ],
    ['has a negative size', manifest({ layers: [layer({ size: -1 })] }), OCI, 'IMAGE_UNREADABLE'],
    [
      'has a layer that is too large',
      manifest({ layers: [layer({ size: 2 ** 40 })] }),
      OCI,
      'IMAGE_TOO_LARGE',
    ],
    ['has too many layers', manifest({ layers: Array(257).fill(layer()) }), OCI, 'IMAGE_TOO_LARGE'],
    [
      'is too large in total',
      manifest({ layers: Array(10).fill(layer({ size: 2 ** 32 })) }),
      OCI,
      'IMAGE_TOO_LARGE',
    ],
  ])('that %s is refused', (_, text, type, code) =>
    expect(failure(() => readManifest(text, type))).toBe(code),
  )
  it('is read or refused whatever it contains', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(OCI, INDEX), (text, type) => {
        failure(() => readManifest(text, type))
      }),
    )
    expect([
      platformOf(null),
      platformOf({ os: 'linux', architecture: 'arm', variant: 'v7' }),
      platformOf({ os: '<b>', architecture: 1 }),
    ]).toEqual(['unknown/unknown', 'linux/arm/v7', 'unknown/unknown'])
  })
})

it('the message about a scan that timed out states the time limit for reading the image', () => {
  expect(failureMessage({ code: 'SCAN_TIMEOUT' })).toBe(
    'The image could not be read within 15 minutes; scan again, or build a smaller image.',
  )
})

const finding = (more: Partial<Finding> = {}): Finding => ({
  id: 'X',
  type: 'configuration',
  severity: 'low',
  title: 't',
  detail: 'd',
  ...more,
})

describe('findings', () => {
  it('have a fixed order, the most severe first', () => {
    const some = fc.record({
      id: fc.constantFrom('A', 'B', 'C', 'D'),
      severity: fc.constantFrom('critical', 'high', 'medium', 'low', 'unknown'),
      type: fc.constantFrom('vulnerability', 'secret'),
      score: fc.constantFrom(1, 9),
    })
    fc.assert(
      fc.property(fc.array(some), fc.nat(), (items, shift) => {
        const all = items.map((item) => finding(item as Partial<Finding>))
        const at = shift % Math.max(1, all.length)
        expect(bySeverity([...all.slice(at), ...all.slice(0, at)])).toEqual(bySeverity(all))
      }),
    )
    expect(
      bySeverity([finding(), finding({ severity: 'critical' }), finding({ severity: 'high' })]).map(
        ({ severity }) => severity,
      ),
    ).toEqual(['critical', 'high', 'low'])
  })
  it('beyond the limit are counted', () => {
    const findings = collectFindings(2)
    for (let count = 0; count < 5; count += 1) findings.add(finding())
    expect([findings.items.length, findings.uncollected.low]).toEqual([2, 3])
  })
})

describe('a bill of materials', () => {
  it('is valid CycloneDX 1.6', async () => {
    const document = billOfMaterials({
      ...SBOM_FACTS,
      packages: [...inspection.packages, ...inspection.packages],
    })
    expect(
      await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(
        JSON.stringify(document),
      ),
    ).toBeNull()
    expect((document['components'] as readonly object[]).length).toBe(2)
  })
  it('is refused if it exceeds its limit, which 50,000 packages with names of ordinary length do not', () => {
    const sbomOf = (nameOf: (index: number) => string) => {
      const packages = Array.from({ length: 50_000 }, (_, index) => {
        const name = nameOf(index)
        return { ...inspection.packages[1]!, name, purl: `pkg:npm/${name}@4.17.20` }
      })
      return makeSbom({ ...SBOM_FACTS, packages })
    }
    const { document, summary } = sbomOf((index) => `a-package-with-a-name-of-some-length-${index}`)
    expect(summary.components).toBe(50_000)
    expect(JSON.stringify(document).length).toBeLessThan(SBOM_BYTES)
    expect(failure(() => sbomOf((index) => `${'a'.repeat(194)}${index}`))).toBe('IMAGE_TOO_LARGE')
  })
})

describe('a report', () => {
  const coverage = (packages: number, assessed: number): Coverage => ({
    ecosystem: 'npm',
    packages,
    assessed,
  })
  it('is completed only if there are packages and all were compared', () => {
    expect([
      isAssessed([coverage(3, 3)]),
      isAssessed([coverage(3, 2)]),
      isAssessed([coverage(3, 3), coverage(1, 0)]),
      isAssessed([]),
    ]).toEqual([true, false, false, false])
  })
  it('counts the findings that it omits', () => {
    const many = Array.from({ length: 3000 }, () => finding())
    const { report } = writeReport(
      {
        ...inspection,
        findings: many,
        uncollected: { ...countBySeverity([]), low: 5, critical: 2 },
      },
      { database: null, coverage: [], findings: [], uncollected: countBySeverity([]) },
    )
    expect([
      report.findings.length,
      report.findings_omitted,
      total(report.summary),
      report.summary.critical,
    ]).toEqual([2000, 1007, 3007, 2])
  })
})

/** A report as `trivy image --format json` prints it. */
const TRIVY = {
  SchemaVersion: 2,
  ArtifactName: 'x',
  ArtifactType: 'container_image',
  Metadata: { OS: { Family: 'debian', Name: '12.4' } },
  Results: [
    {
      Target: 'x (debian 12.4)',
      Class: 'os-pkgs',
      Type: 'debian',
      Vulnerabilities: [
        {
          VulnerabilityID: 'CVE-2023-5678',
          PkgName: 'libssl3',
          InstalledVersion: '3.0.11-1~deb12u2',
          FixedVersion: '3.0.13-1~deb12u1',
          Severity: 'MEDIUM',
          Title: 'openssl: slow keys',
          PrimaryURL: 'https://avd.aquasec.com/nvd/cve-2023-5678',
          PkgIdentifier: { PURL: 'pkg:deb/debian/libssl3@3.0.11-1~deb12u2' },
          Layer: { Digest: digest('7') },
          CVSS: { nvd: { V3Score: 5.3 }, redhat: { V3Score: 5.9 } },
        },
      ],
    },
    {
      Target: 'Node.js',
      Class: 'lang-pkgs',
      Type: 'node-pkg',
      Vulnerabilities: [
        {
          VulnerabilityID: 'CVE-2021-23337',
          PkgName: 'lodash',
          PkgPath: 'app/node_modules/lodash/package.json',
          InstalledVersion: '4.17.20',
          Severity: 'HIGH',
        },
        { VulnerabilityID: 'broken' },
      ],
    },
    { Target: 'Python', Class: 'lang-pkgs', Type: 'python-pkg' },
  ],
}

describe('a Trivy report', () => {
  it('provides its vulnerabilities and the kinds of packages that it covers', () => {
    const read = readTrivy(JSON.stringify(TRIVY))
    expect(read).toMatchObject({
      kind: 'report',
      covers: ['os', 'npm', 'PyPI'],
      findings: [
        {
          id: 'CVE-2023-5678',
          severity: 'medium',
          score: 5.9,
          layer: digest('7'),
          fixed_version: '3.0.13-1~deb12u1',
          package: {
            ecosystem: 'debian:12.4',
            name: 'libssl3',
            purl: 'pkg:deb/debian/libssl3@3.0.11-1~deb12u2',
          },
        },
        {
          id: 'CVE-2021-23337',
          severity: 'high',
          location: 'app/node_modules/lodash/package.json',
          package: { ecosystem: 'npm' },
        },
      ],
    })
  })
  it('that is invalid is distinguished from one without vulnerabilities', () => {
    for (const text of ['', '{', '[]', '{}', '{"SchemaVersion":1}', 'null'])
      expect(readTrivy(text)).toEqual({ kind: 'unreadable' })
    expect(readTrivy('{"SchemaVersion":2}')).toEqual({ kind: 'report', findings: [], covers: [] })
    fc.assert(
      fc.property(fc.anything(), (Results) => {
        readTrivy(
          JSON.stringify({ SchemaVersion: 2, Results: [Results, { Vulnerabilities: [Results] }] }),
        )
      }),
    )
  })
  it('is merged with the imported advisories without duplicates', () => {
    const own = finding({
      id: 'GHSA-35jh-r3h4-6jhm',
      type: 'vulnerability',
      aliases: ['CVE-2021-23337'],
      package: { ecosystem: 'npm', name: 'lodash', version: '4.17.20' },
    })
    const read = readTrivy(JSON.stringify(TRIVY))
    if (read.kind !== 'report') throw new Error(read.kind)
    const both = withScanner(
      {
        database: { name: 'OSV', advisories: 1 },
        coverage: [
          { ecosystem: 'npm', packages: 1, assessed: 1 },
          { ecosystem: 'Debian:12', packages: 2, assessed: 0 },
          { ecosystem: 'PyPI', packages: 1, assessed: 0 },
        ],
        findings: [own],
        uncollected: countBySeverity([]),
      },
      { name: 'trivy', ...read },
    )
    expect(both.findings.map(({ id }) => id)).toEqual(['GHSA-35jh-r3h4-6jhm', 'CVE-2023-5678'])
    expect([both.database, isAssessed(both.coverage)]).toEqual([
      { name: 'OSV and trivy', advisories: 1 },
      true,
    ])
  })
  it('leaves packages of a kind that it does not cover uncompared', () => {
    const alone = withScanner(
      {
        database: null,
        coverage: [{ ecosystem: 'PyPI', packages: 1, assessed: 0 }],
        findings: [],
        uncollected: countBySeverity([]),
      },
      { name: 'trivy', findings: [], covers: ['os'] },
    )
    expect([alone.database, isAssessed(alone.coverage)]).toEqual([{ name: 'trivy' }, false])
  })
})
