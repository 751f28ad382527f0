import { PIN_ATTEMPTS } from '../limits.ts'
import type { PinChallenge } from '../records.ts'
import type { Timestamp } from '../time.ts'

/** Whether a challenge still takes its PIN: it lives five minutes, stands five tries and is good for one session. */
export const isOpen = (
  { consumed_at, expires_at, attempts }: PinChallenge,
  now: Timestamp,
): boolean => consumed_at === null && expires_at > now && attempts < PIN_ATTEMPTS
