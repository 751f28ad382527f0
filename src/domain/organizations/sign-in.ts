import { PIN_ATTEMPTS } from '../limits.ts'
import { keyOf, type KeyRing, type MasterKey } from '../secrets.ts'
import type { Timestamp } from '../time.ts'

export interface PinChallenge {
  challenge_id: string
  email: string
  created_at: Timestamp
  expires_at: Timestamp
  attempts: number
  /**
   * Whether an e-mail with its PIN was queued or the operator gave the PIN out. If not, every PIN is rejected, because it can only be a
   * guess.
   */
  handed_out: boolean
  /** The master key from which its PIN is derived; null in rows of earlier versions. */
  master_key_id: string | null
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

/**
 * Returns the master key from which the PIN of a challenge is derived, so that a PIN that was mailed before a rotation stays valid and no
 * later challenge has a PIN of an earlier key (docs/specification/storage.md#key-ring).
 * @throws MasterKeyMissing
 */
export const pinKey = (
  keys: KeyRing,
  { master_key_id }: Pick<PinChallenge, 'master_key_id'>,
): MasterKey => (master_key_id === null ? keys[0]! : keyOf(keys, master_key_id))
