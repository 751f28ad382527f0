import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { MANIFEST_TYPE, type BuiltImage } from './build.ts'

/** The image registry of a sandbox. */
export interface ImageRegistry {
  /** `127.0.0.1:PORT`. */
  readonly host: string
  readonly url: string
  stop(): void
}

const LOOPBACK = '127.0.0.1'
const MANIFEST = /^\/v2\/(.+)\/manifests\/([^/]+)$/
const BLOB = /^\/v2\/.+\/blobs\/([^/]+)$/

/** Starts a registry from which images can be pulled (OCI Distribution Specification 1.1, pull). Pushing is not supported. */
export async function startImageRegistry(images: readonly BuiltImage[]): Promise<ImageRegistry> {
  const server = createServer(({ method, url = '' }, res) => {
    const found =
      url === '/v2/'
        ? { type: 'application/json', bytes: Buffer.from('{}') }
        : (manifestAt(images, url) ?? blobAt(images, url))
    if (!found)
      return res
        .writeHead(404, { 'Content-Type': 'application/json' })
        .end('{"errors":[{"code":"NAME_UNKNOWN"}]}')
    res.writeHead(200, {
      'Content-Type': found.type,
      'Content-Length': found.bytes.length,
      ...('digest' in found && { 'Docker-Content-Digest': found.digest }),
    })
    return res.end(method === 'HEAD' ? undefined : found.bytes)
  })
  await new Promise<void>((listening) => {
    server.listen(0, LOOPBACK, listening)
  })
  const host = `${LOOPBACK}:${(server.address() as AddressInfo).port}`
  return {
    host,
    url: `http://${host}`,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function manifestAt(images: readonly BuiltImage[], url: string) {
  const [, name, reference] = MANIFEST.exec(url) ?? []
  const image = images.find(
    ({ repository, tag, digest }) =>
      repository === name && (reference === tag || reference === digest),
  )
  return image && { type: MANIFEST_TYPE, bytes: image.manifest, digest: image.digest }
}

function blobAt(images: readonly BuiltImage[], url: string) {
  const digest = BLOB.exec(url)?.[1] ?? ''
  const bytes = images.map(({ blobs }) => blobs.get(digest)).find((blob) => blob !== undefined)
  return bytes && { type: 'application/octet-stream', bytes, digest }
}
