import type { AuditKind } from '../../../domain/audit/kinds.ts'
import type { AuditRecord } from '../../../domain/audit/record.ts'
import { NEVER_DUE, type ExportJob } from '../../../domain/audit/export-job.ts'
import {
  exportError,
  type ExportError,
  type ResolvedDestination,
  type DestinationKind,
  type ExportOptions,
} from '../../../domain/audit/exports.ts'
import { MAX_UNFINISHED_EXPORTS } from '../../../domain/limits.ts'
import type { QuotaExceeded } from '../../../domain/organizations/plans.ts'
import { reaches, type Reach } from '../../../domain/organizations/access.ts'
import { seal, type KeyRing } from '../../../domain/secrets.ts'
import { newId } from '../../../domain/uuid.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { appendAudit } from './records.ts'
import { checkStoredBytes } from '../organizations/quotas.ts'
import { firstOfLane, laneOf } from './export-lane.ts'
import { sealingKey } from '../trust/master-keys.ts'

export interface ExportInput {
  readonly reach: Reach
  readonly organization_id: string
  readonly workspace_id?: string | undefined
  readonly event_type?: string | undefined
  /** How many of the newest matching records to export. */
  readonly limit: number
  readonly destination: DestinationKind
  readonly options: ExportOptions
  readonly resolved_destination: ResolvedDestination
  readonly master_keys: KeyRing
}
export type ExportOutcome =
  | QuotaExceeded
  | { kind: 'organization_not_found' | 'workspace_not_found' }
  | { kind: 'accepted'; job: ExportJob }

/**
 * Queues an export without contacting the destination. An export ends at once if its destination lacks a credential or an address, if no
 * record matches, or if the organization has too many unfinished exports.
 */
export async function createExport(
  tx: Tx,
  context: CallContext,
  input: ExportInput,
): Promise<ExportOutcome> {
  const { reach, organization_id, resolved_destination } = input
  const workspace_id = input.workspace_id ?? reach.workspace_id
  if (!reaches(reach, { organization_id })) return { kind: 'organization_not_found' }
  if (workspace_id !== null && !(await hasOrHadWorkspace(tx, organization_id, workspace_id)))
    return { kind: 'workspace_not_found' }
  // The quota check locks the organization, so that its exports are counted and queued one at a time.
  const exceeded = await checkStoredBytes(tx, context, organization_id)
  if (exceeded) return exceeded
  const selected = await selectRange(
    tx,
    { organization_id, workspace_id, event_type: input.event_type ?? null },
    input.limit,
  )
  const job = {
    ...(await newJob(tx, context, input, workspace_id)),
    ...selected,
    cursor: (selected.first_sequence ?? 1) - 1,
  }
  if (resolved_destination.kind === 'missing')
    return insertJob(
      tx,
      context,
      endedJob(job, exportError('CREDENTIAL_MISSING', resolved_destination.reason), context),
    )
  if (job.matched === 0) return insertJob(tx, context, endedJob(job, null, context))
  if ((await tx.exports.count({ organization_id, finished_at: null })) >= MAX_UNFINISHED_EXPORTS)
    return insertJob(tx, context, endedJob(job, exportError('EXPORT_QUEUE_FULL'), context))
  const predecessor = await firstOfLane(tx, job.lane)
  return insertJob(tx, context, { ...job, next_attempt_at: predecessor ? NEVER_DUE : context.now })
}

/**
 * Returns whether a workspace belongs, or belonged, to the organization. A deleted workspace counts as long as it has audit records,
 * because they can be exported.
 */
async function hasOrHadWorkspace(
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

/** Returns the range of sequences of the newest `limit` matching records, and the number of matching records in it. */
async function selectRange(
  tx: ReadTx,
  filter: Filter,
  limit: number,
): Promise<Pick<ExportJob, 'matched' | 'first_sequence' | 'last_sequence'>> {
  const where = matching(filter)
  const newest = await tx.audit_log.first({ where, orderBy: ['sequence'], descending: true })
  if (!newest) return { matched: 0, first_sequence: null, last_sequence: null }
  // The chain is not locked, so records may be appended and purged in the meantime.
  const upToNewest = { ...where, sequence: { lte: newest.sequence } }
  const [nthNewest] = await tx.audit_log.find({
    where: upToNewest,
    orderBy: ['sequence'],
    descending: true,
    offset: limit - 1,
    limit: 1,
  })
  const oldest =
    nthNewest ?? (await tx.audit_log.first({ where: upToNewest, orderBy: ['sequence'] })) ?? newest
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

type UnselectedJob = Omit<ExportJob, 'matched' | 'first_sequence' | 'last_sequence' | 'cursor'>
async function newJob(
  tx: Tx,
  context: CallContext,
  {
    organization_id,
    event_type,
    destination,
    options,
    resolved_destination,
    master_keys,
  }: ExportInput,
  workspace_id: string | null,
): Promise<UnselectedJob> {
  const export_id = newId(context)
  const master_key = await sealingKey(tx, context, master_keys)
  const override =
    resolved_destination.kind === 'override' ? JSON.stringify(resolved_destination.override) : '{}'
  const has_credential =
    resolved_destination.kind === 'override' && resolved_destination.override.credential !== null
  return {
    export_id,
    organization_id,
    destination,
    workspace_id,
    event_type: event_type ?? null,
    options,
    lane: await laneOf(tx, [master_key, ...master_keys], [organization_id, destination, override]),
    sealed: has_credential
      ? seal(master_key, sealPurpose(export_id), override, context.random(12))
      : null,
    status: 'accepted',
    delivered: 0,
    failed: 0,
    pending: null,
    tries: 0,
    next_attempt_at: NEVER_DUE,
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

/** Returns the purpose under which the destination of a job is sealed, so that it cannot be opened for another job. */
export const sealPurpose = (export_id: string): string => `export:${export_id}`

const endedJob = (job: ExportJob, error: ExportError | null, { now }: CallContext): ExportJob => ({
  ...job,
  status: error ? 'failed' : 'completed',
  failed: error ? job.matched : 0,
  error,
  sealed: null,
  finished_at: now,
})

async function insertJob(tx: Tx, context: CallContext, job: ExportJob): Promise<ExportOutcome> {
  await tx.exports.insert(job)
  if (job.finished_at !== null) await auditEnd(tx, context, job)
  return { kind: 'accepted', job }
}

/** Records the end of an export in the audit log, with the caller who requested the export as the actor. */
export async function auditEnd(
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

/** Returns an export within the caller's reach. A key that is bound to one workspace sees only the exports of that workspace. */
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

/** Returns the next records of an export, oldest first. */
export async function readExportRecords(
  tx: ReadTx,
  { job, above, limit }: { job: ExportJob; above: number; limit: number },
): Promise<readonly AuditRecord[]> {
  const where = { ...matching(job), sequence: { lte: job.last_sequence ?? 0 } }
  const rows = await tx.audit_log.find({ where, orderBy: ['sequence'], after: [above], limit })
  return rows.map(({ chain: _, ...record }) => record)
}
