import type { Installation } from '../records.ts'

/**
 * Limits the share of a workspace that one pass marks offline, because a mass expiry is more often the platform's fault than that of the
 * agents (docs/specification/installations.md#mass-expiry).
 */
const MOST_SHARE = 0.2

/** How many living installations need to be counted at most for so many due ones: with as many all may go, and more change nothing. */
export const livingThatMatter = (due: number): number =>
  2 ** Math.ceil(Math.log2(Math.max(1, due) / MOST_SHARE))

/**
 * Which of the due installations of one workspace a sweep may mark offline now, longest overdue first, and whether the guard held
 * some back. `living` counts all of its installations that are online or unhealthy, the due ones included.
 */
export function expiryBatch(
  due: readonly Installation[],
  living: number,
): { now: readonly Installation[]; held: number } {
  const most = Math.max(1, Math.floor(living * MOST_SHARE))
  return { now: due.slice(0, most), held: Math.max(0, due.length - most) }
}
