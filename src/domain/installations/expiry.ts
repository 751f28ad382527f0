import type { Installation } from '../records.ts'

/**
 * Limits the share of a workspace that one pass marks offline, because a mass expiry is more often the platform's fault than that of the
 * agents (docs/specification/installations.md#mass-expiry).
 */
const MAX_SHARE = 0.2

/**
 * Returns up to how many responsive installations have to be counted if `due` of them are due. With that many, all due ones may be
 * marked, so a higher count changes nothing.
 */
export const maxCountNeeded = (due: number): number =>
  2 ** Math.ceil(Math.log2(Math.max(1, due) / MAX_SHARE))

/**
 * Returns which due installations of one workspace a sweep may mark offline now, the longest overdue first, and how many the guard holds
 * back.
 * @param responsive counts the workspace's installations that are online or unhealthy, the due ones included
 */
export function expiryBatch(
  due: readonly Installation[],
  responsive: number,
): { now: readonly Installation[]; held: number } {
  const allowed = Math.max(1, Math.floor(responsive * MAX_SHARE))
  return { now: due.slice(0, allowed), held: Math.max(0, due.length - allowed) }
}
