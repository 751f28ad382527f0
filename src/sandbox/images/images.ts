import type { ImageSpec } from './build.ts'

const debian = (name: string, version: string, source: string): string =>
  `Package: ${name}\nStatus: install ok installed\nArchitecture: amd64\nSource: ${source}\nVersion: ${version}\n\n`
const npm = (name: string, version: string): Readonly<Record<string, string>> => ({
  [`app/node_modules/${name}/package.json`]: JSON.stringify({ name, version }),
})

/** The images of a sandbox: one with vulnerabilities, its next version without them, and one for which there is no vulnerability data. */
export const SANDBOX_IMAGES: readonly ImageSpec[] = [
  {
    ref: 'acme/invoice-reader:1.4.0',
    layers: [
      {
        'etc/os-release':
          'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nVERSION_ID="12"\nID=debian\n',
        'var/lib/dpkg/status':
          debian('libssl3', '3.0.11-1~deb12u2', 'openssl') +
          debian('zlib1g', '1:1.2.13.dfsg-1', 'zlib'),
      },
      npm('lodash', '4.17.20'),
    ],
    config: {},
  },
  {
    ref: 'acme/invoice-reader:1.4.1',
    layers: [
      {
        'etc/os-release':
          'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nVERSION_ID="12"\nID=debian\n',
        'var/lib/dpkg/status':
          debian('libssl3', '3.0.17-1~deb12u2', 'openssl') +
          debian('zlib1g', '1:1.2.13.dfsg-1', 'zlib'),
      },
      npm('lodash', '4.17.21'),
    ],
    config: { User: '1000', Healthcheck: { Test: ['CMD', 'true'] } },
  },
  {
    ref: 'base:3.20',
    layers: [
      {
        'etc/os-release': 'PRETTY_NAME="Alpine Linux v3.20"\nVERSION_ID=3.20.3\nID=alpine\n',
        'lib/apk/db/installed': 'P:musl\nV:1.2.5-r0\nA:x86_64\no:musl\n\n',
      },
    ],
    config: { User: '1000', Healthcheck: { Test: ['CMD', 'true'] } },
  },
]

/** OSV advisories that apply to the first of the two versions only. A real registry imports all of OSV. */
export const SANDBOX_ADVISORIES: readonly object[] = [
  {
    id: 'GHSA-35jh-r3h4-6jhm',
    modified: '2026-03-01T00:00:00Z',
    aliases: ['CVE-2021-23337'],
    summary: 'Command injection in lodash',
    affected: [
      {
        package: { ecosystem: 'npm', name: 'lodash' },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '4.17.21' }] }],
      },
    ],
    severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:H/UI:N/S:U/C:H/I:H/A:H' }],
  },
  {
    id: 'DEBIAN-CVE-2023-5678',
    modified: '2026-03-01T00:00:00Z',
    aliases: ['CVE-2023-5678'],
    summary: 'Very long X9.42 DH keys make openssl slow',
    affected: [
      {
        package: { ecosystem: 'Debian:12', name: 'openssl' },
        ranges: [
          { type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '3.0.13-1~deb12u1' }] },
        ],
      },
    ],
    severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:L' }],
  },
]
