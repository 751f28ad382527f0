import { PIN_ATTEMPTS } from '../limits.ts'
import type { Timestamp } from '../time.ts'

export interface PinChallenge {
  challenge_id: string
  email: string
  created_at: Timestamp
  expires_at: Timestamp
  attempts: number
  /** Whether its PIN was sent by mail or given out by the operator. If not, every PIN is rejected, because it can only be a guess. */
  handed_out: boolean
  consumed_at: Timestamp | null
}

export interface AdminSession {
  session_id: string
  hash: string
  email: string
  created_at: Timestamp
  expires_at: Timestamp
}

/** Returns whether a challenge still accepts its PIN: a challenge is valid for five minutes, five attempts and one session. */
export const acceptsPin = (
  { consumed_at, expires_at, attempts }: PinChallenge,
  now: Timestamp,
): boolean => consumed_at === null && expires_at > now && attempts < PIN_ATTEMPTS
