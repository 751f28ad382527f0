import type { JobUpdate, ExportJob } from '../../../domain/audit/export-job.ts'
import { MAX_CONCURRENT_EXPORTS } from '../../../domain/limits.ts'
import { plus } from '../../../domain/time.ts'
import { newId } from '../../../domain/uuid.ts'
import type { MasterKeyHistory } from '../../../domain/trust/master-keys.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { takeRoundRobin } from '../round-robin.ts'
import { readMasterKeyHistory } from '../trust/master-keys.ts'
import { firstOfLane } from './export-lane.ts'
import { auditEnd } from './exports.ts'

export interface ClaimInput {
  /** How many more jobs the caller can process. */
  readonly limit: number
  /** How many more jobs of one organization the caller can process. */
  readonly capacity: (organization_id: string) => number
  /** Jobs that the caller is already processing. */
  readonly except: ReadonlySet<string>
  /** How long a claim lasts unless it is renewed, in milliseconds. */
  readonly hold_ms: number
}

/**
 * Claims jobs that are due, round robin by organization. A claim is exclusive. Only the first job of a lane is ever due, so a destination
 * receives its jobs in order.
 */
export async function claimExports(
  tx: Tx,
  context: CallContext,
  { limit, capacity, except, hold_ms }: ClaimInput,
): Promise<readonly ExportJob[]> {
  const due = { finished_at: null, next_attempt_at: { lte: context.now } }
  if (
    limit <= 0 ||
    !(await tx.exports.first({ where: due, orderBy: ['next_attempt_at'], lock: false }))
  )
    return []
  return takeRoundRobin<ExportJob>(tx, {
    name: 'exports',
    limit,
    capacity,
    partyOf: ({ organization_id }) => organization_id,
    next: (organization_id) =>
      tx.exports.first({
        where: { finished_at: null, organization_id: { gt: organization_id } },
        orderBy: ['organization_id', 'next_attempt_at'],
        lock: false,
      }),
    async take(first) {
      const candidate = except.has(first.export_id)
        ? // The caller is still processing this job although its claim has expired, so another job is taken.
          (
            await tx.exports.find({
              where: { ...due, organization_id: first.organization_id },
              orderBy: ['next_attempt_at'],
              limit: MAX_CONCURRENT_EXPORTS.process + 1,
              lock: false,
            })
          ).find(({ export_id }) => !except.has(export_id))
        : first
      const job = candidate && (await tx.exports.get({ export_id: candidate.export_id }))
      if (!job || job.finished_at !== null || job.next_attempt_at > context.now) return undefined
      const changes = {
        claim: newId(context),
        status: 'running' as const,
        next_attempt_at: plus(context.now, hold_ms),
        started_at: job.started_at ?? context.now,
        progress_at: job.progress_at ?? context.now,
      }
      await tx.exports.update({ export_id: job.export_id }, changes)
      return { ...job, ...changes }
    },
  })
}

/**
 * Stores the progress of a job, and renews the claim if the caller continues with it. Returns undefined if another caller has claimed it in
 * the meantime.
 */
export async function advanceExport(
  tx: Tx,
  context: CallContext,
  input: { export_id: string; claim: string | null; advance: JobUpdate; hold_ms: number },
): Promise<ExportJob | undefined> {
  const {
    export_id,
    claim,
    advance: { changes, next },
    hold_ms,
  } = input
  const stored = await tx.exports.get({ export_id })
  if (!stored || stored.claim === null || stored.claim !== claim) return undefined
  const update = {
    ...changes,
    ...(next === 'at_once' && { next_attempt_at: plus(context.now, hold_ms) }),
  }
  await tx.exports.update({ export_id }, update)
  const job = { ...stored, ...update }
  if (next === 'ended') await finishExport(tx, context, job)
  return job
}

/** Records the end of a job in the audit log, and makes the next job of its lane due. */
async function finishExport(tx: Tx, context: CallContext, job: ExportJob): Promise<void> {
  await auditEnd(tx, context, job)
  const next = await firstOfLane(tx, job.lane)
  if (next) await tx.exports.update({ export_id: next.export_id }, { next_attempt_at: context.now })
}

/** Returns the sealed destination of an export, and the history of the master keys in the same committed state. */
export async function readExportSeal(
  tx: ReadTx,
  { export_id }: { export_id: string },
): Promise<{ sealed: string | null; history: MasterKeyHistory }> {
  const job = await tx.exports.get({ export_id })
  return { sealed: job?.sealed ?? null, history: await readMasterKeyHistory(tx, {}) }
}
