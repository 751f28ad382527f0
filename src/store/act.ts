import type { AuditActor } from '../domain/audit/record.ts'
import { uuid7 } from '../domain/uuid.ts'
import { ms, type Timestamp } from '../domain/time.ts'

/** Who does what when: every intent that writes is given one. Time and randomness come from outside. */
export interface CallContext {
  readonly now: Timestamp
  readonly actor: AuditActor
  readonly request_id: string | null
  readonly user_agent: string
  readonly random: (bytes: number) => Uint8Array
}

/** One of several writes of one intent: what is asked, and by whom. */
export interface BatchedCall<Input> {
  readonly context: CallContext
  readonly input: Input
}

/** A new identifier that sorts by time. */
export const newId = (context: CallContext): string => uuid7(ms(context.now), context.random(10))
