import type { AuditActor } from '../domain/audit/record.ts'
import { uuid7 } from '../domain/uuid.ts'
import { ms, type Timestamp } from '../domain/time.ts'

/** Who does what when: every intent that writes is given one. Time and randomness come from outside. */
export interface Act {
  readonly now: Timestamp
  readonly actor: AuditActor
  readonly request_id: string | null
  readonly user_agent: string
  readonly random: (bytes: number) => Uint8Array
}

/** One of several writes of one intent: what is asked, and by whom. */
export interface Deed<Input> {
  readonly act: Act
  readonly input: Input
}

/** A new identifier that sorts by time. */
export const newId = (act: Act): string => uuid7(ms(act.now), act.random(10))
