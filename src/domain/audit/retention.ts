import { DEFAULT_RETENTION_DAYS, RETENTION_SHORTENING_MS } from '../limits.ts'
import { plus, type Timestamp } from '../time.ts'

/** A shorter retention that is not yet in effect; until then the longer one applies. */
export interface RetentionShortening {
  from_days: number
  effective_at: Timestamp
}

/** How long an organization's audit records are kept; null means the default. */
export interface RetentionSetting {
  audit_log_retention_days: number | null
  retention_shortening: RetentionShortening | null
}

/** The setting of an organization that has not chosen any, and of the platform's own chain. */
export const DEFAULT_RETENTION: RetentionSetting = {
  audit_log_retention_days: null,
  retention_shortening: null,
}

/** Returns the retention in days that applies at a given time. */
export function retentionDays(
  { audit_log_retention_days, retention_shortening }: RetentionSetting,
  now: Timestamp,
): number {
  const isPending = retention_shortening !== null && now < retention_shortening.effective_at
  return isPending
    ? retention_shortening.from_days
    : (audit_log_retention_days ?? DEFAULT_RETENTION_DAYS)
}

/**
 * Returns the setting after a change. A longer retention applies at once, and a shorter one after a week, because purged records cannot be
 * restored: a mistake, or an attempt to destroy evidence with a stolen key, can still be reverted within that week.
 */
export function changeRetention(
  setting: RetentionSetting,
  days: number,
  now: Timestamp,
): { setting: RetentionSetting; effective_at: Timestamp } {
  const from_days = retentionDays(setting, now)
  if (days >= from_days)
    return {
      setting: { audit_log_retention_days: days, retention_shortening: null },
      effective_at: now,
    }
  const effective_at = plus(now, RETENTION_SHORTENING_MS)
  return {
    setting: { audit_log_retention_days: days, retention_shortening: { from_days, effective_at } },
    effective_at,
  }
}
