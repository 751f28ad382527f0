import type { AuditActor } from '../domain/audit/record.ts'
import type { Timestamp } from '../domain/time.ts'

/**
 * Who calls, when, and the source of random bytes. It is passed to every transaction that writes, so that tests can control time and
 * randomness.
 */
export interface CallContext {
  readonly now: Timestamp
  readonly actor: AuditActor
  readonly request_id: string | null
  /** The trace of the request, if it belongs to one (docs/specification/tracing.md#records). */
  readonly trace_id?: string
  readonly user_agent: string
  readonly random: (bytes: number) => Uint8Array
  /** The identifiers of the first records that the transaction creates. No request can state them; only the sandbox does. */
  readonly given_ids?: Iterator<string, undefined>
}

/** One of several calls that share a transaction. */
export interface BatchedCall<Input> {
  readonly context: CallContext
  readonly input: Input
}

/** The result of a call that cannot be processed together with others and needs its own transaction. */
export const RUN_SEPARATELY = Symbol('run separately')
