import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { parseReference } from '../../../src/domain/images/reference.ts'
import { readChallenge } from '../../../src/ports/images/session.ts'
import { registryImages, type Images } from '../../../src/ports/images/registry-images.ts'
import type { RegistrySettings } from '../../../src/ports/images/registries.ts'
import {
  digestOf,
  imageOf,
  smallImage,
  stubRegistry,
  tarOf,
  type StoredImage,
  type StubRegistry,
} from './stub.ts'

const NOW = '2026-03-01T12:00:00.000Z'
const REF = parseReference('acme/agent:1')!
const SCAN = '01955617-9a10-7d02-8e4b-6b1f0c2a9d37'
const USER = { username: 'scanner', password: 'not-for-everybody' }
const BASIC = `Basic ${Buffer.from('scanner:not-for-everybody').toString('base64')}`

let image: StoredImage
beforeAll(async () => {
  image = await smallImage()
})
const started: { stop(): void }[] = []
afterEach(() => {
  for (const each of started.splice(0)) each.stop()
})

type Override = (req: IncomingMessage, res: ServerResponse) => boolean
async function stub(instead?: Override, stored = image): Promise<StubRegistry> {
  const registry = await stubRegistry(stored, instead)
  started.push(registry)
  return registry
}
const reader = (
  registry: Pick<StubRegistry, 'host' | 'url'>,
  more: Partial<RegistrySettings> = {},
): Images =>
  registryImages(
    {
      registries: [
        {
          host: registry.host,
          url: registry.url,
          credentials: null,
          auth_hosts: [],
          namespaces: {},
          ...more,
        },
      ],
      scanner: null,
    },
    { http: false, allow: [] },
  )

/** Scans the image, and returns `inspected` or the code of the failure. */
async function scanned(images: Images, ref = REF): Promise<string> {
  const resolved = await images.resolve(ref, 2000)
  if (resolved.kind === 'failed') return resolved.failure.code
  const inspected = await images.inspect({
    scan_id: SCAN,
    reference: ref,
    digest: resolved.digest,
    now: NOW,
  })
  return inspected.kind === 'failed' ? inspected.failure.code : 'inspected'
}
const when =
  (pattern: RegExp, respond: (res: ServerResponse, req: IncomingMessage) => void): Override =>
  (req, res) => {
    if (!pattern.test(`${req.method} ${req.url}`)) return false
    respond(res, req)
    return true
  }

describe('an image registry', () => {
  it('that works is read completely', async () =>
    expect(await scanned(reader(await stub()))).toBe('inspected'))
  it('whose HEAD names no digest is asked for the manifest itself', async () => {
    const registry = await stub(when(/^HEAD/, (res) => res.writeHead(200).end()))
    expect(await scanned(reader(registry))).toBe('inspected')
  })

  it.each<[string, Override, string]>([
    [
      'has no such image',
      when(/manifests/, (res) => res.writeHead(404).end()),
      'MANIFEST_NOT_FOUND',
    ],
    [
      'loses the manifest between two requests',
      when(/^GET .*manifests/, (res) => res.writeHead(404).end()),
      'MANIFEST_NOT_FOUND',
    ],
    [
      'is broken',
      when(/manifests/, (res) => res.writeHead(500).end('secret trace')),
      'REGISTRY_FAILED',
    ],
    [
      'asks the client to retry later',
      when(/blobs/, (res) => res.writeHead(429).end()),
      'REGISTRY_FAILED',
    ],
    [
      'denies access',
      when(/manifests/, (res) => res.writeHead(403).end()),
      'REGISTRY_UNAUTHORIZED',
    ],
    [
      'requires an unknown authentication scheme',
      when(/manifests/, (res) => res.writeHead(401, { 'WWW-Authenticate': 'Negotiate' }).end()),
      'REGISTRY_UNAUTHORIZED',
    ],
    [
      'asks for a password that is not configured',
      when(/manifests/, (res) =>
        res.writeHead(401, { 'WWW-Authenticate': 'Basic realm="x"' }).end(),
      ),
      'REGISTRY_UNAUTHORIZED',
    ],
    ['hangs', when(/manifests/, () => undefined), 'REGISTRY_UNREACHABLE'],
    ['closes the connection', when(/manifests/, (res) => res.destroy()), 'REGISTRY_UNREACHABLE'],
    [
      'closes the connection in the middle of a layer',
      when(/blobs/, (res) => {
        res.writeHead(200, { 'Content-Length': '9999' })
        res.write('x')
        setImmediate(() => res.destroy())
      }),
      'REGISTRY_UNREACHABLE',
    ],
    [
      'sends another manifest',
      when(/^GET .*manifests/, (res) => res.writeHead(200).end('{"layers":[]}')),
      'DIGEST_MISMATCH',
    ],
    ['sends another layer', when(/blobs/, (res) => res.writeHead(200).end('x')), 'DIGEST_MISMATCH'],
    [
      'sends a manifest that is too large',
      when(/^GET .*manifests/, (res) => res.writeHead(200).end(Buffer.alloc(5 * 1024 ** 2, 'x'))),
      'IMAGE_TOO_LARGE',
    ],
    [
      'redirects the manifest',
      when(/manifests/, (res) => res.writeHead(302, { Location: '/elsewhere' }).end()),
      'REGISTRY_FAILED',
    ],
    [
      'redirects a layer in a loop',
      when(/blobs/, (res, req) => res.writeHead(307, { Location: req.url! }).end()),
      'REGISTRY_FAILED',
    ],
    [
      'redirects a layer to cloud metadata',
      when(/blobs/, (res) =>
        res.writeHead(307, { Location: 'http://169.254.169.254/latest/meta-data' }).end(),
      ),
      'ADDRESS_BLOCKED',
    ],
    [
      'redirects a layer to a file',
      when(/blobs/, (res) => res.writeHead(307, { Location: 'file:///etc/passwd' }).end()),
      'ADDRESS_BLOCKED',
    ],
    [
      'names cloud metadata as its token server',
      when(/manifests/, (res) =>
        res
          .writeHead(401, { 'WWW-Authenticate': 'Bearer realm="http://169.254.169.254/token"' })
          .end(),
      ),
      'ADDRESS_BLOCKED',
    ],
    [
      'names an invalid token server',
      when(/manifests/, (res) =>
        res.writeHead(401, { 'WWW-Authenticate': 'Bearer realm="?"' }).end(),
      ),
      'REGISTRY_FAILED',
    ],
  ])(
    'that %s ends the scan with a reason',
    async (_, instead, code) =>
      expect(await scanned(reader(await stub(instead), { credentials: null }))).toBe(code),
    20_000,
  )

  it('that is not configured or not reachable ends the scan with a reason', async () => {
    const images = reader({ host: '127.0.0.1:1', url: 'http://127.0.0.1:1' })
    expect(await scanned(images)).toBe('REGISTRY_UNREACHABLE')
    expect(await scanned(images, parseReference('images.example.com/acme/agent:1')!)).toBe(
      'REGISTRY_NOT_CONFIGURED',
    )
    expect(
      await scanned(registryImages({ registries: [], scanner: null }, { http: false, allow: [] })),
    ).toBe('REGISTRY_NOT_CONFIGURED')
  })

  it.each<[string, string, () => Promise<StoredImage>]>([
    [
      'a chart instead of layers',
      'IMAGE_UNREADABLE',
      async () =>
        imageOf([Buffer.from('x')], {}, 'application/vnd.cncf.helm.chart.content.v1.tar+gzip'),
    ],
    [
      'a layer that is not an archive',
      'IMAGE_UNREADABLE',
      async () => imageOf([Buffer.alloc(2000, 'x')]),
    ],
    [
      'a package list that is too large',
      'IMAGE_TOO_LARGE',
      async () =>
        imageOf([
          gzipSync(await tarOf([['var/lib/dpkg/status', Buffer.alloc(65 * 1024 ** 2, ' ')]]), {
            level: 1,
          }),
        ]),
    ],
    [
      'too many packages',
      'IMAGE_TOO_LARGE',
      async () =>
        imageOf([
          gzipSync(
            await tarOf([
              [
                'var/lib/dpkg/status',
                Array.from(
                  { length: 60_000 },
                  (_, index) => `Package: p${index}\nVersion: 1\n`,
                ).join('\n'),
              ],
            ]),
          ),
        ]),
    ],
    ['no layer at all', 'inspected', async () => imageOf([])],
  ])(
    'with an image that has %s results in %s',
    async (_, code, make) =>
      expect(await scanned(reader(await stub(undefined, await make())))).toBe(code),
    20_000,
  )
})

describe('the credentials of an image registry', () => {
  const challenging = (challenge: (host: string) => string): Override =>
    when(/\/v2\//, (res, req) => {
      if (req.headers.authorization === undefined)
        return res.writeHead(401, { 'WWW-Authenticate': challenge(req.headers.host!) }).end()
      const blob = image.blobs.get(/\/blobs\/(.*)$/.exec(req.url!)?.[1] ?? '')
      return res
        .writeHead(200, {
          'Content-Type': 'application/vnd.oci.image.manifest.v1+json',
          'Docker-Content-Digest': image.digest,
        })
        .end(req.method === 'HEAD' ? '' : (blob ?? image.manifest))
    })
  const token: Override = when(/\/token/, (res) => res.writeHead(200).end('{"token":"abc"}'))
  const either =
    (...all: Override[]): Override =>
    (req, res) =>
      all.some((each) => each(req, res))

  it('are sent when it asks for a password', async () => {
    const registry = await stub(challenging(() => 'Basic realm="images"'))
    expect(await scanned(reader(registry, { credentials: USER }))).toBe('inspected')
    expect(registry.requests.map(({ authorization }) => authorization)).toEqual(
      expect.arrayContaining([undefined, BASIC]),
    )
  })
  it('are exchanged for a token at the image registry itself, and only the token is sent from then on', async () => {
    const registry = await stub(
      either(
        token,
        challenging(
          (host) =>
            `Bearer realm="http://${host}/token",service="images",scope="repository:acme/agent:pull"`,
        ),
      ),
    )
    expect(await scanned(reader(registry, { credentials: USER }))).toBe('inspected')
    const tokens = registry.requests.filter(({ line }) => line.includes('/token'))
    expect(tokens[0]).toEqual({
      line: 'GET /token?scope=repository%3Aacme%2Fagent%3Apull&service=images',
      authorization: BASIC,
    })
    expect(
      new Set(
        registry.requests
          .filter(({ line }) => line.includes('/v2/'))
          .map(({ authorization }) => authorization),
      ),
    ).toEqual(new Set([undefined, 'Bearer abc']))
  })
  it('are not sent to another host that issues tokens, unless the operator listed it', async () => {
    const issuer = await stub(token)
    const registry = await stub(challenging(() => `Bearer realm="${issuer.url}/token"`))
    expect(await scanned(reader(registry, { credentials: USER }))).toBe('inspected')
    expect(issuer.requests.map(({ authorization }) => authorization)).toEqual([
      undefined,
      undefined,
    ])
    issuer.requests.length = 0
    expect(await scanned(reader(registry, { credentials: USER, auth_hosts: [issuer.host] }))).toBe(
      'inspected',
    )
    expect(issuer.requests.map(({ authorization }) => authorization)).toEqual([BASIC, BASIC])
  })
  it.each([
    [401, { code: 'REGISTRY_UNAUTHORIZED', detail: 'its token server responded with 401' }],
    [404, { code: 'REGISTRY_FAILED', detail: 'its token server responded with 404' }],
    [200, { code: 'REGISTRY_FAILED', detail: 'its token server sent no valid token' }],
  ])(
    'end the scan with a failure of the token server if it responds with %i and no token',
    async (status, failure) => {
      const issuer = await stub(when(/\/token/, (res) => res.writeHead(status).end('{}')))
      const registry = await stub(challenging(() => `Bearer realm="${issuer.url}/token"`))
      expect(await reader(registry, { credentials: USER }).resolve(REF, 2000)).toEqual({
        kind: 'failed',
        failure,
      })
    },
  )
  it('end the scan with a failure of the token server if it closes the connection', async () => {
    const issuer = await stub(when(/\/token/, (res) => void res.destroy()))
    const registry = await stub(challenging(() => `Bearer realm="${issuer.url}/token"`))
    expect(await reader(registry, { credentials: USER }).resolve(REF, 2000)).toEqual({
      kind: 'failed',
      failure: { code: 'REGISTRY_UNREACHABLE', detail: 'its token server closed the connection' },
    })
  })
  it('are not sent to the host to which a layer is redirected', async () => {
    const store = await stub()
    const registry = await stub(
      either(
        when(/blobs/, (res, req) =>
          res
            .writeHead(req.headers.authorization ? 307 : 401, {
              Location: `${store.url}${req.url}`,
              'WWW-Authenticate': 'Basic',
            })
            .end(),
        ),
        challenging(() => 'Basic realm="x"'),
      ),
    )
    expect(await scanned(reader(registry, { credentials: USER }))).toBe('inspected')
    expect(store.requests.length).toBeGreaterThan(0)
    expect(new Set(store.requests.map(({ authorization }) => authorization))).toEqual(
      new Set([undefined]),
    )
  })
  it('do not appear in failures', async () => {
    const registry = await stub(
      when(/manifests/, (res, req) =>
        res
          .writeHead(req.headers.authorization ? 500 : 401, { 'WWW-Authenticate': 'Basic' })
          .end(USER.password),
      ),
    )
    expect(
      JSON.stringify(await reader(registry, { credentials: USER }).resolve(REF, 2000)),
    ).not.toContain(USER.password)
  })
})

describe('a challenge of an image registry', () => {
  it.each([
    [
      'Bearer realm="https://auth.example.com/token",service="registry",scope="repository:a:pull,push"',
      {
        kind: 'bearer',
        realm: 'https://auth.example.com/token',
        service: 'registry',
        scope: 'repository:a:pull,push',
      },
    ],
    [
      'Basic realm="x", Bearer realm=https://auth.example.com/t',
      { kind: 'bearer', realm: 'https://auth.example.com/t', service: undefined, scope: undefined },
    ],
    [
      'bearer REALM="https://a/\\"b"',
      { kind: 'bearer', realm: 'https://a/"b', service: undefined, scope: undefined },
    ],
    ['Basic realm="Registry"', { kind: 'basic' }],
    ['BASIC', { kind: 'basic' }],
    ['Bearer', { kind: 'none' }],
    ['Digest realm="x"', { kind: 'none' }],
    ['', { kind: 'none' }],
    [undefined, { kind: 'none' }],
  ])('%j is parsed', (header, challenge) => expect(readChallenge(header)).toEqual(challenge))
})

it('two scans of an image have the same result', async () => {
  const images = reader(await stub())
  const read = () =>
    images.inspect({ scan_id: SCAN, reference: REF, digest: image.digest, now: NOW })
  expect(await read()).toEqual(await read())
  expect(image.digest).toBe(digestOf(image.manifest))
})
