import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'

/** The description of an image: its files by layer, and its configuration. */
export interface ImageSpec {
  /** Name and tag, such as `acme/invoice-reader:1.4.0`. */
  readonly ref: string
  readonly layers: readonly Readonly<Record<string, string>>[]
  /** `config` of the OCI image configuration. */
  readonly config: Readonly<Record<string, unknown>>
}
/** An image in the form in which a registry stores it: a manifest, and its blobs by digest. */
export interface BuiltImage {
  readonly repository: string
  readonly tag: string
  readonly digest: string
  readonly manifest: Buffer
  readonly blobs: ReadonlyMap<string, Buffer>
}

/** Media type of an image manifest (OCI Image Format Specification 1.1, media types). */
export const MANIFEST_TYPE = 'application/vnd.oci.image.manifest.v1+json'
const CONFIG_TYPE = 'application/vnd.oci.image.config.v1+json'
const LAYER_TYPE = 'application/vnd.oci.image.layer.v1.tar+gzip'

/** Builds an image for linux/amd64 whose configuration states `built_at`, an ISO 8601 timestamp, as its creation time. */
export async function buildImage(
  { ref, layers, config }: ImageSpec,
  built_at: string,
): Promise<BuiltImage> {
  const archives = await Promise.all(layers.map(archiveOf))
  const packed = archives.map((archive) => gzipSync(archive))
  const configuration = Buffer.from(
    JSON.stringify({
      created: built_at,
      os: 'linux',
      architecture: 'amd64',
      config,
      rootfs: { type: 'layers', diff_ids: archives.map(digestOf) },
    }),
  )
  const descriptorOf = (mediaType: string, bytes: Buffer) => ({
    mediaType,
    digest: digestOf(bytes),
    size: bytes.length,
  })
  const manifest = Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: MANIFEST_TYPE,
      config: descriptorOf(CONFIG_TYPE, configuration),
      layers: packed.map((bytes) => descriptorOf(LAYER_TYPE, bytes)),
    }),
  )
  const [repository, tag] = ref.split(':') as [string, string]
  return {
    repository,
    tag,
    digest: digestOf(manifest),
    manifest,
    blobs: new Map([configuration, ...packed].map((bytes) => [digestOf(bytes), bytes])),
  }
}

async function archiveOf(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const archive = pack()
  const bytes = buffer(archive)
  for (const [name, content] of Object.entries(files))
    archive.entry({ name, mtime: new Date(0) }, content)
  archive.finalize()
  return bytes
}

const digestOf = (bytes: Buffer): string =>
  `sha256:${createHash('sha256').update(bytes).digest('hex')}`
