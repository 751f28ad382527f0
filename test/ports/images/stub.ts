import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { pack, type Header } from 'tar-stream'
import { buffer } from 'node:stream/consumers'

export const digestOf = (bytes: Uint8Array | string): string =>
  `sha256:${createHash('sha256').update(bytes).digest('hex')}`

/** Creates an archive of these entries. */
export async function tarOf(
  entries: readonly (readonly [Header | string, (string | Buffer)?])[],
): Promise<Buffer> {
  const packing = pack()
  const whole = buffer(packing)
  for (const [header, content = ''] of entries)
    packing.entry(typeof header === 'string' ? { name: header } : header, content)
  packing.finalize()
  return whole
}

const MANIFEST = 'application/vnd.oci.image.manifest.v1+json'
const CONFIG = {
  os: 'linux',
  architecture: 'amd64',
  created: '2026-02-01T00:00:00Z',
  config: { User: '1000', Healthcheck: { Test: ['CMD', 'true'] } },
}

/** An image in an image registry. The blobs are its configuration and its layers by digest. */
export interface StoredImage {
  readonly digest: string
  readonly manifest: Buffer
  readonly blobs: ReadonlyMap<string, Buffer>
}

export function imageOf(
  layers: readonly Buffer[],
  config: object = CONFIG,
  mediaType = 'application/vnd.oci.image.layer.v1.tar+gzip',
): StoredImage {
  const configBytes = Buffer.from(JSON.stringify(config))
  const blobs = new Map([configBytes, ...layers].map((bytes) => [digestOf(bytes), bytes]))
  const manifest = Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: MANIFEST,
      config: {
        mediaType: 'application/vnd.oci.image.config.v1+json',
        digest: digestOf(configBytes),
        size: configBytes.length,
      },
      layers: layers.map((bytes) => ({ mediaType, digest: digestOf(bytes), size: bytes.length })),
    }),
  )
  return { digest: digestOf(manifest), manifest, blobs }
}

export const smallImage = async (): Promise<StoredImage> =>
  imageOf([gzipSync(await tarOf([['etc/hostname', 'x']]))])

export interface StubRegistry {
  readonly url: string
  readonly host: string
  readonly requests: { readonly line: string; readonly authorization: string | undefined }[]
  stop(): void
}
type Override = (req: IncomingMessage, res: ServerResponse) => boolean

/**
 * Starts an image registry in this process that serves one image under every name; `override` can respond in its place. It is for unit
 * tests and for responses that a real image registry does not give; other tests use a real one.
 */
export async function stubRegistry(
  image: StoredImage,
  override: Override = () => false,
): Promise<StubRegistry> {
  const requests: StubRegistry['requests'] = []
  const server: Server = createServer((req, res) => {
    requests.push({ line: `${req.method} ${req.url}`, authorization: req.headers.authorization })
    if (override(req, res)) return
    const blob = image.blobs.get(/\/blobs\/(.*)$/.exec(req.url!)?.[1] ?? '')
    if (req.url!.includes('/manifests/'))
      res
        .writeHead(200, { 'Content-Type': MANIFEST, 'Docker-Content-Digest': image.digest })
        .end(req.method === 'HEAD' ? '' : image.manifest)
    else if (blob) res.writeHead(200, { 'Content-Type': 'application/octet-stream' }).end(blob)
    else
      res
        .writeHead(404, { 'Content-Type': 'application/json' })
        .end('{"errors":[{"code":"MANIFEST_UNKNOWN"}]}')
  })
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening)
  })
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    url: `http://${host}`,
    requests,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
