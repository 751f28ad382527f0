import type { Timestamp } from './time.ts'

/** A person of the platform itself, who judges disputes; may be a member of organizations, or of none (decisions, "operator"). */
export interface Operator {
  email: string
  added_at: Timestamp
}
