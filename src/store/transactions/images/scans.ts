import { failureMessage, type ScanFailure } from '../../../domain/images/failures.ts'
import { hasReadImage, type FinishedReport } from '../../../domain/images/report.ts'
import type { ImageScan } from '../../../domain/images/records.ts'
import type { QuotaExceeded, ConcurrencyExceeded } from '../../../domain/organizations/plans.ts'
import { newId } from '../../../domain/uuid.ts'
import type { CallContext } from '../../context.ts'
import type { Tx } from '../../database.ts'
import { appendAudit } from '../audit/records.ts'
import { checkStoredBytes, checkConcurrencyLimit } from '../organizations/quotas.ts'

/** Limits how many scans of one image are kept. The newest ones remain, and the newest one that has read the whole image. */
const SCANS_KEPT = 5

export interface ScanRequest {
  readonly organization_id: string
  readonly ref: string
  readonly digest: string | null
}

export type ScanRequestOutcome =
  | QuotaExceeded
  | ConcurrencyExceeded
  | { readonly kind: 'requested'; readonly scan: ImageScan }

/** Queues a scan. If the latest scan of the reference is in progress and reads the requested version, that scan is returned. */
export async function requestImageScan(
  tx: Tx,
  context: CallContext,
  { organization_id, ref, digest }: ScanRequest,
): Promise<ScanRequestOutcome> {
  const image = await tx.images.get({ organization_id, ref })
  // Scans in progress are not locked here, because finishing a scan locks the scan first and then its image.
  const latest =
    image && (await tx.image_scans.first({ where: { scan_id: image.last_scan_id }, lock: false }))
  if (latest && willRead(latest, digest)) return { kind: 'requested', scan: latest }
  const exceeded =
    (await checkConcurrencyLimit(tx, organization_id, 'image_scans')) ??
    (await checkStoredBytes(tx, context, organization_id))
  if (exceeded) return exceeded
  const scan: ImageScan = {
    scan_id: newId(context),
    organization_id,
    ref,
    digest,
    status: 'queued',
    requested_at: context.now,
    started_at: null,
    finished_at: null,
    attempts: 0,
    claimed_until: context.now,
    summary: null,
    error: null,
  }
  await tx.image_scans.insert(scan)
  const created_at = image?.created_at ?? context.now
  await tx.images.put({
    organization_id,
    ref,
    digest: digest ?? image?.digest ?? null,
    size_bytes: image?.size_bytes ?? null,
    created_at,
    last_scan_id: scan.scan_id,
  })
  await deleteOldScans(tx, scan)
  await appendAudit(tx, context, {
    ...scanEvent(scan, 'image.scan_requested'),
    metadata: { ref, ...(digest !== null && { digest }) },
  })
  return { kind: 'requested', scan }
}

const isInProgress = ({ status }: Pick<ImageScan, 'status'>): boolean =>
  status === 'queued' || status === 'running'

/**
 * Returns whether a scan will read the version with a digest, or any version if that is null. A queued scan without a digest resolves the
 * reference later than the request did, so it reads this version or a newer one, whereas a running one may have resolved it earlier.
 */
const willRead = (scan: ImageScan, digest: string | null): boolean =>
  isInProgress(scan) &&
  (digest === null || scan.digest === digest || (scan.digest === null && scan.status === 'queued'))

const scanEvent = (
  { organization_id, scan_id }: ImageScan,
  event_type: 'image.scan_requested' | 'image.scan_completed',
) => ({ event_type, organization_id, target: { type: 'image_scan', id: scan_id } })

/**
 * Deletes old scans with their reports, except those that are queued or running, and the newest one that has read the whole image, so that
 * its report does not disappear because later scans fail.
 */
async function deleteOldScans(tx: Tx, { organization_id, ref }: ImageScan): Promise<void> {
  const scans = await tx.image_scans.select(['scan_id', 'status'], {
    where: { organization_id, ref },
    orderBy: ['requested_at', 'scan_id'],
    descending: true,
  })
  const completed = scans.find(({ status }) => hasReadImage(status))
  const old = scans.slice(SCANS_KEPT).filter((scan) => scan !== completed && !isInProgress(scan))
  for (const { scan_id } of old) {
    await tx.image_scans.delete({ scan_id })
    await tx.image_reports.delete({ scan_id })
  }
}

export type ScanOutcome =
  | { readonly kind: 'failed'; readonly failure: ScanFailure; readonly digest?: string }
  | { readonly kind: 'finished'; readonly digest: string; readonly finished: FinishedReport }

/** Stores the result of a scan, unless another process has claimed the scan since. */
export async function finishImageScan(
  tx: Tx,
  context: CallContext,
  { scan, outcome }: { scan: ImageScan; outcome: ScanOutcome },
): Promise<void> {
  const { scan_id, organization_id, ref, attempts } = scan
  const stored = await tx.image_scans.get({ scan_id })
  if (!stored || !isInProgress(stored) || stored.attempts !== attempts) return
  const digest = outcome.digest ?? stored.digest
  const result =
    outcome.kind === 'failed'
      ? {
          status: 'failed' as const,
          error: { code: outcome.failure.code, message: failureMessage(outcome.failure) },
          summary: null,
        }
      : { status: outcome.finished.status, error: null, summary: outcome.finished.report.summary }
  await tx.image_scans.update({ scan_id }, { ...result, digest, finished_at: context.now })
  if (outcome.kind === 'finished')
    await tx.image_reports.put({
      scan_id,
      organization_id,
      report: outcome.finished.report,
      sbom: outcome.finished.sbom,
    })
  const size =
    outcome.kind === 'finished' ? { size_bytes: outcome.finished.report.image.size_bytes } : {}
  const image = await tx.images.get({ organization_id, ref })
  if (image?.last_scan_id === scan_id)
    await tx.images.update({ organization_id, ref }, { digest, ...size })
  await appendAudit(tx, context, {
    ...scanEvent(scan, 'image.scan_completed'),
    ...(result.error && { outcome: 'failure' as const, reason: result.error.code }),
    metadata: {
      ref,
      status: result.status,
      ...(digest !== null && { digest }),
      ...(result.summary && { summary: result.summary }),
    },
  })
}
