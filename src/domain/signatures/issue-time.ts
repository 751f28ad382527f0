import { parseTimestamp } from '../time.ts'
import type { Purpose } from './signature.ts'

/** The claim that states when a statement of the platform was issued, for the purposes that have one. */
const ISSUE_CLAIMS: { readonly [P in Purpose]?: string } = {
  task: 'issued_at',
  vouch: 'issued_at',
  'compliance-report': 'generated_at',
  'audit-checkpoint': 'purged_at',
}

/** Purposes whose statements hold for as long as they are stored. A later key therefore signs them again after a rotation. */
const SIGNED_AGAIN: readonly Purpose[] = ['policy', 'audit-checkpoint']

/** Returns whether statements of this purpose are signed again when their key has been retired. */
export const isSignedAgain = (purpose: Purpose): boolean => SIGNED_AGAIN.includes(purpose)

/** The period in which a key signs, in milliseconds since 1970; the end is excluded. */
export interface KeyPeriod {
  readonly from_ms: number
  readonly until_ms: number
}

/**
 * Returns whether a statement was issued while its key was in use (docs/specification/trust.md#key-periods). A statement that was signed
 * again may be older than its key. Policies do not state a time, so the result for them is true.
 */
export function isIssuedWithin(
  { from_ms, until_ms }: KeyPeriod,
  purpose: Purpose,
  claims: object,
): boolean {
  const claim = ISSUE_CLAIMS[purpose]
  if (claim === undefined) return true
  const issued_ms = parseTimestamp(String((claims as Readonly<Record<string, unknown>>)[claim]))
  if (issued_ms === undefined || issued_ms >= until_ms) return false
  return isSignedAgain(purpose) || issued_ms >= from_ms
}
