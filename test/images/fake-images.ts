import type { Inspection } from '../../src/domain/images/report.ts'
import { canonical } from '../../src/domain/images/reference.ts'
import type { Images } from '../../src/ports/registry/images.ts'
import { exampleValue } from '../http/contract.ts'

interface Example {
  readonly digest: string
  readonly image: {
    readonly os: string
    readonly platform: string
    readonly built_at: string
    readonly size_bytes: number
    readonly layers: number
  }
  readonly findings: Inspection['findings']
}
const example = exampleValue('ReportOnInvoiceReader') as Example
const [vulnerability, asRoot] = example.findings

/** The image of the contract's examples, before vulnerability data is applied. */
export const inspection: Inspection = {
  ...example.image,
  digest: example.digest,
  packages: [
    {
      ecosystem: 'Debian:12',
      name: 'openssl',
      version: '3.0.11-1~deb12u2',
      purl: 'pkg:deb/debian/openssl@3.0.11-1~deb12u2?arch=amd64&distro=debian-12',
      location: 'var/lib/dpkg/status',
      layer: vulnerability!.layer!,
    },
    {
      ecosystem: 'npm',
      name: 'lodash',
      version: '4.17.20',
      purl: 'pkg:npm/lodash@4.17.20',
      location: 'app/node_modules/lodash/package.json',
      layer: vulnerability!.layer!,
    },
  ],
  findings: [asRoot!],
  uncollected: { critical: 0, high: 0, medium: 0, low: 0, unknown: 0 },
}

/** Advisories in the format of OSV: the one of the examples, and one that makes Debian's packages comparable. */
export const ADVISORIES: readonly object[] = [
  {
    id: 'GHSA-35jh-r3h4-6jhm',
    modified: '2026-03-01T22:10:00Z',
    aliases: ['CVE-2021-23337'],
    summary: 'Command injection in lodash',
    severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:H/UI:N/S:U/C:H/I:H/A:H' }],
    affected: [
      {
        package: { ecosystem: 'npm', name: 'lodash' },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '4.17.21' }] }],
      },
    ],
  },
  {
    id: 'DEBIAN-CVE-2020-0001',
    modified: '2026-02-01T00:00:00Z',
    affected: [
      {
        package: { ecosystem: 'Debian:12', name: 'zlib' },
        ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '1:1.2.13' }] }],
      },
    ],
  },
]

/** A registry without a network in which every image is that of the examples. The namespace `nowhere` is not assigned to any organization. */
export const fakeImages: Images = {
  canonical: (reference) => canonical(reference, null),
  hasNamespace: () => true,
  mayScan: ({ repository }) => !repository.startsWith('nowhere/'),
  resolve: async (reference) => ({ kind: 'resolved', digest: reference.digest ?? example.digest }),
  inspect: async (_, digest) => ({ kind: 'inspected', inspection: { ...inspection, digest } }),
  scan: async () => undefined,
  close: () => undefined,
}
