import type { Timestamp } from '../time.ts'

/**
 * Represents a person who acts for the platform and judges disputes. An operator may belong to several organizations, or to none
 * (docs/specification/organizations.md#named-operators).
 */
export interface Operator {
  email: string
  added_at: Timestamp
}
