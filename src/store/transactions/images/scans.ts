import { failureMessage, type ScanFailure } from '../../../domain/images/failures.ts'
import { SCAN_ATTEMPTS, SCAN_CLAIM_MS } from '../../../domain/images/limits.ts'
import type { FinishedReport } from '../../../domain/images/report.ts'
import type { Image, ImageReport, ImageScan } from '../../../domain/images/records.ts'
import { PAGE_MOST } from '../../../domain/limits.ts'
import type { QuotaExceeded, TooManyUnderWay } from '../../../domain/organizations/plans.ts'
import { plus, type Timestamp } from '../../../domain/time.ts'
import { newId, type CallContext } from '../../act.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { appendAudit } from '../audit/records.ts'
import { quota, tooManyUnderWay } from '../organizations/quotas.ts'
import { takeTurns } from '../turns.ts'

/** The number of newest scans that are kept of one image. */
const SCANS_KEPT = 5

export interface ScanRequest {
  readonly organization_id: string
  readonly ref: string
  readonly digest: string | null
}

export type ScanRequestOutcome =
  QuotaExceeded | TooManyUnderWay | { readonly kind: 'requested'; readonly scan: ImageScan }

/** Queues a scan. If one of the same reference and digest is queued or running, that one is returned. */
export async function requestImageScan(
  tx: Tx,
  context: CallContext,
  { organization_id, ref, digest }: ScanRequest,
): Promise<ScanRequestOutcome> {
  const image = await tx.images.get({ organization_id, ref })
  const latest = image && (await tx.image_scans.get({ scan_id: image.last_scan_id }))
  if (latest && isUnderWay(latest) && (digest === null || latest.digest === digest))
    return { kind: 'requested', scan: latest }
  const refused =
    (await tooManyUnderWay(tx, organization_id, 'image_scans')) ??
    (await quota(tx, context, organization_id, 'stored_bytes'))
  if (refused) return refused
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

const isUnderWay = ({ status }: ImageScan): boolean => status === 'queued' || status === 'running'

const scanEvent = (
  { organization_id, scan_id }: ImageScan,
  event_type: 'image.scan_requested' | 'image.scan_completed',
) => ({ event_type, organization_id, target: { type: 'image_scan', id: scan_id } })

/** Deletes old scans with their reports, except those that are queued or running. */
async function deleteOldScans(tx: Tx, { organization_id, ref }: ImageScan): Promise<void> {
  const scans = await tx.image_scans.find({
    where: { organization_id, ref },
    orderBy: ['requested_at', 'scan_id'],
    descending: true,
  })
  for (const { scan_id } of scans.slice(SCANS_KEPT).filter((scan) => !isUnderWay(scan))) {
    await tx.image_scans.delete({ scan_id })
    await tx.image_reports.delete({ scan_id })
  }
}

export interface ScanClaim {
  /** Claims only this scan. */
  readonly scan_id?: string
  /** Scans that the caller is already running. */
  readonly except: readonly string[]
  /** Returns how many more scans of an organization the caller takes. There is no limit by default. */
  readonly room?: (organization_id: string) => number
}

/**
 * Claims the next scan. Organizations take turns; within one, the scan that was requested first comes first. A scan whose claim has run
 * out is queued again. A scan that was started too often fails, so that an image that crashes the platform does so three times at most.
 */
export async function claimImageScan(
  tx: Tx,
  context: CallContext,
  { scan_id, except, room = () => Infinity }: ScanClaim,
): Promise<ImageScan | undefined> {
  if (scan_id !== undefined) {
    const scan = await tx.image_scans.get({ scan_id })
    return scan && isClaimable(scan, context.now) && !except.includes(scan_id)
      ? start(tx, context, scan)
      : undefined
  }
  await requeueAbandoned(tx, context.now, except)
  if (
    !(await tx.image_scans.first({
      where: { status: 'queued' },
      orderBy: ['requested_at'],
      glance: true,
    }))
  )
    return undefined
  const [claimed] = await takeTurns<ImageScan>(tx, {
    name: 'image_scans',
    limit: 1,
    room,
    partyOf: ({ organization_id }) => organization_id,
    next: (organization_id) =>
      tx.image_scans.first({
        where: { status: 'queued', organization_id: { gt: organization_id } },
        orderBy: ['organization_id', 'requested_at'],
        glance: true,
      }),
    async take(first) {
      const scan = await tx.image_scans.get({ scan_id: first.scan_id })
      return scan?.status === 'queued' ? start(tx, context, scan) : undefined
    },
  })
  return claimed
}

const isClaimable = ({ status, claimed_until }: ImageScan, now: Timestamp): boolean =>
  status === 'queued' || (status === 'running' && claimed_until <= now)

/** Starts a scan for the caller. Undefined where it was started too often; then it has failed. */
async function start(
  tx: Tx,
  context: CallContext,
  scan: ImageScan,
): Promise<ImageScan | undefined> {
  const claimed: ImageScan = {
    ...scan,
    status: 'running',
    started_at: context.now,
    attempts: scan.attempts + 1,
    claimed_until: plus(context.now, SCAN_CLAIM_MS),
  }
  await tx.image_scans.put(claimed)
  if (claimed.attempts <= SCAN_ATTEMPTS) return claimed
  await finishImageScan(tx, context, {
    scan: claimed,
    outcome: { kind: 'failed', failure: { code: 'SCAN_ABANDONED' } },
  })
  return undefined
}

/** Abandoned scans that one claim puts back into the queue. */
const REQUEUED_AT_ONCE = 20
async function requeueAbandoned(tx: Tx, now: Timestamp, except: readonly string[]): Promise<void> {
  const abandoned = await tx.image_scans.find({
    where: { status: 'running', claimed_until: { lte: now } },
    orderBy: ['claimed_until'],
    limit: REQUEUED_AT_ONCE,
  })
  for (const { scan_id } of abandoned)
    if (!except.includes(scan_id)) await tx.image_scans.update({ scan_id }, { status: 'queued' })
}

/** Renews the claim on a scan that is still running. */
export const renewImageScan = (tx: Tx, context: CallContext, { scan_id }: { scan_id: string }) =>
  tx.image_scans.update({ scan_id }, { claimed_until: plus(context.now, SCAN_CLAIM_MS) })

/** Puts a running scan back into the queue because the platform shuts down in an orderly way. The attempt does not count. */
export async function releaseImageScan(
  tx: Tx,
  _: CallContext,
  { scan: { scan_id, attempts } }: { scan: ImageScan },
): Promise<void> {
  const stored = await tx.image_scans.get({ scan_id })
  if (stored?.status === 'running' && stored.attempts === attempts)
    await tx.image_scans.update(
      { scan_id },
      { status: 'queued', started_at: null, attempts: attempts - 1 },
    )
}

export type ScanOutcome =
  | { readonly kind: 'failed'; readonly failure: ScanFailure; readonly digest?: string }
  | { readonly kind: 'finished'; readonly digest: string; readonly finished: FinishedReport }

/** Stores how a scan ended, unless another process has claimed it since. */
export async function finishImageScan(
  tx: Tx,
  context: CallContext,
  { scan, outcome }: { scan: ImageScan; outcome: ScanOutcome },
): Promise<void> {
  const { scan_id, organization_id, ref, attempts } = scan
  const stored = await tx.image_scans.get({ scan_id })
  if (!stored || !isUnderWay(stored) || stored.attempts !== attempts) return
  const digest = outcome.digest ?? stored.digest
  const end =
    outcome.kind === 'failed'
      ? {
          status: 'failed' as const,
          error: { code: outcome.failure.code, message: failureMessage(outcome.failure) },
          summary: null,
        }
      : { status: outcome.finished.status, error: null, summary: outcome.finished.report.summary }
  await tx.image_scans.update({ scan_id }, { ...end, digest, finished_at: context.now })
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
    ...(end.error && { outcome: 'failure' as const, reason: end.error.code }),
    metadata: {
      ref,
      status: end.status,
      ...(digest !== null && { digest }),
      ...(end.summary && { summary: end.summary }),
    },
  })
}

/** A scan, and its report where there is one. */
export interface ScanWithReport {
  readonly scan: ImageScan
  readonly report?: ImageReport
}

/** Returns the latest scan of an image that the organization requested, with its report. Undefined where there is none. */
export async function findImageScan(
  tx: ReadTx,
  { organization_id, ref }: { organization_id: string; ref: string },
): Promise<ScanWithReport | undefined> {
  const image = await tx.images.get({ organization_id, ref })
  const scan = image && (await tx.image_scans.get({ scan_id: image.last_scan_id }))
  if (!scan) return undefined
  const report = await tx.image_reports.get({ scan_id: scan.scan_id })
  return { scan, ...(report && { report }) }
}

export interface ImagePage {
  readonly items: readonly { readonly image: Image; readonly scan: ImageScan }[]
  readonly total: number
  readonly limit: number
  readonly next?: string
}

/** Lists the images of an organization in the order of their references, each with its latest scan. */
export async function listImages(
  tx: ReadTx,
  query: { organization_id: string; limit: number; offset: number; after?: string | undefined },
): Promise<ImagePage> {
  const { organization_id, offset, after } = query
  const limit = Math.min(query.limit, PAGE_MOST)
  const rows = await tx.images.find({
    where: { organization_id },
    orderBy: ['ref'],
    limit: limit + 1,
    ...(after === undefined ? { offset } : { after: [after] }),
  })
  const items: { image: Image; scan: ImageScan }[] = []
  for (const image of rows.slice(0, limit))
    items.push({ image, scan: (await tx.image_scans.get({ scan_id: image.last_scan_id }))! })
  return {
    items,
    total: await tx.images.count({ organization_id }),
    limit,
    ...(rows.length > limit && { next: items.at(-1)!.image.ref }),
  }
}
