import type { RequestOutcome, PlatformCommand } from './responses.ts'
import type { Credentials, StoredCredentials } from './credentials.ts'

/** `degraded`: the agent serves without the platform. `stopped`: the installation has ended. */
export type Mode = 'running' | 'degraded' | 'stopped'
/** The purpose of the next request; `none` if no request is due. */
export type Goal = 'bootstrap' | 'lease' | 'refresh' | 'recover' | 'none'

/** The time of a step, in milliseconds of a monotonic clock, and a random number in [0, 1). */
export interface StepContext {
  readonly now: number
  readonly random: number
}

/** The settings of the installation, which do not change while it runs. */
export interface Setup {
  readonly platform_url: string
  readonly agent_id: string
  readonly issuer: string
  readonly workspace_id: string | null
  /** Sent at bootstrap and recovery. */
  readonly upstream_url: string | null
  /** SHA-256 of the install token in the settings. */
  readonly install_token_hash: string | null
  /** Whether there are an API key and a workspace, which a recovery needs. */
  readonly can_recover: boolean
  /** Whether a refused install token ends the attempt, because existing credentials belong to another process. */
  readonly installs_only: boolean
  /** The heartbeat interval that the settings request, in seconds. */
  readonly requested_interval: number | null
  readonly attempts_per_minute: number
}

/** The progress of a command, which is run once and acknowledged in every heartbeat until one succeeds. */
export interface CommandProgress {
  readonly id: string
  readonly type: string
  readonly phase: 'running' | 'acknowledging' | 'acknowledged'
  readonly status: string
  readonly message: string
}
export interface CommandAck {
  readonly id: string
  readonly status: string
  readonly message?: string
}

/** A request whose response has not arrived. */
export interface InFlightRequest {
  readonly attempt: number
  readonly goal: Exclude<Goal, 'none'>
  /** The runtime token of a heartbeat. Another one may be in use when the response arrives. */
  readonly token: string | null
  readonly ack: string | null
  /** Whether it is the final heartbeat. */
  readonly final: boolean
}

export interface State {
  readonly setup: Setup
  readonly mode: Mode
  /** Why the installation is degraded or stopped; empty while running. */
  readonly reason: string
  readonly goal: Goal
  /** When the next request is due, in milliseconds of the monotonic clock. */
  readonly due: number
  readonly in_flight: InFlightRequest | null
  readonly attempts: number
  /** When the requests of the last minute were sent. */
  readonly recent_attempts: readonly number[]
  /** Failures since the lease was last renewed. */
  readonly failures: number

  readonly current: Credentials | null
  /** Whether the platform has accepted `current`. */
  readonly accepted: boolean
  /** Whether the platform has refused `current`. Reset when a lease is renewed, or when other credentials are adopted. */
  readonly refused: boolean
  readonly previous: Credentials | null
  /** Whether `previous` and `current` were swapped, because `current` was refused before it ever worked. */
  readonly fell_back: boolean
  /** New credentials, which are used once they are stored, or if storing them failed and they replace refused ones. */
  readonly pending: Credentials | null
  /** Whether the next request waits for the result of a write. */
  readonly waits_for_disk: boolean
  /** Number of the newest content that was passed to the writer. */
  readonly revision: number
  /** Hash of the install token whose bootstrap has begun, as in `StoredCredentials`. */
  readonly begun_token_hash: string | null
  /** Whether an attempt may have consumed the install token, because its response was lost. */
  readonly may_be_consumed: boolean
  /** When the bootstrap with this install token began. */
  readonly bootstrap_began_at: number

  readonly interval_s: number
  readonly paused: boolean
  readonly commands: readonly CommandProgress[]
  /** Why the installation is ending: the agent stops, or the platform terminated the installation. */
  readonly ending: 'stopped' | 'terminated' | null
  readonly final_attempts: number
  readonly lease_expires_at: string | null
}

/** An event from outside the state machine. */
export type Event =
  | { readonly type: 'timer_fired' }
  /** The next request is to be sent at once. */
  | { readonly type: 'send_now' }
  | {
      readonly type: 'response'
      readonly attempt: number
      readonly outcome: RequestOutcome<unknown>
    }
  /** A write of this revision succeeded or failed. The writer retries failed ones. */
  | { readonly type: 'stored' | 'store_failed'; readonly revision: number }
  | {
      readonly type: 'command_finished'
      readonly id: string
      readonly status: 'done' | 'failed'
      readonly message: string
    }
  | { readonly type: 'stop' }
  /** The final heartbeat took too long, so nothing more is sent. */
  | { readonly type: 'stop_timed_out' }

/** A request to the platform. Secrets from the settings are added when it is sent. */
export type Request =
  | { readonly goal: 'bootstrap' | 'recover'; readonly interval_s: number | null }
  | { readonly goal: 'refresh'; readonly installation_id: string; readonly refresh_token: string }
  | {
      readonly goal: 'lease'
      readonly installation_id: string
      readonly runtime_token: string
      readonly status: string
      readonly interval_s: number
      readonly ack: CommandAck | null
    }

/** An action to perform after a step. */
export type Action =
  | { readonly type: 'send'; readonly attempt: number; readonly request: Request }
  | { readonly type: 'wake'; readonly at: number }
  | { readonly type: 'save'; readonly revision: number; readonly content: StoredCredentials }
  | { readonly type: 'run_command'; readonly command: PlatformCommand }
  | {
      readonly type: 'log'
      readonly level: 'info' | 'warn' | 'error'
      readonly message: string
      readonly fields: object
    }
  | { readonly type: 'ended'; readonly reason: string }

export interface Step {
  readonly state: State
  readonly actions: readonly Action[]
}

export const stepOf = (state: State, ...actions: readonly Action[]): Step => ({ state, actions })
export const log = (
  level: 'info' | 'warn' | 'error',
  message: string,
  fields: object = {},
): Action => ({ type: 'log', level, message, fields })
/** Combines a step with the one that follows it. */
export function andThen({ state, actions }: Step, next: (state: State) => Step): Step {
  const after = next(state)
  return { state: after.state, actions: [...actions, ...after.actions] }
}

/** Returns the content of the credentials file for this state. */
export function storedCredentialsOf(state: State): StoredCredentials {
  const { setup, pending, current, previous, accepted, begun_token_hash, interval_s, paused } =
    state
  const last_good = accepted ? current : (previous ?? current)
  return {
    format: 1,
    platform_url: setup.platform_url,
    agent_id: setup.agent_id,
    issuer: setup.issuer,
    workspace_id: (pending ?? current)?.workspace_id ?? setup.workspace_id,
    current: pending ?? current,
    previous: pending ? last_good : previous,
    begun: begun_token_hash,
    heartbeat_interval: interval_s,
    asked_interval: setup.requested_interval,
    paused,
  }
}
