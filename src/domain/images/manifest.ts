import { isJsonObject, objectOf } from '../json.ts'
import { ScanFailed } from './failures.ts'
import { IMAGE_BYTES, LAYER_BYTES, MAX_LAYERS } from './limits.ts'

export const MANIFEST_TYPES = [
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
]
export const INDEX_TYPES = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
]
/** The type that an index states for an image, if it states the type of an entry. */
const IMAGE_TYPE = 'application/vnd.oci.image.config.v1+json'
/** Matches the layer types that runtimes unpack; compression is detected from the bytes. */
const LAYER_TYPE =
  /^application\/vnd\.(oci\.image\.layer(\.nondistributable)?\.v1\.tar(\+(gzip|zstd))?|docker\.image\.rootfs\.(diff|foreign\.diff)\.tar(\.gzip|\.zstd)?)$/
const DIGEST = /^sha256:[0-9a-f]{64}$/

/** A reference to content in an image registry (OCI image 1.1, descriptor). */
export interface Descriptor {
  readonly digest: string
  readonly size: number
  readonly mediaType: string
}
export interface Manifest {
  readonly kind: 'manifest'
  readonly config: Descriptor
  readonly layers: readonly Descriptor[]
}
export interface Index {
  readonly kind: 'index'
  readonly chosen: Descriptor
  /** Undefined if the index does not state it; the configuration of the image does. */
  readonly platform: string | undefined
}

/**
 * Reads a manifest or an index. The content type is used if the document has no `mediaType`, which several tools omit. From an index it
 * chooses the image for linux/amd64, or else the first image (docs/specification/images.md#platform-choice).
 * @throws ScanFailed IMAGE_UNREADABLE, IMAGE_TOO_LARGE
 */
export function readManifest(text: string, contentType: string): Manifest | Index {
  const document = parsed(text)
  const type =
    typeof document['mediaType'] === 'string'
      ? document['mediaType']
      : contentType.split(';')[0]!.trim()
  if (INDEX_TYPES.includes(type)) return readIndex(document)
  if (MANIFEST_TYPES.includes(type)) return readImage(document)
  throw unreadable('it is neither an image nor an index of images')
}

function readIndex({ manifests }: Record<string, unknown>): Index {
  const images = list(manifests).filter(isImage)
  const preferred =
    images.find(({ platform }) => platformOf(platform) === 'linux/amd64') ?? images[0]
  if (!preferred) throw unreadable('its index does not list an image')
  const platform = platformOf(preferred['platform'])
  return {
    kind: 'index',
    chosen: descriptor(preferred),
    platform: platform.includes('unknown') ? undefined : platform,
  }
}

/**
 * Returns whether an entry of an index is an image. The platform of an image is optional, whereas that of an attestation is stated as
 * unknown. Any other artifact, such as a signature, has a type of its own.
 */
function isImage({ mediaType, platform, artifactType }: Record<string, unknown>): boolean {
  const { os, architecture } = objectOf(platform)
  return (
    MANIFEST_TYPES.includes(String(mediaType)) &&
    !(os === 'unknown' && architecture === 'unknown') &&
    (artifactType === undefined || artifactType === IMAGE_TYPE)
  )
}

function readImage({ config, layers }: Record<string, unknown>): Manifest {
  const descriptors = list(layers).map(descriptor)
  if (descriptors.length > MAX_LAYERS)
    throw new ScanFailed('IMAGE_TOO_LARGE', `more than ${MAX_LAYERS} layers`)
  if (descriptors.some(({ mediaType }) => !LAYER_TYPE.test(mediaType)))
    throw unreadable('it contains layers of an unknown type')
  if (descriptors.some(({ size }) => size > LAYER_BYTES))
    throw new ScanFailed('IMAGE_TOO_LARGE', `a layer of more than ${LAYER_BYTES} bytes`)
  if (sizeOf(descriptors) > IMAGE_BYTES)
    throw new ScanFailed('IMAGE_TOO_LARGE', `more than ${IMAGE_BYTES} bytes`)
  return { kind: 'manifest', config: descriptor(config), layers: descriptors }
}

export const sizeOf = (layers: readonly Descriptor[]): number =>
  layers.reduce((sum, { size }) => sum + size, 0)

/** Returns `os/architecture`, with the variant if there is one. Invalid parts become `unknown`. */
export function platformOf(value: unknown): string {
  const { os, architecture, variant } = objectOf(value)
  const word = (part: unknown) =>
    typeof part === 'string' && /^[a-z0-9_.-]{1,30}$/.test(part) ? part : 'unknown'
  return [
    word(os),
    word(architecture),
    ...(variant === undefined || variant === '' ? [] : [word(variant)]),
  ].join('/')
}

function descriptor(value: unknown): Descriptor {
  const { digest, size, mediaType } = objectOf(value)
  if (typeof digest !== 'string' || !DIGEST.test(digest))
    throw unreadable('it contains a reference without a SHA-256 digest')
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0)
    throw unreadable('it contains a reference without a size')
  return { digest, size, mediaType: typeof mediaType === 'string' ? mediaType : '' }
}

const MAX_LIST_ITEMS = 10_000
function list(value: unknown): readonly Record<string, unknown>[] {
  if (!Array.isArray(value) || value.length > MAX_LIST_ITEMS)
    throw unreadable('its manifest lacks a required list, or the list is too long')
  return value.filter((entry) => typeof entry === 'object' && entry !== null) as Record<
    string,
    unknown
  >[]
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (isJsonObject(value)) return value
  } catch {
    // Text that is not JSON leads to the same error as other invalid content.
  }
  throw unreadable('its manifest is not a JSON object')
}

const unreadable = (detail: string) => new ScanFailed('IMAGE_UNREADABLE', detail)
