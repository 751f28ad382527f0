import type { AuditActor } from '../domain/audit/record.ts'
import type { Timestamp } from '../domain/time.ts'

/** Who calls, when, and where random bytes come from. Every transaction that writes is given one, so that time and randomness come from outside. */
export interface CallContext {
  readonly now: Timestamp
  readonly actor: AuditActor
  readonly request_id: string | null
  readonly user_agent: string
  readonly random: (bytes: number) => Uint8Array
}

/** One of several calls that share a transaction. */
export interface BatchedCall<Input> {
  readonly context: CallContext
  readonly input: Input
}

/** The result of a call that cannot be decided together with others, so that it needs a transaction of its own. */
export const RUN_SEPARATELY = Symbol('run separately')
