import type { Target } from './target.ts'

/** Requests a minute beside the heartbeats, over the whole fleet. */
export interface Churn {
  readonly bootstraps: number
  readonly refreshes: number
  readonly recoveries: number
  readonly revokes: number
}

/** What a load run is to do. */
export interface LoadSettings {
  readonly target: Target
  /** Where the platform tells its metrics (Prometheus text). */
  readonly metrics?: URL | undefined
  /** API keys of one organization, used in turn. They appear in requests and nowhere else. */
  readonly api_keys: readonly string[]
  /** Where to make a workspace; undefined: the organization that the audit log names. */
  readonly organization_id: string | undefined
  /** Where to install; undefined: in a workspace of the run's own. */
  readonly workspace_id: string | undefined
  /** What to install; undefined: an agent that all runs share. */
  readonly agent_id: string | undefined
  readonly installations: number
  readonly interval_s: number
  readonly duration_s: number
  readonly ramp_s: number
  readonly churn: Churn
  readonly connections: number
  readonly timeout_ms: number
  /** Leaves behind what the run made. */
  readonly keep: boolean
}

/** What cannot be done, as a sentence with the way out. */
export class LoadError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'LoadRefused'
  }
}
