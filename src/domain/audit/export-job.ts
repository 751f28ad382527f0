import {
  type DestinationKind,
  type ExportOptions,
  exportFault,
  type ExportFault,
  type ExportFaultCode,
} from './exports.ts'
import { DAY_MS, elapsed, HOUR_MS, MINUTE_MS, plus, SECOND_MS, type Timestamp } from '../time.ts'
import type { AuditActor } from './record.ts'

/** A job that exports audit records to a destination; kept for some time after it has ended. */
export interface ExportJob {
  export_id: string
  organization_id: string
  destination: DestinationKind
  /** Filters of the request; null selects all. */
  workspace_id: string | null
  event_type: string | null
  options: ExportOptions
  /** Identifies the destination; jobs of the same lane run one after the other. */
  lane: string
  /** Address and credential of the request, sealed under the master key; null if both are the operator's, and once the job has ended. */
  sealed: string | null
  status: 'accepted' | 'running' | 'completed' | 'partial' | 'failed'
  matched: number
  delivered: number
  failed: number
  first_sequence: number | null
  last_sequence: number | null
  /** Everything up to this sequence is delivered or rejected. */
  cursor: number
  /** A batch that was accepted but is not yet acknowledged. */
  pending: PendingBatch | null
  /** The number of consecutive attempts without progress. */
  tries: number
  /** When the job is due. While a process works on it, the time at which another one may take it over. */
  next_attempt_at: Timestamp
  /** Identifies the worker; null if there is none. */
  claim: string | null
  error: ExportFault | null
  /** Single events that the destination rejected. */
  rejected: readonly Rejection[]
  actor: AuditActor
  request_id: string | null
  created_at: Timestamp
  started_at: Timestamp | null
  /** The last time that the cursor moved. */
  progress_at: Timestamp | null
  finished_at: Timestamp | null
}
interface PendingBatch {
  readonly ack_id: number
  readonly count: number
  readonly through: number
  readonly polls: number
}
interface Rejection {
  readonly sequence: number
  readonly reason: string
}

/** The result of sending a batch, as the response of the destination or its absence shows it. */
export type DeliveryResult =
  | { readonly kind: 'delivered' }
  /** Accepted; the destination acknowledges it later under this number. */
  | { readonly kind: 'taken'; readonly ack_id: number }
  | { readonly kind: 'acknowledged' }
  | { readonly kind: 'unacknowledged' }
  /** The batch is too large. */
  | { readonly kind: 'split' }
  /** The events before `index` are delivered, the one at `index` is rejected, and later ones were not examined. */
  | { readonly kind: 'reject'; readonly index: number; readonly reason: string }
  | {
      readonly kind: 'retry'
      readonly code: ExportFaultCode
      readonly detail?: string
      readonly after_ms?: number
    }
  | { readonly kind: 'fail'; readonly code: ExportFaultCode; readonly detail?: string }
  /** The platform stopped during the request. */
  | { readonly kind: 'abandoned' }

/** The changes of a job, and whether it continues with the next batch at once, later, or not at all. */
export interface JobUpdate {
  readonly changes: Partial<ExportJob>
  readonly next: 'at_once' | 'later' | 'ended'
  /** Limits the events of the following requests. */
  readonly max_events?: number
}

/** Limits how long a job continues without progress. */
const EXPORT_GIVE_UP_MS = HOUR_MS
/** Limits the time between the first and the last attempt, even if there is progress. */
const MAX_EXPORT_DURATION_MS = DAY_MS
const MAX_REJECTIONS = 100
const FIRST_ACK_POLL_MS = SECOND_MS
const MAX_ACK_POLL_MS = 10 * SECOND_MS
const MAX_ACK_POLLS = 30
/** Sorts after every other time, so that the job is due only once it is changed. */
export const NEVER_DUE: Timestamp = '9999-12-31T23:59:59.999Z'

/** Sets the first and longest delay between two attempts. The vendor of alerts asks for half a minute. */
const RETRY_DELAYS: {
  readonly [Kind in DestinationKind]: { readonly first: number; readonly max: number }
} = {
  logs: { first: SECOND_MS, max: 5 * MINUTE_MS },
  collector: { first: SECOND_MS, max: 5 * MINUTE_MS },
  alerts: { first: 30 * SECOND_MS, max: 5 * MINUTE_MS },
}

/**
 * Returns the milliseconds until the next attempt. The delay doubles with each consecutive attempt, and half of it is random so that many
 * clients do not retry together. It is never shorter than the destination requested.
 * @param jitter from 0 to 1
 */
export function retryDelay(
  kind: DestinationKind,
  tries: number,
  jitter: number,
  requested_ms = 0,
): number {
  const { first, max } = RETRY_DELAYS[kind]
  const step = Math.min(max, first * 2 ** Math.min(tries, 20))
  return Math.max(Math.round(step * (0.5 + jitter / 2)), requested_ms)
}

/**
 * Applies the result of a request to a job. The cursor moves only past events that are delivered or rejected.
 * @param sequences those of the batch that was sent, in order
 */
export function applyResult(
  job: ExportJob,
  sequences: readonly number[],
  result: DeliveryResult,
  { now, jitter }: { now: Timestamp; jitter: number },
): JobUpdate {
  switch (result.kind) {
    case 'delivered':
      return settled(job, { delivered: sequences.length, cursor: sequences.at(-1)! }, now)
    case 'acknowledged':
      return settled(job, { delivered: job.pending!.count, cursor: job.pending!.through }, now)
    case 'taken':
      return later(
        {
          pending: {
            ack_id: result.ack_id,
            count: sequences.length,
            through: sequences.at(-1)!,
            polls: 0,
          },
        },
        plus(now, FIRST_ACK_POLL_MS),
      )
    case 'unacknowledged':
      return unacknowledged(job, now, jitter)
    case 'split':
      if (sequences.length === 1)
        return rejected(job, sequences, { index: 0, reason: 'too large' }, now)
      return { changes: {}, next: 'at_once', max_events: Math.ceil(sequences.length / 2) }
    case 'reject':
      return rejected(job, sequences, result, now)
    case 'retry':
      return retried(
        job,
        exportFault(result.code, result.detail),
        retryDelay(job.destination, job.tries, jitter, result.after_ms),
        now,
      )
    case 'fail':
      return ended(job, exportFault(result.code, result.detail), now)
    case 'abandoned':
      return later({}, now)
  }
}

/** Ends a job that has no events left to send. */
export const endWithoutRemaining = (job: ExportJob, now: Timestamp): JobUpdate =>
  ended(
    job,
    job.rejected.length > 0 ? exportFault('EVENTS_REJECTED') : exportFault('RECORDS_GONE'),
    now,
  )

/** Postpones the next batch of a job, so that it keeps the rate that its destination allows. */
export const postpone = ({ changes }: JobUpdate, until: Timestamp): JobUpdate =>
  later(changes, until)

const later = (changes: Partial<ExportJob>, at: Timestamp): JobUpdate => ({
  changes: { ...changes, claim: null, next_attempt_at: at },
  next: 'later',
})

function settled(
  job: ExportJob,
  { delivered, cursor }: { delivered: number; cursor: number },
  now: Timestamp,
  rejection?: Rejection,
): JobUpdate {
  const after: ExportJob = {
    ...job,
    delivered: job.delivered + delivered,
    failed: job.failed + (rejection ? 1 : 0),
    cursor,
    pending: null,
    tries: 0,
    error: null,
    progress_at: now,
    rejected: rejection ? [...job.rejected, rejection] : job.rejected,
  }
  if (cursor >= job.last_sequence!) return endWithoutRemaining(after, now)
  if (after.rejected.length >= MAX_REJECTIONS)
    return ended(
      after,
      exportFault(
        'EVENTS_REJECTED',
        `${MAX_REJECTIONS} events, the limit at which an export stops`,
      ),
      now,
    )
  const { delivered: all, failed, rejected: list } = after
  return {
    changes: {
      delivered: all,
      failed,
      cursor,
      pending: null,
      tries: 0,
      error: null,
      progress_at: now,
      rejected: list,
    },
    next: 'at_once',
  }
}

const rejected = (
  job: ExportJob,
  sequences: readonly number[],
  { index, reason }: { index: number; reason: string },
  now: Timestamp,
): JobUpdate =>
  settled(job, { delivered: index, cursor: sequences[index]! }, now, {
    sequence: sequences[index]!,
    reason,
  })

function unacknowledged(job: ExportJob, now: Timestamp, jitter: number): JobUpdate {
  const pending = job.pending!
  const polls = pending.polls + 1
  if (polls < MAX_ACK_POLLS)
    return later(
      { pending: { ...pending, polls } },
      plus(now, Math.min(MAX_ACK_POLL_MS, FIRST_ACK_POLL_MS * 2 ** polls)),
    )
  const again = retried(
    { ...job, pending: null },
    exportFault('DESTINATION_NOT_ACKNOWLEDGED'),
    retryDelay(job.destination, job.tries, jitter),
    now,
  )
  return { ...again, changes: { ...again.changes, pending: null } }
}

function retried(job: ExportJob, error: ExportFault, wait_ms: number, now: Timestamp): JobUpdate {
  const at = plus(now, wait_ms)
  const since = job.progress_at ?? now
  const isHopeless =
    elapsed(since, at) > EXPORT_GIVE_UP_MS ||
    elapsed(job.started_at ?? now, at) > MAX_EXPORT_DURATION_MS
  return isHopeless ? ended(job, error, now) : later({ tries: job.tries + 1, error }, at)
}

/** Ends a job: its credential is deleted, and every record that was not delivered counts as failed. */
function ended(job: ExportJob, error: ExportFault, now: Timestamp): JobUpdate {
  const { matched, delivered, cursor, rejected: list, progress_at } = job
  const isComplete = delivered === matched
  const status = isComplete ? 'completed' : delivered > 0 ? 'partial' : 'failed'
  return {
    changes: {
      status,
      delivered,
      failed: matched - delivered,
      cursor,
      rejected: list,
      progress_at,
      error: isComplete ? null : error,
      sealed: null,
      pending: null,
      claim: null,
      tries: 0,
      next_attempt_at: NEVER_DUE,
      finished_at: now,
    },
    next: 'ended',
  }
}
