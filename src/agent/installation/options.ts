import type { AgentLogger } from '../definition.ts'
import type { InstallationLink } from './platform-link.ts'
import type { CommandHandler } from './carry-out.ts'
import type { MonotonicClock } from './clock.ts'
import type { Disk } from './credentials-file.ts'
import type { Credentials } from './credentials.ts'
import type { Mode } from './machine.ts'
import type { Fetch } from './platform-client.ts'

export interface InstallationOptions {
  /** Address of the platform's API, as `https://agents.example.com/api/v1`. */
  readonly platform_url: string
  readonly credentials_file: string
  /** The agent's `svc_id`. */
  readonly agent_id: string
  /** The name under which the platform signs; the one in the credentials file unless set, else its address without `/api/v1`. */
  readonly issuer?: string | undefined
  /** Needed for recovery, and to read the workspace's policy; taken from the credentials file when it is known there. */
  readonly workspace_id?: string | undefined
  /** `skt_...`: used once, for the first start. */
  readonly install_token?: string | undefined
  /** `sk_live_...`: with it an installation whose credentials are dead recovers by itself. */
  readonly api_key?: string | undefined
  /** A refused install token ends in degraded mode though there are credentials: for a process that installs and does not serve. */
  readonly installs_only?: boolean | undefined
  readonly upstream_url?: string | undefined
  readonly capabilities?: readonly string[] | undefined
  readonly heartbeat_interval_seconds?: number | undefined
  readonly logger: AgentLogger
  /** Does what the organization asks. A terminate is acknowledged when this has resolved, or when its time is up. */
  readonly onCommand?: CommandHandler | undefined
  /** The installation is over, and why: `stopped`, `terminated`, `installation_revoked` or `installation_terminated`. */
  readonly onEnded?: ((reason: string) => void) | undefined
  /** What a heartbeat tells about the agent. */
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
  /** Why it is degraded or stopped; empty while running. */
  readonly reason: string
  readonly paused: boolean
  readonly installation_id: string | null
  readonly lease_expires_at: string | null
  /** Requests that failed since the last lease. */
  readonly failures: number
  /** Everything that should be on disk is. */
  readonly stored: boolean
}

export interface Installation {
  mode(): Mode
  status(): InstallationStatus
  credentials(): Credentials | null
  readonly link: InstallationLink
  /** Sends a heartbeat now, and whatever follows from its answer. Resolves when nothing is on its way; says whether the lease holds. */
  beat(): Promise<boolean>
  /** Resolves when nothing is on its way. */
  settled(): Promise<void>
  /** Ends the lease with a last heartbeat, for which it waits a few seconds at most. */
  stop(): Promise<void>
}
