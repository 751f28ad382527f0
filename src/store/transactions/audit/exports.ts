import type { AuditKind, AuditRecord } from '../../../domain/audit/record.ts'
import { NOT_DUE, type Advance, type ExportJob } from '../../../domain/audit/export-job.ts'
import { exportFault, type ExportFault } from '../../../domain/audit/export-faults.ts'
import type {
  ResolvedDestination,
  DestinationKind,
  ExportOptions,
} from '../../../domain/audit/exports.ts'
import { EXPORTS_AT_ONCE, EXPORTS_OPEN_MOST } from '../../../domain/limits.ts'
import type { QuotaExceeded } from '../../../domain/organizations/plans.ts'
import { reaches, type Reach } from '../../../domain/organizations/reach.ts'
import { fingerprint, seal } from '../../../domain/secrets.ts'
import { plus } from '../../../domain/time.ts'
import { newId, type CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { appendAudit } from './records.ts'
import { quota } from '../organizations/quotas.ts'
import { takeTurns } from '../turns.ts'

export interface ExportInput {
  readonly reach: Reach
  readonly organization_id: string
  readonly workspace_id?: string | undefined
  readonly event_type?: string | undefined
  /** How many of the newest matching records. */
  readonly limit: number
  readonly destination: DestinationKind
  readonly options: ExportOptions
  readonly resolved_destination: ResolvedDestination
  readonly master_key: Uint8Array
}
export type ExportAccepted =
  | QuotaExceeded
  | { kind: 'organization_not_found' | 'workspace_not_found' }
  | { kind: 'accepted'; job: ExportJob }

/** Puts an export on record; nobody is dialled here. One that cannot go anywhere, or has nothing to say, ends where it begins. */
export async function createExport(
  tx: Tx,
  context: CallContext,
  input: ExportInput,
): Promise<ExportAccepted> {
  const { reach, organization_id, resolved_destination: aimed } = input
  const workspace_id = input.workspace_id ?? reach.workspace_id
  if (!reaches(reach, { organization_id })) return { kind: 'organization_not_found' }
  if (workspace_id !== null && !(await belongs(tx, organization_id, workspace_id)))
    return { kind: 'workspace_not_found' }
  // The quota holds the organization: one at a time in it, so that exports are counted and lined up rightly.
  const full = await quota(tx, context, organization_id, 'stored_bytes')
  if (full) return full
  const selected = await select(
    tx,
    { organization_id, workspace_id, event_type: input.event_type ?? null },
    input.limit,
  )
  const job = {
    ...blank(context, input, workspace_id),
    ...selected,
    cursor: (selected.first_sequence ?? 1) - 1,
  }
  if (aimed.kind === 'missing')
    return insert(
      tx,
      context,
      closed(job, exportFault('CREDENTIAL_MISSING', aimed.because), context),
    )
  if (job.matched === 0) return insert(tx, context, closed(job, null, context))
  if ((await tx.exports.count({ organization_id, finished_at: null })) >= EXPORTS_OPEN_MOST)
    return insert(tx, context, closed(job, exportFault('EXPORT_QUEUE_FULL'), context))
  const waits = await tx.exports.first({
    where: { lane: job.lane, finished_at: null },
    orderBy: ['created_at', 'export_id'],
  })
  return insert(tx, context, { ...job, next_attempt_at: waits ? NOT_DUE : context.now })
}

/** A workspace that is gone has left its records, and those can be exported. */
async function belongs(
  tx: ReadTx,
  organization_id: string,
  workspace_id: string,
): Promise<boolean> {
  const workspace = await tx.workspaces.get({ workspace_id })
  if (workspace) return workspace.organization_id === organization_id
  return (
    (await tx.audit_log.first({
      where: { chain: organization_id, workspace_id },
      orderBy: ['sequence'],
    })) !== undefined
  )
}

type Filter = Pick<ExportJob, 'organization_id' | 'workspace_id' | 'event_type'>
const matching = ({ organization_id, workspace_id, event_type }: Filter) => ({
  chain: organization_id,
  ...(workspace_id !== null && { workspace_id }),
  ...(event_type !== null && { event_type: event_type as AuditKind }),
})

/** The newest records that match, at most `limit`, as a range of sequences. */
async function select(
  tx: ReadTx,
  filter: Filter,
  limit: number,
): Promise<Pick<ExportJob, 'matched' | 'first_sequence' | 'last_sequence'>> {
  const where = matching(filter)
  const newest = await tx.audit_log.first({ where, orderBy: ['sequence'], descending: true })
  if (!newest) return { matched: 0, first_sequence: null, last_sequence: null }
  const [nth] = await tx.audit_log.find({
    where,
    orderBy: ['sequence'],
    descending: true,
    offset: limit - 1,
    limit: 1,
  })
  const oldest = nth ?? (await tx.audit_log.first({ where, orderBy: ['sequence'] }))!
  const [first_sequence, last_sequence] = [oldest.sequence, newest.sequence]
  return {
    matched: await tx.audit_log.count({
      ...where,
      sequence: { gte: first_sequence, lte: last_sequence },
    }),
    first_sequence,
    last_sequence,
  }
}

type Unselected = Omit<ExportJob, 'matched' | 'first_sequence' | 'last_sequence' | 'cursor'>
function blank(
  context: CallContext,
  {
    organization_id,
    event_type,
    destination,
    options,
    resolved_destination: aimed,
    master_key,
  }: ExportInput,
  workspace_id: string | null,
): Unselected {
  const export_id = newId(context)
  const aim = aimed.kind === 'override' ? JSON.stringify(aimed.override) : '{}'
  const own = aimed.kind === 'override' && aimed.override.credential !== null
  return {
    export_id,
    organization_id,
    destination,
    workspace_id,
    event_type: event_type ?? null,
    options,
    lane: fingerprint(
      master_key,
      'export-lane',
      JSON.stringify([organization_id, destination, aim]),
    ),
    sealed: own ? seal(master_key, sealPurpose(export_id), aim, context.random(12)) : null,
    status: 'accepted',
    delivered: 0,
    failed: 0,
    pending: null,
    tries: 0,
    next_attempt_at: NOT_DUE,
    claim: null,
    error: null,
    rejected: [],
    actor: context.actor,
    request_id: context.request_id,
    created_at: context.now,
    started_at: null,
    progress_at: null,
    finished_at: null,
  }
}

/** What the aim of a job is sealed for: it opens for no other job. */
export const sealPurpose = (export_id: string): string => `export:${export_id}`

const closed = (job: ExportJob, error: ExportFault | null, { now }: CallContext): ExportJob => ({
  ...job,
  status: error ? 'failed' : 'completed',
  failed: error ? job.matched : 0,
  error,
  sealed: null,
  finished_at: now,
})

async function insert(tx: Tx, context: CallContext, job: ExportJob): Promise<ExportAccepted> {
  await tx.exports.insert(job)
  if (job.finished_at !== null) await recordEnd(tx, context, job)
  return { kind: 'accepted', job }
}

/** One record for each export, when it has ended, in the name of whoever asked for it: what left the platform, and what did not. */
async function recordEnd(
  tx: Tx,
  context: CallContext,
  {
    export_id,
    organization_id,
    workspace_id,
    destination,
    event_type,
    status,
    matched,
    delivered,
    failed,
    error,
    actor,
    request_id,
    first_sequence,
    last_sequence,
  }: ExportJob,
): Promise<void> {
  await appendAudit(
    tx,
    { ...context, actor, request_id },
    {
      event_type: status === 'failed' ? 'audit.export_failed' : 'audit.exported',
      organization_id,
      workspace_id,
      target: { type: 'export', id: export_id },
      outcome: status === 'completed' ? 'success' : 'failure',
      reason: error?.code ?? null,
      metadata: {
        destination,
        status,
        matched,
        delivered,
        failed,
        event_type,
        first_sequence,
        last_sequence,
      },
    },
  )
}

/** An export within reach; a key that is bound to one workspace sees those of that workspace. */
export async function getExport(
  tx: ReadTx,
  { reach, export_id }: { reach: Reach; export_id: string },
): Promise<{ kind: 'not_found' } | { kind: 'found'; job: ExportJob }> {
  const job = await tx.exports.get({ export_id })
  if (!job || !reaches(reach, { organization_id: job.organization_id }))
    return { kind: 'not_found' }
  return reach.workspace_id === null || reach.workspace_id === job.workspace_id
    ? { kind: 'found', job }
    : { kind: 'not_found' }
}

/** The next records of an export, oldest first. */
export async function readExportRecords(
  tx: ReadTx,
  { job, above, limit }: { job: ExportJob; above: number; limit: number },
): Promise<readonly AuditRecord[]> {
  const where = { ...matching(job), sequence: { lte: job.last_sequence ?? 0 } }
  const rows = await tx.audit_log.find({ where, orderBy: ['sequence'], after: [above], limit })
  return rows.map(({ chain: _, ...record }) => record)
}

export interface Claiming {
  /** How many more jobs the caller can work on. */
  readonly most: number
  /** How many more of one organization. */
  readonly most_of: (organization_id: string) => number
  /** Jobs that the caller works on already. */
  readonly except: ReadonlySet<string>
  /** How long the caller may be silent about a job before others take it up. */
  readonly hold_ms: number
}

/**
 * Hands out jobs that are due, each to one caller: organizations take turns. Only the first of a lane is ever due, so a destination gets
 * its jobs in order.
 */
export async function claimExports(
  tx: Tx,
  context: CallContext,
  { most, most_of, except, hold_ms }: Claiming,
): Promise<readonly ExportJob[]> {
  const due = { finished_at: null, next_attempt_at: { lte: context.now } }
  if (
    most <= 0 ||
    !(await tx.exports.first({ where: due, orderBy: ['next_attempt_at'], lock: false }))
  )
    return []
  return takeTurns<ExportJob>(tx, {
    name: 'exports',
    limit: most,
    room: most_of,
    partyOf: ({ organization_id }) => organization_id,
    next: (organization_id) =>
      tx.exports.first({
        where: { finished_at: null, organization_id: { gt: organization_id } },
        orderBy: ['organization_id', 'next_attempt_at'],
        lock: false,
      }),
    async take(first) {
      const waiting = except.has(first.export_id)
        ? // The caller's own hold has run out: what it works on stays its own.
          (
            await tx.exports.find({
              where: { ...due, organization_id: first.organization_id },
              orderBy: ['next_attempt_at'],
              limit: EXPORTS_AT_ONCE.process + 1,
              lock: false,
            })
          ).find(({ export_id }) => !except.has(export_id))
        : first
      const job = waiting && (await tx.exports.get({ export_id: waiting.export_id }))
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
 * Keeps how far a job has come, and holds it for another while if it goes on at once. Undefined when somebody else has taken it up
 * meanwhile, so that only one goes on with it.
 */
export async function advanceExport(
  tx: Tx,
  context: CallContext,
  input: { export_id: string; claim: string | null; advance: Advance; hold_ms: number },
): Promise<ExportJob | undefined> {
  const {
    export_id,
    claim,
    advance: { changes, next },
    hold_ms,
  } = input
  const stored = await tx.exports.get({ export_id })
  if (!stored || stored.claim === null || stored.claim !== claim) return undefined
  const kept = {
    ...changes,
    ...(next === 'at_once' && { next_attempt_at: plus(context.now, hold_ms) }),
  }
  await tx.exports.update({ export_id }, kept)
  const job = { ...stored, ...kept }
  if (next === 'ended') await handOver(tx, context, job)
  return job
}

async function handOver(tx: Tx, context: CallContext, job: ExportJob): Promise<void> {
  await recordEnd(tx, context, job)
  const following = await tx.exports.first({
    where: { lane: job.lane, finished_at: null },
    orderBy: ['created_at', 'export_id'],
  })
  if (following)
    await tx.exports.update({ export_id: following.export_id }, { next_attempt_at: context.now })
}
