import { useCommands, type Command } from '../../api/fleet-commands.ts'
import type { Installation } from '../../api/fleet.ts'
import { Asked } from '../../parts/asked.tsx'
import { Badge, type Tone } from '../../parts/badge.tsx'
import { Countdown } from '../../parts/countdown.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { Changed } from './changed.tsx'
import { wordsOf } from './command-kinds.ts'

const TONES: Readonly<Record<Command['status'], Tone>> = {
  waiting: 'info',
  acknowledged: 'good',
  expired: 'idle',
}
const titleOf = ({ type, params: { heartbeat_interval_seconds } }: Command) =>
  wordsOf(type) +
  (heartbeat_interval_seconds === undefined ? '' : ` to ${heartbeat_interval_seconds} s`)

/** What the installation was told, followed until the agent says that it heard. */
export const Commands = ({ installation: { installation_id } }: { installation: Installation }) => (
  <Panel
    title="Commands"
    note="The next heartbeat fetches a command; it is repeated until the agent acknowledges it."
  >
    <Asked query={useCommands(installation_id)} as={<Skeleton lines={3} />}>
      {({ items }) =>
        items.length === 0 ? (
          <p class="muted">Nothing was asked of this installation yet.</p>
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
                  <Changed of={status}>
                    <Badge tone={TONES[status]}>{status}</Badge>
                  </Changed>
                ),
              },
              { name: 'What became of it', cell: (command) => <Outcome of={command} /> },
              { name: 'Given', cell: ({ issued_at }) => <Time at={issued_at} /> },
              { name: 'Reason', cell: ({ reason }) => reason || <span class="muted">none</span> },
            ]}
          />
        )
      }
    </Asked>
  </Panel>
)

function Outcome({
  of: { status, expires_at, acknowledged_at, acknowledgement },
}: {
  of: Command
}) {
  if (status === 'waiting')
    return (
      <span>
        repeated for another <Countdown until={expires_at} over="moment" />
      </span>
    )
  if (status === 'expired') return <span class="muted">not heard in time, or replaced</span>
  return (
    <span>
      {acknowledgement?.status ?? 'done'} <Time at={acknowledged_at} />
      {acknowledgement?.message && `: ${acknowledgement.message}`}
    </span>
  )
}
