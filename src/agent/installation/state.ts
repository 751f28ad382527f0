import type { Answer, PlatformCommand } from './answers.ts'
import type { Credentials, Kept } from './credentials.ts'

/** What the installation is for the agent: `degraded` runs on without the platform, `stopped` is over. */
export type Mode = 'running' | 'degraded' | 'stopped'
/** What the next request is for; `rest` sends none. */
export type Goal = 'bootstrap' | 'lease' | 'refresh' | 'recover' | 'rest'

/** The moment of a step: monotonic milliseconds, which no clock setting moves, and a random number in [0, 1). */
export interface Moment {
  readonly now: number
  readonly dice: number
}

/** What is settled before the first step. */
export interface Setup {
  readonly platform_url: string
  readonly agent_id: string
  readonly issuer: string
  readonly workspace_id: string | null
  /** Stated at bootstrap and recovery. */
  readonly upstream_url: string | null
  /** SHA-256 of the install token in the settings. */
  readonly install_token_hash: string | null
  /** There is an API key, and it is known which agent and workspace it is for. */
  readonly can_recover: boolean
  /** A token that is refused is the end; credentials at hand are another process's to use. */
  readonly installs_only: boolean
  /** Seconds. */
  readonly asked_interval: number | null
  readonly attempts_per_minute: number
}

/** How far a command is. It is obeyed once and acknowledged until a lease was answered. */
export interface CommandProgress {
  readonly id: string
  readonly type: string
  readonly phase: 'obeying' | 'acknowledging' | 'acknowledged'
  readonly status: string
  readonly message: string
}
export interface CommandAck {
  readonly id: string
  readonly status: string
  readonly message?: string
}

/** A request on its way. */
export interface Flight {
  readonly attempt: number
  readonly goal: Goal
  /** The runtime token that a heartbeat shows; another one may be in use when its answer comes. */
  readonly token: string | null
  readonly ack: string | null
  readonly parting: boolean
}

export interface State {
  readonly setup: Setup
  readonly mode: Mode
  /** Why it is degraded or stopped; empty while running. */
  readonly reason: string
  readonly goal: Goal
  /** When the next request is due, monotonic milliseconds. */
  readonly due: number
  readonly flight: Flight | null
  readonly attempts: number
  /** When the requests of the last minute left. */
  readonly recent: readonly number[]
  /** Since the last lease that was renewed. */
  readonly failures: number

  readonly current: Credentials | null
  /** The platform accepted `current`. */
  readonly proven: boolean
  /** The platform refused `current` since. */
  readonly refused: boolean
  readonly previous: Credentials | null
  /** `previous` took the place of `current`, which was refused before it ever worked. */
  readonly swapped: boolean
  /** New credentials that are not in use before the disk has them. */
  readonly incoming: Credentials | null
  /** Nothing is sent before the disk answered. */
  readonly waits: boolean
  /** Number of the newest content that the disk was asked to keep. */
  readonly saves: number
  readonly begun: string | null
  /** The install token may be ours already: an attempt with it went out and its answer was lost. */
  readonly claimed: boolean
  /** When this install token was first presented. */
  readonly begun_at: number

  readonly interval_s: number
  readonly paused: boolean
  readonly commands: readonly CommandProgress[]
  /** The installation is on its way out: the agent stops, or was told to terminate. */
  readonly ending: 'stopped' | 'terminated' | null
  readonly farewells: number
  readonly lease_expires_at: string | null
}

/** What happens to an installation. */
export type Event =
  | { readonly type: 'woke' }
  /** Somebody has a reason to ask at once. */
  | { readonly type: 'nudged' }
  | { readonly type: 'answered'; readonly attempt: number; readonly answer: Answer<unknown> }
  /** The disk kept content number `save`, or did not; it will be asked again until it does. */
  | { readonly type: 'stored' | 'unstored'; readonly save: number }
  | {
      readonly type: 'obeyed'
      readonly id: string
      readonly status: 'done' | 'failed'
      readonly message: string
    }
  | { readonly type: 'stop' }
  /** Patience is over: nothing more is sent. */
  | { readonly type: 'cut' }

/** What is asked of the platform; secrets that are not credentials of the installation are added where it leaves. */
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

/** What a step wants done. */
export type Action =
  | { readonly type: 'send'; readonly attempt: number; readonly request: Request }
  | { readonly type: 'wake'; readonly at: number }
  | { readonly type: 'save'; readonly save: number; readonly kept: Kept }
  | { readonly type: 'obey'; readonly command: PlatformCommand }
  | {
      readonly type: 'log'
      readonly level: 'info' | 'warn' | 'error'
      readonly message: string
      readonly facts: object
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
  facts: object = {},
): Action => ({ type: 'log', level, message, facts })
/** One step after another. */
export function andThen({ state, actions }: Step, next: (state: State) => Step): Step {
  const after = next(state)
  return { state: after.state, actions: [...actions, ...after.actions] }
}

/** What belongs on disk in this state. */
export function keptOf(state: State): Kept {
  const { setup, incoming, current, previous, proven, begun, interval_s, paused } = state
  const last_good = proven ? current : (previous ?? current)
  return {
    format: 1,
    platform_url: setup.platform_url,
    agent_id: setup.agent_id,
    issuer: setup.issuer,
    workspace_id: (incoming ?? current)?.workspace_id ?? setup.workspace_id,
    current: incoming ?? current,
    previous: incoming ? last_good : previous,
    begun,
    heartbeat_interval: interval_s,
    asked_interval: setup.asked_interval,
    paused,
  }
}
