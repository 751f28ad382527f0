import type { Target } from './target.ts'

/** Requests per minute of the whole fleet, besides heartbeats. */
export interface Churn {
  readonly bootstraps: number
  readonly refreshes: number
  readonly recoveries: number
  readonly revokes: number
}

/** The settings of a load run. */
export interface LoadSettings {
  readonly target: Target
  /** The platform's metrics (Prometheus text). */
  readonly metrics?: URL | undefined
  /** API keys of one organization, used in turn. They are not logged or reported. */
  readonly api_keys: readonly string[]
  /** Organization in which to create a workspace; if undefined, the one that the audit log names. */
  readonly organization_id: string | undefined
  /** Workspace to install into; if undefined, the run creates one. */
  readonly workspace_id: string | undefined
  /** Agent to install; if undefined, an agent that all runs share. */
  readonly agent_id: string | undefined
  readonly installations: number
  readonly interval_s: number
  readonly duration_s: number
  readonly ramp_s: number
  readonly churn: Churn
  readonly connections: number
  readonly timeout_ms: number
  /** Keeps the installations and the workspace of the run. */
  readonly keep: boolean
}

/** Thrown if a run cannot begin; the message says why and what to do. */
export class LoadError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'LoadError'
  }
}
