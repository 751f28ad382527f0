import { SCAN_ATTEMPTS, SCAN_CLAIM_MS } from '../../../domain/images/limits.ts'
import type { ImageScan } from '../../../domain/images/records.ts'
import { plus, type Timestamp } from '../../../domain/time.ts'
import type { CallContext } from '../../context.ts'
import type { Tx } from '../../database.ts'
import { takeRoundRobin } from '../round-robin.ts'
import { finishImageScan } from './scans.ts'

export interface ScanClaim {
  /** If set, only this scan is claimed. */
  readonly scan_id?: string
  /** Scans that the caller is already running. */
  readonly except: readonly string[]
  /** Returns how many more scans of an organization the caller takes. Unlimited by default. */
  readonly capacity?: (organization_id: string) => number
}

/**
 * Claims the next scan. Organizations take turns, and the scans of one organization are claimed in the order in which they were requested.
 * A scan is queued again if its claim has expired. A scan that was started too many times fails, so that an image that crashes the platform
 * can do so at most three times.
 */
export async function claimImageScan(
  tx: Tx,
  context: CallContext,
  { scan_id, except, capacity = () => Infinity }: ScanClaim,
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
      lock: false,
    }))
  )
    return undefined
  const [claimed] = await takeRoundRobin<ImageScan>(tx, {
    name: 'image_scans',
    limit: 1,
    capacity,
    partyOf: ({ organization_id }) => organization_id,
    next: (organization_id) =>
      tx.image_scans.first({
        where: { status: 'queued', organization_id: { gt: organization_id } },
        orderBy: ['organization_id', 'requested_at'],
        lock: false,
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

/** Starts a scan for the caller. If it was started too many times, fails it instead and returns undefined. */
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

/** Limits the abandoned scans that one claim puts back into the queue. */
const REQUEUE_BATCH = 20
async function requeueAbandoned(tx: Tx, now: Timestamp, except: readonly string[]): Promise<void> {
  const abandoned = await tx.image_scans.find({
    where: { status: 'running', claimed_until: { lte: now } },
    orderBy: ['claimed_until'],
    limit: REQUEUE_BATCH,
  })
  for (const { scan_id } of abandoned)
    if (!except.includes(scan_id)) await tx.image_scans.update({ scan_id }, { status: 'queued' })
}

/** Renews the claim on a scan that is still running, unless another process has taken it over. */
export async function renewImageScan(
  tx: Tx,
  context: CallContext,
  { scan: { scan_id, attempts } }: { scan: ImageScan },
): Promise<void> {
  if (await isStillClaimed(tx, { scan_id, attempts }))
    await tx.image_scans.update({ scan_id }, { claimed_until: plus(context.now, SCAN_CLAIM_MS) })
}

/** Each claim counts as an attempt, so a scan with more attempts has been claimed by another process. */
async function isStillClaimed(
  tx: Tx,
  { scan_id, attempts }: Pick<ImageScan, 'scan_id' | 'attempts'>,
): Promise<boolean> {
  const stored = await tx.image_scans.get({ scan_id })
  return stored?.status === 'running' && stored.attempts === attempts
}

/** Puts a running scan back into the queue during an orderly shutdown of the platform. The attempt does not count. */
export async function releaseImageScan(
  tx: Tx,
  _: CallContext,
  { scan: { scan_id, attempts } }: { scan: ImageScan },
): Promise<void> {
  if (await isStillClaimed(tx, { scan_id, attempts }))
    await tx.image_scans.update(
      { scan_id },
      { status: 'queued', started_at: null, attempts: attempts - 1 },
    )
}
