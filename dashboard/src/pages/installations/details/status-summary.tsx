import type { Installation } from '../../../api/installations.ts'
import { Countdown } from '../../../parts/time/countdown.tsx'
import { useServerNow } from '../../../parts/time/moments.ts'
import { Time } from '../../../parts/time/time.tsx'
import { HighlightChange } from '../../../parts/feedback/highlight-change.tsx'
import { healthAt, isOperative, InstallationState } from '../state.tsx'
import { Lease } from '../lease.tsx'

const nextHeartbeatAt = ({ last_seen_at, heartbeat_interval }: Installation) =>
  new Date(Date.parse(last_seen_at) + heartbeat_interval * 1000).toISOString()

/** The installation at a glance, and what is the matter where something is. */
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
        <dt>Last heard</dt>
        <dd>
          <Time at={installation.last_seen_at} />
        </dd>
      </div>
      {installation.unreached_at !== undefined && (
        <div>
          <dt>Not reached by a task</dt>
          <dd>
            <Time at={installation.unreached_at} />
          </dd>
        </div>
      )}
      <div>
        <dt>Next heartbeat</dt>
        <dd>
          {isOperative(installation) && installation.health !== 'stopped' ? (
            <Countdown until={nextHeartbeatAt(installation)} afterwards="due" />
          ) : (
            <span class="muted">none</span>
          )}
        </dd>
      </div>
      <div>
        <dt>Says about itself</dt>
        <dd>
          <HighlightChange value={installation.status ?? ''}>
            {installation.status ?? <span class="muted">nothing</span>}
          </HighlightChange>
        </dd>
      </div>
    </dl>
  </>
)

/** Until the deadline the agent may finish; then nothing it sends is answered. */
function EndedNotice({
  installation: { lifecycle, revoked_at, revoke_reason, command, health },
}: {
  installation: Installation
}) {
  if (lifecycle === 'terminated')
    return (
      <p class="notice">
        This agent was told to terminate and has done so. It can be installed again.
      </p>
    )
  if (lifecycle !== 'revoked') return null
  const deadline =
    command?.type === 'terminate' && command.status === 'waiting' ? command.expires_at : undefined
  return (
    <div class="notice bad" role="status">
      <p>
        <strong>Revoked</strong> <Time at={revoked_at} />
        {revoke_reason ? `: ${revoke_reason}` : ', without a reason.'}
      </p>
      {deadline !== undefined && (
        <p>
          The agent has <Countdown until={deadline} afterwards="no time" /> left to finish and to
          say that it heard.
        </p>
      )}
      {deadline === undefined && (
        <p>
          {health === 'stopped'
            ? 'The agent has said that it stopped.'
            : 'The time to finish is over; heartbeats are refused.'}
        </p>
      )}
    </div>
  )
}

/** What silence means: from here nobody can tell which of them it is. */
function OfflineNotice({ installation }: { installation: Installation }) {
  const health = healthAt(installation, useServerNow())
  if (!isOperative(installation) || health !== 'offline') return null
  return (
    <div class="notice warn" role="status">
      <p>
        <strong>No heartbeat in time.</strong> The process or its network is down, or the agent runs
        in degraded mode: it serves on, but without credentials that work.
      </p>
      <p>
        <code>svc-agent status</code> on its machine tells which. A restart helps where credentials
        are sound; otherwise it takes a new install token.
      </p>
    </div>
  )
}
