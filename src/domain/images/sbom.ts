import { sha256Hex, canonicalize } from '../crypto/hash.ts'
import type { JsonObject } from '../json.ts'
import type { Timestamp } from '../time.ts'
import { ScanFailed } from './failures.ts'
import { purl, type InstalledPackage } from './inventory.ts'
import { SBOM_BYTES } from './limits.ts'
import type { ImageReference } from './reference.ts'

const SBOM_VERSION = '1.6'

export interface SbomFacts {
  readonly scan_id: string
  readonly reference: ImageReference
  readonly digest: string
  readonly now: Timestamp
  readonly scanner: { readonly name: string; readonly version: string }
  readonly packages: readonly InstalledPackage[]
}

/** A bill of materials, and its summary for the report. */
export interface Sbom {
  readonly document: JsonObject
  readonly summary: {
    readonly format: 'CycloneDX'
    readonly spec_version: string
    readonly components: number
    readonly digest: string
  }
}

/**
 * Makes the bill of materials of an image.
 * @throws ScanFailed IMAGE_TOO_LARGE if it exceeds its limit (docs/specification/images.md#scan-bounds)
 */
export function makeSbom(facts: SbomFacts): Sbom {
  const document = billOfMaterials(facts)
  const text = canonicalize(document)
  if (Buffer.byteLength(text) > SBOM_BYTES)
    throw new ScanFailed(
      'IMAGE_TOO_LARGE',
      `a software bill of materials of more than ${SBOM_BYTES} bytes`,
    )
  return {
    document,
    summary: {
      format: 'CycloneDX',
      spec_version: SBOM_VERSION,
      components: (document['components'] as unknown[]).length,
      digest: `sha256:${sha256Hex(text)}`,
    },
  }
}

/** Returns the packages of an image as a CycloneDX 1.6 document; a package that is installed twice is one component. */
export function billOfMaterials({
  scan_id,
  reference,
  digest,
  now,
  scanner,
  packages,
}: SbomFacts): JsonObject {
  const { host, repository, tag } = reference
  const image = purl('oci', undefined, repository.split('/').at(-1)!, digest, {
    ...(host !== null && { repository_url: `${host}/${repository}` }),
    ...(tag !== null && { tag }),
  })
  const distinct = [...new Map(packages.map((entry) => [entry.purl, entry])).values()]
  return {
    bomFormat: 'CycloneDX',
    specVersion: SBOM_VERSION,
    serialNumber: `urn:uuid:${scan_id}`,
    version: 1,
    metadata: {
      timestamp: now,
      tools: {
        components: [{ type: 'application', name: scanner.name, version: scanner.version }],
      },
      component: {
        type: 'container',
        name: `${host === null ? '' : `${host}/`}${repository}`,
        version: digest,
        ...(image !== undefined && { purl: image }),
      },
    },
    components: distinct.map(({ name, version, purl: url }) => ({
      type: 'library',
      'bom-ref': url,
      name,
      version,
      purl: url,
    })),
  }
}
