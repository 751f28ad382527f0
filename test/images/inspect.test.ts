import { gzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { parseReference } from '../../src/domain/images/reference.ts'
import { registryImages } from '../../src/ports/registry/images.ts'
import { imageOf, stubRegistry, tarOf } from './stub.ts'

const KEY = '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIA==\n-----END PRIVATE KEY-----\n'

it('a private key in a file of any name is found, and a file without one is not', async () => {
  const files: [string, string][] = [
    ['app/notes.txt', 'a note'],
    ['app/config.txt', KEY],
  ]
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
  const inspected = await images.inspect(reference, resolved.digest, '2026-03-01T12:00:00.000Z')
  if (inspected.kind === 'failed') throw new Error(inspected.failure.code)
  expect(
    inspected.inspection.findings
      .filter(({ type }) => type === 'secret')
      .map(({ id, location }) => [id, location]),
  ).toEqual([['PRIVATE_KEY', 'app/config.txt']])
})
