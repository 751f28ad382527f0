import { gzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { canonicalize, sha256Hex } from '../../../src/domain/crypto/hash.ts'
import { failureMessage } from '../../../src/domain/images/failures.ts'
import { parseReference } from '../../../src/domain/images/reference.ts'
import type { InspectionResult } from '../../../src/domain/images/report.ts'
import { registryImages } from '../../../src/ports/images/registry-images.ts'
import { imageOf, stubRegistry, tarOf } from './stub.ts'

const KEY = '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIA==\n-----END PRIVATE KEY-----\n'

/** Inspects an image with one layer of these files. */
async function inspect(files: readonly (readonly [string, string])[]): Promise<InspectionResult> {
  const registry = await stubRegistry(imageOf([gzipSync(await tarOf(files))]))
  onTestFinished(() => registry.stop())
  const { host, url } = registry
  const images = registryImages(
    {
      registries: [{ host, url, credentials: null, auth_hosts: [], namespaces: {} }],
      scanner: null,
    },
    { http: false, allow: [] },
  )
  const reference = parseReference('acme/agent:1')!
  const resolved = await images.resolve(reference, 2000)
  if (resolved.kind === 'failed') throw new Error(resolved.failure.code)
  return images.inspect({
    scan_id: '01955617-9a10-7d02-8e4b-6b1f0c2a9d37',
    reference,
    digest: resolved.digest,
    now: '2026-03-01T12:00:00.000Z',
  })
}

it('a private key in a file of any name is found, and a file without one is not', async () => {
  const inspected = await inspect([
    ['app/notes.txt', 'a note'],
    ['app/config.txt', KEY],
  ])
  if (inspected.kind === 'failed') throw new Error(inspected.failure.code)
  expect(
    inspected.inspection.findings
      .filter(({ type }) => type === 'secret')
      .map(({ id, location }) => [id, location]),
  ).toEqual([['PRIVATE_KEY', 'app/config.txt']])
})

it('an inspection contains the bill of materials of the image and its digest', async () => {
  const inspected = await inspect([
    ['app/node_modules/lodash/package.json', '{"name":"lodash","version":"4.17.20"}'],
  ])
  if (inspected.kind === 'failed') throw new Error(inspected.failure.code)
  const { document, summary } = inspected.inspection.sbom
  expect(document).toMatchObject({
    serialNumber: 'urn:uuid:01955617-9a10-7d02-8e4b-6b1f0c2a9d37',
    metadata: { timestamp: '2026-03-01T12:00:00.000Z' },
    components: [{ name: 'lodash', purl: 'pkg:npm/lodash@4.17.20' }],
  })
  expect(summary).toMatchObject({
    components: 1,
    digest: `sha256:${sha256Hex(canonicalize(document))}`,
  })
})

it('an image whose bill of materials would be too large is refused, and the reason is stated', async () => {
  const stanza = (index: number) =>
    `Package: ${'+'.repeat(190)}${index}\nVersion: ${'%'.repeat(140)}${index}\n`
  const status = Array.from({ length: 10_000 }, (_, index) => stanza(index)).join('\n')
  const inspected = await inspect([['var/lib/dpkg/status', status]])
  if (inspected.kind !== 'failed') throw new Error(inspected.kind)
  expect(inspected.failure.code).toBe('IMAGE_TOO_LARGE')
  expect(failureMessage(inspected.failure)).toBe(
    'The image exceeds the limits of a scan; build a smaller one. (a software bill of materials of more than 16777216 bytes)',
  )
})
