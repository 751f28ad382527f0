import { DEFAULT_RETENTION_DAYS, MAX_RETENTION_DAYS, RETENTION_SHORTENING_MS } from '../limits.ts'
import { plus, type Timestamp } from '../time.ts'

/** A change to a shorter retention. The earlier one, `from_days`, applies until `effective_at`. */
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

/** What an audit record says about a change to the retention, in days; null means the default. */
export interface RecordedRetention {
  readonly from: number | null
  readonly to: number
  readonly effective_at: Timestamp
}

/**
 * Returns for how many days records have to be kept: never fewer than the default, which is also the lowest setting, and never fewer than
 * the last change on record says, because anyone who can write to the database could otherwise make the platform destroy evidence
 * (docs/specification/audit.md#retention-change).
 * @param recorded undefined if no change is on record
 */
export function daysToKeep(
  setting: RetentionSetting,
  recorded: RecordedRetention | undefined,
  now: Timestamp,
): number {
  const days = [DEFAULT_RETENTION_DAYS, retentionDays(setting, now)]
  if (recorded) days.push(recorded.to)
  if (recorded && now < recorded.effective_at) days.push(recorded.from ?? DEFAULT_RETENTION_DAYS)
  return Math.min(Math.max(...days), MAX_RETENTION_DAYS)
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
