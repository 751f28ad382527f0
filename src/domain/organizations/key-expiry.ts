import { DAY_MS, plus, type Timestamp } from '../time.ts'
import type { ApiKey } from './access.ts'

/** The numbers of days before a key's expiry at which its organization is warned, the earliest warning first. */
export const WARNING_DAYS = [14, 3] as const
export type WarningDays = (typeof WARNING_DAYS)[number]

/** Returns the time of a warning. */
const warningAt = (expires_at: Timestamp, days: number): Timestamp =>
  plus(expires_at, -days * DAY_MS)

/** Returns the latest expiry of a key for which this warning is due now. */
export const warningHorizon = (now: Timestamp, days: WarningDays): Timestamp =>
  plus(now, days * DAY_MS)

/** Returns the latest warning whose time has come, whether or not it was given; null if there is none. */
export const passedWarning = (expires_at: Timestamp | null, now: Timestamp): WarningDays | null =>
  expires_at === null
    ? null
    : (WARNING_DAYS.findLast((days) => warningAt(expires_at, days) <= now) ?? null)

type ExpiringKey = Pick<ApiKey, 'created_at' | 'expires_at' | 'revoked_at' | 'warned_days'>

/**
 * Returns the warning that is due for a key (docs/specification/organizations.md#expiry-warnings): the latest one whose time has come. A
 * warning whose time was already past when the key was created is not due, and a key that has been revoked or has expired gets none.
 */
export function dueWarning(
  { created_at, expires_at, revoked_at, warned_days }: ExpiringKey,
  now: Timestamp,
): WarningDays | undefined {
  if (expires_at === null || revoked_at !== null || expires_at <= now) return undefined
  return WARNING_DAYS.findLast(
    (days) =>
      warningAt(expires_at, days) <= now &&
      warningAt(expires_at, days) > created_at &&
      (warned_days === null || warned_days > days),
  )
}

type ReplaceableKey = Pick<ApiKey, 'name' | 'workspace_id' | 'created_at' | 'expires_at'>

/** Returns whether a key has been renewed: a later key of the same name, for the same workspace, lasts longer. */
export const isRenewedBy = (key: ReplaceableKey, other: ReplaceableKey): boolean =>
  other.name === key.name &&
  other.workspace_id === key.workspace_id &&
  other.created_at > key.created_at &&
  (other.expires_at === null || (key.expires_at !== null && other.expires_at > key.expires_at))
