import type { DestinationKind, ExportOptions } from './exports.ts'
import { exportFault, type ExportFault, type ExportFaultCode } from './export-faults.ts'
import { elapsed, plus, type Timestamp } from '../time.ts'
import type { AuditActor } from './record.ts'

/** Audit records on their way to a destination; kept until some time after the job has ended. */
export interface ExportJob {
  export_id: string
  organization_id: string
  destination: DestinationKind
  /** Filters of the request; null: all. */
  workspace_id: string | null
  event_type: string | null
  options: ExportOptions
  /** Same destination, same lane: one job after the other. */
  lane: string
  /** Address and credential of the request, sealed under the master key; null when both are the operator's, and once the job has ended. */
  sealed: string | null
  status: 'accepted' | 'running' | 'completed' | 'partial' | 'failed'
  matched: number
  delivered: number
  failed: number
  first_sequence: number | null
  last_sequence: number | null
  /** Everything up to this sequence is acknowledged or given up. */
  cursor: number
  /** A batch that was taken but is not yet acknowledged. */
  pending: PendingBatch | null
  /** Tries in a row that got nowhere. */
  tries: number
  /** When the job is due. While somebody works on it: when it is due for others, should that somebody have died. */
  next_attempt_at: Timestamp
  /** Names who works on it; null: nobody. */
  claim: string | null
  error: ExportFault | null
  /** Single events that the destination would not have. */
  rejected: readonly Rejection[]
  actor: AuditActor
  request_id: string | null
  created_at: Timestamp
  started_at: Timestamp | null
  /** The last time that something was settled. */
  progress_at: Timestamp | null
  finished_at: Timestamp | null
}
export interface PendingBatch {
  readonly ack_id: number
  readonly count: number
  readonly through: number
  readonly polls: number
}
export interface Rejection {
  readonly sequence: number
  readonly reason: string
}

/** What the answer of a destination, or its absence, means for the batch that was sent. */
export type DeliveryResult =
  | { readonly kind: 'delivered' }
  /** Taken; acknowledged later under this number. */
  | { readonly kind: 'taken'; readonly ack_id: number }
  | { readonly kind: 'acknowledged' }
  | { readonly kind: 'unacknowledged' }
  /** Too large as a whole. */
  | { readonly kind: 'split' }
  /** Those before the event at `index` are delivered, that one never will be, those behind it were not looked at. */
  | { readonly kind: 'reject'; readonly index: number; readonly reason: string }
  | {
      readonly kind: 'retry'
      readonly code: ExportFaultCode
      readonly detail?: string
      readonly after_ms?: number
    }
  | { readonly kind: 'fail'; readonly code: ExportFaultCode; readonly detail?: string }
  /** The platform itself broke off. */
  | { readonly kind: 'abandoned' }

/** What is to be kept of a job, and how it goes on: with the next batch at once, later, or not at all. */
export interface JobUpdate {
  readonly changes: Partial<ExportJob>
  readonly next: 'at_once' | 'later' | 'ended'
  /** From here on at most so many events in one request. */
  readonly max_events?: number
}

const SECOND = 1000
const MINUTE = 60 * SECOND
/** A destination may be gone for this long before a job that gets nowhere ends. */
export const EXPORT_GIVE_UP_MS = 60 * MINUTE
/** No try begins later than this after the first one, however often something was settled in between. */
export const MAX_EXPORT_DURATION_MS = 24 * 60 * MINUTE
const MAX_REJECTIONS = 100
const FIRST_ACK_POLL_MS = SECOND
const MAX_ACK_POLL_MS = 10 * SECOND
const MAX_ACK_POLLS = 30
/** Sorts behind every moment: due only when somebody says so. */
export const NEVER_DUE: Timestamp = '9999-12-31T23:59:59.999Z'

/** First and longest pause between two tries: the vendor of alerts asks for half a minute. */
const PAUSES: {
  readonly [Kind in DestinationKind]: { readonly first: number; readonly most: number }
} = {
  logs: { first: SECOND, most: 5 * MINUTE },
  collector: { first: SECOND, most: 5 * MINUTE },
  alerts: { first: 30 * SECOND, most: 5 * MINUTE },
}

/**
 * How long to wait after so many tries in a row: doubling, between half and the whole of the step, so that many clients do not come
 * back together; never sooner than the destination asked for.
 * @param jitter from 0 to 1
 */
export function retryDelay(
  kind: DestinationKind,
  tries: number,
  jitter: number,
  asked_ms = 0,
): number {
  const { first, most } = PAUSES[kind]
  const step = Math.min(most, first * 2 ** Math.min(tries, 20))
  return Math.max(Math.round(step * (0.5 + jitter / 2)), asked_ms)
}

/** What a verdict makes of a job. `sequences` are those of the batch that was sent, in order. The cursor moves over nothing else than what is settled. */
export function applyDeliveryResult(
  job: ExportJob,
  sequences: readonly number[],
  verdict: DeliveryResult,
  { now, jitter }: { now: Timestamp; jitter: number },
): JobUpdate {
  switch (verdict.kind) {
    case 'delivered':
      return settled(job, { delivered: sequences.length, cursor: sequences.at(-1)! }, now)
    case 'acknowledged':
      return settled(job, { delivered: job.pending!.count, cursor: job.pending!.through }, now)
    case 'taken':
      return later(
        {
          pending: {
            ack_id: verdict.ack_id,
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
      return rejected(job, sequences, verdict, now)
    case 'retry':
      return retried(
        job,
        exportFault(verdict.code, verdict.detail),
        retryDelay(job.destination, job.tries, jitter, verdict.after_ms),
        now,
      )
    case 'fail':
      return ended(job, exportFault(verdict.code, verdict.detail), now)
    case 'abandoned':
      return later({}, now)
  }
}

/** A job of which nothing is left to send. */
export const endWithoutRemaining = (job: ExportJob, now: Timestamp): JobUpdate =>
  ended(
    job,
    job.rejected.length > 0 ? exportFault('EVENTS_REJECTED') : exportFault('RECORDS_GONE'),
    now,
  )

/** Puts a job that goes well back for a while, so that it keeps the pace which its destination allows. */
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
      exportFault('EVENTS_REJECTED', `${MAX_REJECTIONS} of them, which is where it stops`),
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
  const hopeless =
    elapsed(since, at) > EXPORT_GIVE_UP_MS ||
    elapsed(job.started_at ?? now, at) > MAX_EXPORT_DURATION_MS
  return hopeless ? ended(job, error, now) : later({ tries: job.tries + 1, error }, at)
}

/** The end of a job: what it relied on is forgotten, and what was not delivered has failed. */
function ended(job: ExportJob, error: ExportFault, now: Timestamp): JobUpdate {
  const { matched, delivered, cursor, rejected: list, progress_at } = job
  const whole = delivered === matched
  const status = whole ? 'completed' : delivered > 0 ? 'partial' : 'failed'
  return {
    changes: {
      status,
      delivered,
      failed: matched - delivered,
      cursor,
      rejected: list,
      progress_at,
      error: whole ? null : error,
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
