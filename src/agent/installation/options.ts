import type { AgentLogger } from '../definition.ts'
import type { InstallationLink } from './installation-link.ts'
import type { CommandHandler } from './run-command.ts'
import type { MonotonicClock } from '../clock.ts'
import type { Disk } from './credentials-file.ts'
import type { Credentials } from './credentials.ts'
import type { Mode } from './state.ts'
import type { Fetch } from './platform-client.ts'

export interface InstallationOptions {
  /** Address of the platform's API, such as `https://agents.example.com/api/v1`. */
  readonly platform_url: string
  readonly credentials_file: string
  /** The agent's `svc_id`. */
  readonly agent_id: string
  /** The name under which the platform signs. Defaults to the one in the credentials file, else the address without `/api/v1`. */
  readonly issuer?: string | undefined
  /**
   * Required for recovery, and for the workspace's policy if the platform names no workspace when it issues credentials. Defaults to the
   * one in the credentials file.
   */
  readonly workspace_id?: string | undefined
  /** `skt_...`, used once, on the first start. */
  readonly install_token?: string | undefined
  /** `sk_live_...`. If it is given, the installation recovers automatically when its credentials are refused. */
  readonly api_key?: string | undefined
  /**
   * For a process that installs an agent but does not serve it: a refused install token leads to degraded mode even if there are
   * credentials.
   */
  readonly installs_only?: boolean | undefined
  readonly upstream_url?: string | undefined
  readonly capabilities?: readonly string[] | undefined
  readonly heartbeat_interval_seconds?: number | undefined
  readonly logger: AgentLogger
  /**
   * Runs the organization's commands. A terminate command is acknowledged once this has resolved or four fifths of its time limit have
   * passed.
   */
  readonly onCommand?: CommandHandler | undefined
  /** Called when the installation has ended: `stopped`, `terminated`, `installation_revoked` or `installation_terminated`. */
  readonly onEnded?: ((reason: string) => void) | undefined
  /** Returns the health payload of heartbeats. */
  readonly health?: (() => object) | undefined
  readonly clock?: MonotonicClock | undefined
  /** A random number in [0, 1). */
  readonly random?: (() => number) | undefined
  readonly fetch?: Fetch | undefined
  readonly disk?: Disk | undefined
  readonly timeout_ms?: number | undefined
  readonly attempts_per_minute?: number | undefined
}

export interface InstallationStatus {
  readonly mode: Mode
  /** Why the installation is degraded or stopped; empty while running. */
  readonly reason: string
  readonly paused: boolean
  readonly installation_id: string | null
  readonly lease_expires_at: string | null
  /** Requests that have failed since the lease was last renewed. */
  readonly failures: number
  /** Whether the credentials file is up to date. */
  readonly stored: boolean
}

export interface Installation {
  mode(): Mode
  status(): InstallationStatus
  credentials(): Credentials | null
  readonly link: InstallationLink
  /** Sends a heartbeat now, and every request that follows from its response. Resolves with true if the lease was renewed. */
  sendHeartbeat(): Promise<boolean>
  /** Resolves when no request or write is in progress and none is due. */
  settled(): Promise<void>
  /** Reports with a final heartbeat that the agent has stopped, and waits for the response at most 5 seconds. */
  stop(): Promise<void>
}
