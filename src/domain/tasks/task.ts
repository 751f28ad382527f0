import type { TaskRequester } from '../signatures/claims.ts'
import type { Timestamp } from '../time.ts'

export interface Task {
  task_id: string
  organization_id: string
  workspace_id: string
  skill: string
  /** The requester as named in the request. */
  requester_id: string
  /** The requester as the platform authenticated it, and on whose behalf it acted. */
  requester: TaskRequester
  agent: { svc_id: string; installation_id: string }
  /** The `svc_id` of `agent`, kept as a column because reputations are recomputed for each agent. */
  agent_id: string
  /** The organization whose agent is credited with the outcome; null if the outcome does not count. */
  counts_for: string | null
  /** When the outcome was counted; null before that, and always if the outcome does not count. */
  counted_at: Timestamp | null
  /**
   * Whether its installation had sent an answer signed with the agent's key by the time the task ended
   * (docs/specification/trust.md#attestation).
   */
  attested: boolean
  status: 'submitted' | 'working' | 'completed' | 'failed' | 'canceled' | 'rejected'
  execution_time_ms: number | null
  /** The trace of the request that routed the task; null if it belonged to none. */
  trace_id: string | null
  error: { code: string; message: string } | null
  created_at: Timestamp
  /** A task that is still `working` at this time was abandoned when the platform stopped. */
  deadline: Timestamp
  finished_at: Timestamp | null
}
