import {
  type DestinationKind,
  type ExportOptions,
  exportError,
  type ExportError,
  type ExportErrorCode,
} from './exports.ts'
import {
  backoff,
  DAY_MS,
  elapsed,
  HOUR_MS,
  MINUTE_MS,
  plus,
  SECOND_MS,
  type Timestamp,
} from '../time.ts'
import type { AuditActor } from './record.ts'

/** A job that exports audit records to a destination. It is kept for some time after it has ended. */
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
  /** Address and credential from the request, sealed under the master key. Null if both are the operator's, or if the job has ended. */
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
  /** The number of consecutive attempts that made no progress. */
  tries: number
  /** When the job is due. While a process works on it, the time at which another one may take it over. */
  next_attempt_at: Timestamp
  /** Identifies the claim of the process that works on the job; null if there is none. */
  claim: string | null
  error: ExportError | null
  /** The individual events that the destination rejected. */
  rejected: readonly Rejection[]
  actor: AuditActor
  request_id: string | null
  created_at: Timestamp
  started_at: Timestamp | null
  /** When the cursor last moved; before that, when the job was first started. */
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

/** The result of sending a batch, derived from the destination's response or from its absence. */
export type DeliveryResult =
  | { readonly kind: 'delivered' }
  /** The destination accepted the batch and acknowledges it later under this number. */
  | { readonly kind: 'taken'; readonly ack_id: number }
  | { readonly kind: 'acknowledged' }
  | { readonly kind: 'unacknowledged' }
  /** The batch is too large. */
  | { readonly kind: 'split' }
  /** The events before `index` are delivered, the one at `index` is rejected, and later ones were not examined. */
  | { readonly kind: 'reject'; readonly index: number; readonly reason: string }
  | {
      readonly kind: 'retry'
      readonly code: ExportErrorCode
      readonly detail?: string
      readonly after_ms?: number
    }
  | { readonly kind: 'fail'; readonly code: ExportErrorCode; readonly detail?: string }
  /** The platform stopped during the request. */
  | { readonly kind: 'abandoned' }

/** The changes to a job, and whether it continues with the next batch at once, later, or not at all. */
export interface JobUpdate {
  readonly changes: Partial<ExportJob>
  readonly next: 'at_once' | 'later' | 'ended'
  /** Limits the number of events in the following requests. */
  readonly max_events?: number
}

/** Limits how long a job continues without progress. */
const EXPORT_GIVE_UP_MS = HOUR_MS
/** Limits how long after its start a job is retried when an attempt fails, even if there was progress. */
const MAX_EXPORT_DURATION_MS = DAY_MS
const MAX_REJECTIONS = 100
const FIRST_ACK_POLL_MS = SECOND_MS
const MAX_ACK_POLL_MS = 10 * SECOND_MS
const MAX_ACK_POLLS = 30
/** Sorts after every other time, so that the job is not due until it is changed. */
export const NEVER_DUE: Timestamp = '9999-12-31T23:59:59.999Z'

/**
 * Sets the first and the longest delay between two attempts. The vendor that receives alerts asks clients to wait half a minute before the
 * first retry.
 */
const RETRY_DELAYS: {
  readonly [Kind in DestinationKind]: { readonly first: number; readonly max: number }
} = {
  logs: { first: SECOND_MS, max: 5 * MINUTE_MS },
  collector: { first: SECOND_MS, max: 5 * MINUTE_MS },
  alerts: { first: 30 * SECOND_MS, max: 5 * MINUTE_MS },
}

/**
 * Returns the milliseconds until the next attempt. It is never shorter than the delay that the destination requested.
 * @param jitter from 0 to 1
 */
export function retryDelay(
  kind: DestinationKind,
  tries: number,
  jitter: number,
  requested_ms = 0,
): number {
  const { first, max } = RETRY_DELAYS[kind]
  return Math.max(backoff(first, max, tries, jitter), requested_ms)
}

/**
 * Applies the result of a request to a job. The cursor moves only past events that are delivered or rejected.
 * @param sequences the sequences of the batch that was sent, in order
 */
export function applyResult(
  job: ExportJob,
  sequences: readonly number[],
  result: DeliveryResult,
  { now, jitter }: { now: Timestamp; jitter: number },
): JobUpdate {
  switch (result.kind) {
    case 'delivered':
      return advance(job, { delivered: sequences.length, cursor: sequences.at(-1)! }, now)
    case 'acknowledged':
      return advance(job, { delivered: job.pending!.count, cursor: job.pending!.through }, now)
    case 'taken':
      return continueLater(
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
      return pollAgain(job, now, jitter)
    case 'split':
      if (sequences.length === 1)
        return recordRejection(job, sequences, { index: 0, reason: 'too large' }, now)
      return { changes: {}, next: 'at_once', max_events: Math.ceil(sequences.length / 2) }
    case 'reject':
      return recordRejection(job, sequences, result, now)
    case 'retry':
      return retry(
        job,
        exportError(result.code, result.detail),
        retryDelay(job.destination, job.tries, jitter, result.after_ms),
        now,
      )
    case 'fail':
      return endJob(job, exportError(result.code, result.detail), now)
    case 'abandoned':
      return continueLater({}, now)
  }
}

/** Ends a job that has no events left to send. */
export const endWithoutRemaining = (job: ExportJob, now: Timestamp): JobUpdate =>
  endJob(
    job,
    job.rejected.length > 0 ? exportError('EVENTS_REJECTED') : exportError('RECORDS_GONE'),
    now,
  )

/** Postpones the next batch of a job, so that the job stays within the rate that its destination allows. */
export const postpone = ({ changes }: JobUpdate, until: Timestamp): JobUpdate =>
  continueLater(changes, until)

const continueLater = (changes: Partial<ExportJob>, at: Timestamp): JobUpdate => ({
  changes: { ...changes, claim: null, next_attempt_at: at },
  next: 'later',
})

function advance(
  job: ExportJob,
  { delivered, cursor }: { delivered: number; cursor: number },
  now: Timestamp,
  rejection?: Rejection,
): JobUpdate {
  const changes = {
    delivered: job.delivered + delivered,
    failed: job.failed + (rejection ? 1 : 0),
    cursor,
    pending: null,
    tries: 0,
    error: null,
    progress_at: now,
    rejected: rejection ? [...job.rejected, rejection] : job.rejected,
  }
  const updated: ExportJob = { ...job, ...changes }
  if (cursor >= job.last_sequence!) return endWithoutRemaining(updated, now)
  if (updated.rejected.length >= MAX_REJECTIONS)
    return endJob(
      updated,
      exportError(
        'EVENTS_REJECTED',
        `${MAX_REJECTIONS} events, the limit at which an export stops`,
      ),
      now,
    )
  return { changes, next: 'at_once' }
}

const recordRejection = (
  job: ExportJob,
  sequences: readonly number[],
  { index, reason }: { index: number; reason: string },
  now: Timestamp,
): JobUpdate =>
  advance(job, { delivered: index, cursor: sequences[index]! }, now, {
    sequence: sequences[index]!,
    reason,
  })

function pollAgain(job: ExportJob, now: Timestamp, jitter: number): JobUpdate {
  const pending = job.pending!
  const polls = pending.polls + 1
  if (polls < MAX_ACK_POLLS)
    return continueLater(
      { pending: { ...pending, polls } },
      plus(now, Math.min(MAX_ACK_POLL_MS, FIRST_ACK_POLL_MS * 2 ** polls)),
    )
  const update = retry(
    { ...job, pending: null },
    exportError('DESTINATION_NOT_ACKNOWLEDGED'),
    retryDelay(job.destination, job.tries, jitter),
    now,
  )
  return { ...update, changes: { ...update.changes, pending: null } }
}

function retry(job: ExportJob, error: ExportError, wait_ms: number, now: Timestamp): JobUpdate {
  const at = plus(now, wait_ms)
  const since = job.progress_at ?? now
  const isTimedOut =
    elapsed(since, at) > EXPORT_GIVE_UP_MS ||
    elapsed(job.started_at ?? now, at) > MAX_EXPORT_DURATION_MS
  return isTimedOut ? endJob(job, error, now) : continueLater({ tries: job.tries + 1, error }, at)
}

/** Ends a job: its credential is deleted, and every record that was not delivered counts as failed. */
function endJob(job: ExportJob, error: ExportError, now: Timestamp): JobUpdate {
  const { matched, delivered, cursor, rejected: rejections, progress_at } = job
  const isComplete = delivered === matched
  const status = isComplete ? 'completed' : delivered > 0 ? 'partial' : 'failed'
  return {
    changes: {
      status,
      delivered,
      failed: matched - delivered,
      cursor,
      rejected: rejections,
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
