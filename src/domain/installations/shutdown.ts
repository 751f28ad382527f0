import { DEFAULT_SHUTDOWN_MS, MAX_SHUTDOWN_MS } from '../limits.ts'
import { isOperative, type Installation } from './installation.ts'

/** How long a revoked installation may take to shut down. */
interface ShutdownTimes {
  /** Milliseconds from the revocation until its heartbeats are refused. */
  readonly until_deadline_ms: number
  /** Milliseconds that the `terminate` command allows its agent, counted from the heartbeat that receives the command. */
  readonly for_agent_ms: number
}

/**
 * Returns how long a revoked installation may take to shut down. If the request does not state a time, the default time begins no later
 * than when the next heartbeat is due, so that every live agent learns of the revocation, however rarely it sends heartbeats
 * (docs/specification/installations.md#revoke-leases).
 */
export function shutdownTimes(
  installation: Pick<Installation, 'lifecycle' | 'heartbeat_interval'>,
  requested_ms: number | undefined,
): ShutdownTimes {
  const for_agent_ms = Math.min(requested_ms ?? DEFAULT_SHUTDOWN_MS, MAX_SHUTDOWN_MS)
  if (!isOperative(installation)) return { until_deadline_ms: 0, for_agent_ms }
  return {
    until_deadline_ms:
      requested_ms === undefined
        ? installation.heartbeat_interval * 1000 + DEFAULT_SHUTDOWN_MS
        : for_agent_ms,
    for_agent_ms,
  }
}
