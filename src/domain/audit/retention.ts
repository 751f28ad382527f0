import { DEFAULT_RETENTION_DAYS, RETENTION_SHORTENING_MS } from '../limits.ts'
import { plus, type Timestamp } from '../time.ts'

/** A shorter retention that does not hold yet: until then the longer one does. */
export interface RetentionShortening {
  from_days: number
  effective_at: Timestamp
}

/** How long an organization's audit records are kept; null days are the default. */
export interface RetentionSetting {
  audit_log_retention_days: number | null
  retention_shortening: RetentionShortening | null
}

/** The setting of an organization that never chose, and of the platform's own chain. */
export const DEFAULT_RETENTION: RetentionSetting = {
  audit_log_retention_days: null,
  retention_shortening: null,
}

/** Days that hold at a moment. */
export function retentionDays(
  { audit_log_retention_days, retention_shortening }: RetentionSetting,
  now: Timestamp,
): number {
  const waits = retention_shortening !== null && now < retention_shortening.effective_at
  return waits
    ? retention_shortening.from_days
    : (audit_log_retention_days ?? DEFAULT_RETENTION_DAYS)
}

/**
 * The setting after a change. Longer holds at once. Shorter than what holds waits a week, because what is purged stays purged:
 * a mistake, or a stolen key that wants to lose evidence, can be answered before it does harm.
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
