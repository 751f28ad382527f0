import type { components } from '../../../generated/platform.ts'
import type { Caller } from '../../auth/callers.ts'
import {
  MAX_UNTAGGED_LENGTH,
  parseReference,
  writeReference,
  type ImageReference,
} from '../../domain/images/reference.ts'
import type { ImageScan } from '../../domain/images/records.ts'
import { SCANNER } from '../../domain/images/report.ts'
import type { ListedImage, ScanWithReport } from '../../store/transactions/images/images.ts'
import { resolveOrganization, type ResolvedOrganization } from '../resolve-organization.ts'
import { presentPageOf, readCursor } from '../cursor.ts'
import { quotaProblem, concurrencyProblem } from '../quota.ts'
import type { Handlers, Services } from '../services.ts'

/** How long, in milliseconds, a request waits for the image registry. */
const RESOLVE_MS = 3_000

/** The contract specifies the format of a reference except for this maximum length, which depends on whether there is a tag or a digest. */
const REFERENCE_TOO_LONG = {
  path: '/path/image_ref',
  message: `must have at most ${MAX_UNTAGGED_LENGTH} characters if it has neither tag nor digest`,
}

/**
 * Handles container images (docs/specification/images.md#image-list), their scans (docs/specification/images.md#scan-job) and the reports
 * about them (docs/specification/images.md#report-state).
 */
export const images = {
  async listImages({ query, caller, reply, refuse }, { store }) {
    const acting = resolveImageOwner(caller, query.organization_id)
    if (acting.kind === 'refused') return refuse(acting.code)
    const { organization_id } = acting
    const { limit, offset } = query
    const after = readCursor('listImages~reference', query.cursor)
    const page = await store.listImages({ organization_id, limit, offset, after })
    return reply(200, presentPageOf('listImages~reference', page, offset, presentImage))
  },

  async scanImage(call, { store, contextFor, upgrade_url, images: registries }) {
    const { path, query, caller, reply, refuse } = call
    const acting = resolveImageOwner(caller, query.organization_id)
    if (acting.kind === 'refused') return refuse(acting.code)
    const { organization_id } = acting
    const reference = readReference(registries, path.image_ref)
    if (!reference) return refuse('INVALID_PARAMETER', { issues: [REFERENCE_TOO_LONG] })
    if (!registries.hasNamespace(organization_id)) return refuse('IMAGE_SCANNING_NOT_ENABLED')
    if (!registries.mayScan(reference, organization_id)) return refuse('IMAGE_NOT_FOUND')
    const resolved = await registries.resolve(reference, RESOLVE_MS)
    const outcome = await store.requestImageScan(contextFor(call), {
      organization_id,
      ref: writeReference(reference),
      digest: resolved.kind === 'resolved' ? resolved.digest : null,
    })
    if (outcome.kind === 'quota') return refuse(...quotaProblem(outcome, upgrade_url))
    if (outcome.kind === 'concurrency') return refuse(...concurrencyProblem(outcome))
    const { scan_id, ref, digest, status } = outcome.scan
    return reply(202, { scan_id, ref, status, ...(digest !== null && { digest }) })
  },

  async getScanReport({ path, query, caller, reply, refuse }, services) {
    const found = await findRequestedScan(services, caller, { ...path, ...query })
    if (found.kind === 'refused') return refuse(found.code, found.details)
    return found.scan ? reply(200, present(found.scan)) : refuse('IMAGE_NOT_SCANNED')
  },

  async getImageSbom({ path, query, caller, reply, refuse }, services) {
    const found = await findRequestedScan(services, caller, { ...path, ...query })
    if (found.kind === 'refused') return refuse(found.code, found.details)
    return found.scan?.report
      ? reply(200, found.scan.report.sbom as components['schemas']['Sbom'])
      : refuse('IMAGE_NOT_SCANNED')
  },
} satisfies Partial<Handlers>

/** Finds the scan whose results a request names; `scan` is undefined if there is none. */
async function findRequestedScan(
  { store, images: registries }: Pick<Services, 'store' | 'images'>,
  caller: Caller,
  requested: {
    readonly image_ref: string
    readonly organization_id?: string | undefined
    readonly completed: boolean
  },
) {
  const acting = resolveImageOwner(caller, requested.organization_id)
  if (acting.kind === 'refused') return { ...acting, details: undefined }
  const reference = readReference(registries, requested.image_ref)
  if (!reference)
    return {
      kind: 'refused',
      code: 'INVALID_PARAMETER',
      details: { issues: [REFERENCE_TOO_LONG] },
    } as const
  const scan = await store.findImageScan({
    organization_id: acting.organization_id,
    ref: writeReference(reference),
    completed: requested.completed,
  })
  return { kind: 'found', scan } as const
}

/**
 * Resolves the organization of a request. Images belong to the whole organization, so a key that is bound to one workspace has no access.
 */
function resolveImageOwner(
  caller: Caller,
  requested: string | undefined,
): ResolvedOrganization<'WORKSPACE_NOT_ALLOWED'> {
  const acting = resolveOrganization(caller, requested)
  return acting.kind === 'organization' && caller.reach.workspace_id !== null
    ? { kind: 'refused', code: 'WORKSPACE_NOT_ALLOWED' }
    : acting
}

const presentImage = ({ image, scan }: ListedImage): components['schemas']['Image'] => ({
  ref: image.ref,
  created_at: image.created_at,
  ...(image.digest !== null && { digest: image.digest }),
  ...(image.size_bytes !== null && { size_bytes: image.size_bytes }),
  last_scan: presentLastScan(scan),
})

const presentLastScan = (scan: ImageScan): components['schemas']['ImageLastScan'] => ({
  scan_id: scan.scan_id,
  status: scan.status,
  requested_at: scan.requested_at,
  ...(scan.finished_at !== null && { finished_at: scan.finished_at }),
  ...(scan.summary && { summary: scan.summary }),
})

/** Returns the canonical form of the reference in a path, or undefined if it is too long. */
function readReference(
  registries: Services['images'],
  image_ref: string,
): ImageReference | undefined {
  const reference = parseReference(image_ref)
  return reference && registries.canonical(reference)
}

const present = ({ scan, report, latest }: ScanWithReport): components['schemas']['ScanReport'] => {
  const { scan_id, ref, digest, status, requested_at, started_at, finished_at, error } = scan
  const { database = null, ...body } = (report?.report ?? {}) as Partial<
    components['schemas']['ScanReport']
  >
  return {
    scan_id,
    ref,
    ...(digest !== null && { digest }),
    status,
    requested_at,
    ...(started_at !== null && { started_at }),
    ...(finished_at !== null && { finished_at }),
    scanner: SCANNER,
    database,
    ...body,
    ...(error && { error }),
    ...(latest && { last_scan: presentLastScan(latest) }),
  }
}
