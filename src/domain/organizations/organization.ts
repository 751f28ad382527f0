import type { RetentionShortening } from '../audit/retention.ts'
import type { Timestamp } from '../time.ts'
import type { Plan } from './plans.ts'

export interface Organization {
  organization_id: string
  name: string
  plan: Plan
  audit_log_retention_days: number | null
  retention_shortening: RetentionShortening | null
  created_at: Timestamp
}

export interface Workspace {
  workspace_id: string
  organization_id: string
  name: string
  description: string
  created_at: Timestamp
  updated_at: Timestamp
}
