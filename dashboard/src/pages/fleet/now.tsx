import type { Installation } from '../../api/fleet.ts'
import { Countdown } from '../../parts/countdown.tsx'
import { useNow } from '../../parts/moments.ts'
import { Time } from '../../parts/time.tsx'
import { Changed } from './changed.tsx'
import { healthAt, isLive, State } from './health.tsx'
import { Lease } from './lease.tsx'

const next = ({ last_seen_at, heartbeat_interval }: Installation) =>
  new Date(Date.parse(last_seen_at) + heartbeat_interval * 1000).toISOString()

/** The installation at a glance, and what is the matter where something is. */
export const Now = ({ of }: { of: Installation }) => (
  <>
    <Ended of={of} />
    <Silent of={of} />
    <dl class="glance sheet">
      <div>
        <dt>State</dt>
        <dd>
          <State of={of} />
        </dd>
      </div>
      <div>
        <dt>Lease</dt>
        <dd>
          <Lease of={of} />
        </dd>
      </div>
      <div>
        <dt>Last heard</dt>
        <dd>
          <Time at={of.last_seen_at} />
        </dd>
      </div>
      {of.unreached_at !== undefined && (
        <div>
          <dt>Not reached by a task</dt>
          <dd>
            <Time at={of.unreached_at} />
          </dd>
        </div>
      )}
      <div>
        <dt>Next heartbeat</dt>
        <dd>
          {isLive(of) && of.health !== 'stopped' ? (
            <Countdown until={next(of)} over="due" />
          ) : (
            <span class="muted">none</span>
          )}
        </dd>
      </div>
      <div>
        <dt>Says about itself</dt>
        <dd>
          <Changed of={of.status ?? ''}>{of.status ?? <span class="muted">nothing</span>}</Changed>
        </dd>
      </div>
    </dl>
  </>
)

/** Until the deadline the agent may finish; then nothing it sends is answered. */
function Ended({
  of: { lifecycle, revoked_at, revoke_reason, command, health },
}: {
  of: Installation
}) {
  if (lifecycle === 'terminated')
    return (
      <p class="notice">
        This agent was told to terminate and has done so. It can be installed again.
      </p>
    )
  if (lifecycle !== 'revoked') return null
  const waits =
    command?.type === 'terminate' && command.status === 'waiting' ? command.expires_at : undefined
  return (
    <div class="notice bad" role="status">
      <p>
        <strong>Revoked</strong> <Time at={revoked_at} />
        {revoke_reason ? `: ${revoke_reason}` : ', without a reason.'}
      </p>
      {waits !== undefined && (
        <p>
          The agent has <Countdown until={waits} over="no time" /> left to finish and to say that it
          heard.
        </p>
      )}
      {waits === undefined && (
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
function Silent({ of }: { of: Installation }) {
  const health = healthAt(of, useNow())
  if (!isLive(of) || health !== 'offline') return null
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
