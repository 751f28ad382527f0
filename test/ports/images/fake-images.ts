import { canonical, parseReference } from '../../../src/domain/images/reference.ts'
import { SCANNER, type Inspection } from '../../../src/domain/images/report.ts'
import { makeSbom } from '../../../src/domain/images/sbom.ts'
import type { Images } from '../../../src/ports/images/registry-images.ts'
import { exampleValue } from '../../http/contract.ts'

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

const packages: Inspection['packages'] = [
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
]
/** The input of the bill of materials of the image in the contract's examples. */
export const SBOM_FACTS = {
  scan_id: '01955617-9a10-7d02-8e4b-6b1f0c2a9d37',
  reference: parseReference('images.example.com:5000/acme/invoice-reader:1.4.0')!,
  digest: example.digest,
  now: '2026-03-01T12:00:00.000Z',
  scanner: SCANNER,
  packages,
}

/** The image of the contract's examples, before vulnerability data is applied. */
export const inspection: Inspection = {
  ...example.image,
  digest: example.digest,
  packages,
  sbom: makeSbom(SBOM_FACTS),
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

/**
 * A registry without a network in which every image is that of the examples. The namespace `nowhere` is not assigned to any organization.
 */
export const fakeImages: Images = {
  canonical: (reference) => canonical(reference, null),
  hasNamespace: () => true,
  mayScan: ({ repository }) => !repository.startsWith('nowhere/'),
  resolve: async (reference) => ({ kind: 'resolved', digest: reference.digest ?? example.digest }),
  inspect: async (request) => ({
    kind: 'inspected',
    inspection: {
      ...inspection,
      digest: request.digest,
      sbom: makeSbom({ ...SBOM_FACTS, ...request }),
    },
  }),
  scan: async () => undefined,
  close: () => undefined,
}
