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

/** Scans of one image that are kept, the newest. */
const SCANS_KEPT = 5

export interface ScanRequest {
  readonly organization_id: string
  readonly ref: string
  readonly digest: string | null
}

export type ScanRequested =
  QuotaExceeded | TooManyUnderWay | { readonly kind: 'requested'; readonly scan: ImageScan }

/** Queues a scan, unless one of the same reference and digest is under way: then that is the scan. */
export async function requestImageScan(
  tx: Tx,
  context: CallContext,
  { organization_id, ref, digest }: ScanRequest,
): Promise<ScanRequested> {
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
  await forgetOldScans(tx, scan)
  await appendAudit(tx, context, {
    ...about(scan, 'image.scan_requested'),
    metadata: { ref, ...(digest !== null && { digest }) },
  })
  return { kind: 'requested', scan }
}

const isUnderWay = ({ status }: ImageScan): boolean => status === 'queued' || status === 'running'

const about = (
  { organization_id, scan_id }: ImageScan,
  event_type: 'image.scan_requested' | 'image.scan_completed',
) => ({ event_type, organization_id, target: { type: 'image_scan', id: scan_id } })

/** Old scans go with their reports; one that is under way stays, whatever its age. */
async function forgetOldScans(tx: Tx, { organization_id, ref }: ImageScan): Promise<void> {
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
  /** Takes this scan alone. */
  readonly scan_id?: string
  /** Scans that the caller works on already. */
  readonly except: readonly string[]
  /** How many more scans of an organization the caller takes; as many as there are where it does not say. */
  readonly room?: (organization_id: string) => number
}

/**
 * Takes the next scan: organizations take turns, and of each the longest queued is first. One whose taker has not been heard of is queued
 * again. A scan that was begun too often fails, so that an image that brings the platform down does so three times at most.
 */
export async function claimImageScan(
  tx: Tx,
  context: CallContext,
  { scan_id, except, room = () => Infinity }: ScanClaim,
): Promise<ImageScan | undefined> {
  if (scan_id !== undefined) {
    const scan = await tx.image_scans.get({ scan_id })
    return scan && isFree(scan, context.now) && !except.includes(scan_id)
      ? begun(tx, context, scan)
      : undefined
  }
  await queueAbandoned(tx, context.now, except)
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
      return scan?.status === 'queued' ? begun(tx, context, scan) : undefined
    },
  })
  return claimed
}

const isFree = ({ status, claimed_until }: ImageScan, now: Timestamp): boolean =>
  status === 'queued' || (status === 'running' && claimed_until <= now)

/** Puts a scan into the hands of whoever asks. Undefined where it was begun too often: then it has failed. */
async function begun(
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
const QUEUED_AGAIN = 20
async function queueAbandoned(tx: Tx, now: Timestamp, except: readonly string[]): Promise<void> {
  const abandoned = await tx.image_scans.find({
    where: { status: 'running', claimed_until: { lte: now } },
    orderBy: ['claimed_until'],
    limit: QUEUED_AGAIN,
  })
  for (const { scan_id } of abandoned)
    if (!except.includes(scan_id)) await tx.image_scans.update({ scan_id }, { status: 'queued' })
}

/** Says that a scan is still being worked on. */
export const renewImageScan = (tx: Tx, context: CallContext, { scan_id }: { scan_id: string }) =>
  tx.image_scans.update({ scan_id }, { claimed_until: plus(context.now, SCAN_CLAIM_MS) })

/** Puts a scan back that was begun, because its platform stops in good order: that try does not count. */
export async function releaseImageScan(
  tx: Tx,
  _: CallContext,
  { scan: { scan_id, attempts } }: { scan: ImageScan },
): Promise<void> {
  const kept = await tx.image_scans.get({ scan_id })
  if (kept?.status === 'running' && kept.attempts === attempts)
    await tx.image_scans.update(
      { scan_id },
      { status: 'queued', started_at: null, attempts: attempts - 1 },
    )
}

export type ScanOutcome =
  | { readonly kind: 'failed'; readonly failure: ScanFailure; readonly digest?: string }
  | { readonly kind: 'finished'; readonly digest: string; readonly finished: FinishedReport }

/** Puts on record how a scan ended, unless somebody else has taken it over since. */
export async function finishImageScan(
  tx: Tx,
  context: CallContext,
  { scan, outcome }: { scan: ImageScan; outcome: ScanOutcome },
): Promise<void> {
  const { scan_id, organization_id, ref, attempts } = scan
  const kept = await tx.image_scans.get({ scan_id })
  if (!kept || !isUnderWay(kept) || kept.attempts !== attempts) return
  const digest = outcome.digest ?? kept.digest
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
    ...about(scan, 'image.scan_completed'),
    ...(end.error && { outcome: 'failure' as const, reason: end.error.code }),
    metadata: {
      ref,
      status: end.status,
      ...(digest !== null && { digest }),
      ...(end.summary && { summary: end.summary }),
    },
  })
}

export interface FoundScan {
  readonly scan: ImageScan
  readonly report?: ImageReport
}

/** The latest scan of an image that an organization asked for, with its report when there is one. */
export async function findImageScan(
  tx: ReadTx,
  { organization_id, ref }: { organization_id: string; ref: string },
): Promise<FoundScan | undefined> {
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

/** The images of an organization in order of their reference, each with its latest scan. */
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
