import type { Installation } from '../../../api/installations.ts'
import { Countdown, Time } from '../../../parts/text/time.tsx'
import { HighlightChange } from '../../../parts/feedback/highlight-change.tsx'
import { isOperative, InstallationState, Lease } from '../state.tsx'

const nextHeartbeatAt = ({ last_seen_at, heartbeat_interval }: Installation) =>
  new Date(Date.parse(last_seen_at) + heartbeat_interval * 1000).toISOString()

/** Summarizes the state of an installation, and explains problems. */
export const StatusSummary = ({ installation }: { installation: Installation }) => (
  <>
    <EndedNotice installation={installation} />
    <OfflineNotice installation={installation} />
    <dl class="status-summary sheet">
      <div>
        <dt>State</dt>
        <dd>
          <InstallationState installation={installation} />
        </dd>
      </div>
      <div>
        <dt>Lease</dt>
        <dd>
          <Lease installation={installation} />
        </dd>
      </div>
      <div>
        <dt>Last seen</dt>
        <dd>
          <Time at={installation.last_seen_at} />
        </dd>
      </div>
      {installation.unreached_at !== undefined && (
        <div>
          <dt>Last unreachable</dt>
          <dd>
            <Time at={installation.unreached_at} />
          </dd>
        </div>
      )}
      <div>
        <dt>Next heartbeat</dt>
        <dd>
          {isOperative(installation) && installation.health !== 'stopped' ? (
            <Countdown until={nextHeartbeatAt(installation)} expiredText="due" />
          ) : (
            <span class="muted">none</span>
          )}
        </dd>
      </div>
      <div>
        <dt>Reported status</dt>
        <dd>
          <HighlightChange value={installation.status ?? ''}>
            {installation.status ?? <span class="muted">none</span>}
          </HighlightChange>
        </dd>
      </div>
    </dl>
  </>
)

/**
 * Explains how an installation ended. Until the deadline, heartbeats of a revoked installation are accepted, so that the agent can finish
 * its work; afterwards they are rejected too.
 */
function EndedNotice({
  installation: { lifecycle, revoked_at, revoke_reason, command, health },
}: {
  installation: Installation
}) {
  if (lifecycle === 'terminated')
    return <p class="notice">The agent terminated on command. It can be installed again.</p>
  if (lifecycle !== 'revoked') return null
  const deadline =
    command?.type === 'terminate' && command.status === 'waiting' ? command.expires_at : undefined
  return (
    <div class="notice bad" role="status">
      <p>
        <strong>Revoked</strong> <Time at={revoked_at} />
        {revoke_reason ? `: ${revoke_reason}` : ' (no reason given)'}
      </p>
      {deadline !== undefined && (
        <p>
          The agent has <Countdown until={deadline} expiredText="0:00" /> left to finish and
          acknowledge.
        </p>
      )}
      {deadline === undefined && (
        <p>
          {health === 'stopped'
            ? 'The agent has stopped.'
            : 'The deadline has passed; heartbeats are rejected.'}
        </p>
      )}
    </div>
  )
}

/** Explains missing heartbeats. The registry cannot distinguish the causes. */
function OfflineNotice({ installation }: { installation: Installation }) {
  if (!isOperative(installation) || installation.health !== 'offline') return null
  return (
    <div class="notice warn" role="status">
      <p>
        <strong>No recent heartbeat.</strong> The process or its network is down, or the agent is
        running in degraded mode without valid credentials.
      </p>
      <p>
        Run <code>svc-agent status</code> on its machine to find the cause. If the credentials are
        valid, restart the agent. Otherwise start it with an API key (<code>SVC_API_KEY</code>),
        with which it recovers this installation, or install it again with a new install token.
      </p>
    </div>
  )
}
