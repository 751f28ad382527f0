import { useCommands, type Command, type Installation } from '../../../api/installations.ts'
import { QueryBoundary, Skeleton } from '../../../parts/feedback/query-boundary.tsx'
import { Badge, type Tone } from '../../../parts/badge.tsx'
import { Countdown, Time } from '../../../parts/text/time.tsx'
import { Panel } from '../../../parts/layout/page.tsx'
import { Table } from '../../../parts/tables/table.tsx'
import { HighlightChange } from '../../../parts/feedback/highlight-change.tsx'
import { commandTitle } from './command-menu.tsx'

const TONES: Readonly<Record<Command['status'], Tone>> = {
  waiting: 'info',
  acknowledged: 'good',
  expired: 'idle',
}
const titleOf = ({ type, params: { heartbeat_interval_seconds } }: Command) =>
  commandTitle(type) +
  (heartbeat_interval_seconds === undefined ? '' : ` to ${heartbeat_interval_seconds} s`)

/** Lists the commands of an installation with their live status. */
export const CommandList = ({
  installation: { installation_id },
}: {
  installation: Installation
}) => (
  <Panel
    title="Commands"
    note="Heartbeat responses repeat a command until the agent acknowledges it, it expires or another one replaces it."
  >
    <QueryBoundary query={useCommands(installation_id)} fallback={<Skeleton lines={3} />}>
      {({ items }) =>
        items.length === 0 ? (
          <p class="muted">No commands have been sent yet.</p>
        ) : (
          <Table
            label="Commands"
            rows={items}
            keyOf={({ command_id }) => command_id}
            columns={[
              { name: 'Command', lead: true, cell: (command) => titleOf(command) },
              {
                name: 'State',
                cell: ({ status }) => (
                  <HighlightChange value={status}>
                    <Badge tone={TONES[status]}>{status}</Badge>
                  </HighlightChange>
                ),
              },
              {
                name: 'Outcome',
                cell: (command) => (
                  <CommandOutcome command={command} superseded={isSuperseded(command, items)} />
                ),
              },
              { name: 'Sent', cell: ({ issued_at }) => <Time at={issued_at} /> },
              { name: 'Reason', cell: ({ reason }) => reason || <span class="muted">none</span> },
            ]}
          />
        )
      }
    </QueryBoundary>
  </Panel>
)

/** Returns whether the agent no longer receives a waiting command, because `terminate` is sent before all others. */
const isSuperseded = ({ type, status }: Command, all: readonly Command[]): boolean =>
  type !== 'terminate' &&
  status === 'waiting' &&
  all.some((other) => other.type === 'terminate' && other.status === 'waiting')

function CommandOutcome({
  command: { status, expires_at, acknowledged_at, acknowledgement },
  superseded,
}: {
  command: Command
  superseded: boolean
}) {
  if (superseded) return <span class="muted">superseded by terminate</span>
  if (status === 'waiting')
    return (
      <span>
        expires in <Countdown until={expires_at} expiredText="0:00" />
      </span>
    )
  if (status === 'expired') return <span class="muted">not acknowledged in time, or replaced</span>
  return (
    <span>
      {acknowledgement?.status ?? 'done'} <Time at={acknowledged_at} />
      {acknowledgement?.message && `: ${acknowledgement.message}`}
    </span>
  )
}
