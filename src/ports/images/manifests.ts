import { hash } from 'node:crypto'
import { ScanFailed } from '../../domain/images/failures.ts'
import { CONFIG_BYTES, MANIFEST_BYTES } from '../../domain/images/limits.ts'
import {
  INDEX_TYPES,
  MANIFEST_TYPES,
  readManifest,
  type Descriptor,
  type Manifest,
} from '../../domain/images/manifest.ts'
import type { ImageReference } from '../../domain/images/reference.ts'
import type { RegistrySession } from './session.ts'
import { readBytes } from './streams.ts'

const ACCEPT = [...MANIFEST_TYPES, ...INDEX_TYPES].join(', ')
const DIGEST = /^sha256:[0-9a-f]{64}$/

/**
 * Returns the current digest of a reference in the registry. If the response to HEAD does not state a digest, the manifest itself is
 * fetched.
 */
export async function resolveDigest(
  session: RegistrySession,
  { tag, digest }: ImageReference,
): Promise<string> {
  if (digest !== null) return digest
  const path = `manifests/${tag ?? 'latest'}`
  const head = await session.request(path, { method: 'HEAD', accept: ACCEPT })
  head.body.resume()
  const stated_digest = head.headers['docker-content-digest']
  if (typeof stated_digest === 'string' && DIGEST.test(stated_digest)) return stated_digest
  const { body } = await session.request(path, { accept: ACCEPT })
  return digestOf(await readBytes(body, MANIFEST_BYTES))
}

export interface FoundManifest {
  readonly manifest: Manifest
  readonly platform: string | undefined
}

/**
 * Fetches the manifest with this digest. If that is an index, the manifest of one of its images is fetched too. Both are verified against
 * their digests.
 */
export async function fetchManifest(
  session: RegistrySession,
  digest: string,
): Promise<FoundManifest> {
  const found = await fetchDocument(session, digest)
  if (found.kind === 'manifest') return { manifest: found, platform: undefined }
  const image_manifest = await fetchDocument(session, found.chosen.digest)
  if (image_manifest.kind !== 'manifest')
    throw new ScanFailed('IMAGE_UNREADABLE', 'its index lists another index')
  return { manifest: image_manifest, platform: found.platform }
}

async function fetchDocument(session: RegistrySession, digest: string) {
  const { headers, body } = await session.request(`manifests/${digest}`, { accept: ACCEPT })
  const bytes = await readBytes(body, MANIFEST_BYTES)
  checkDigest(bytes, digest)
  return readManifest(bytes.toString('utf8'), headers['content-type'] ?? '')
}

/** Fetches the configuration of an image as JSON. */
export async function fetchConfig(
  session: RegistrySession,
  { digest, size }: Descriptor,
): Promise<unknown> {
  if (size > CONFIG_BYTES)
    throw new ScanFailed('IMAGE_TOO_LARGE', `a configuration of more than ${CONFIG_BYTES} bytes`)
  const { body } = await session.request(`blobs/${digest}`, {})
  const bytes = await readBytes(body, CONFIG_BYTES)
  checkDigest(bytes, digest)
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown
  } catch {
    throw new ScanFailed('IMAGE_UNREADABLE', 'its configuration is not JSON')
  }
}

const digestOf = (bytes: Buffer): string => `sha256:${hash('sha256', bytes, 'hex')}`

function checkDigest(bytes: Buffer, digest: string): void {
  if (digestOf(bytes) !== digest) throw new ScanFailed('DIGEST_MISMATCH', digest)
}
