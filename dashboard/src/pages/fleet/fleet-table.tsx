import type { Installation } from '../../api/fleet.ts'
import { Attested } from '../../parts/attested.tsx'
import { Badge } from '../../parts/badge.tsx'
import { Id } from '../../parts/id.tsx'
import { Table, type Column } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { to } from '../../to.ts'
import { nameOf } from './called.ts'
import { Changed } from './changed.tsx'
import { State } from './health.tsx'
import { Lease } from './lease.tsx'

const hrefOf = ({ installation_id }: Installation) => to('installation', { installation_id })

const COLUMNS: readonly Column<Installation>[] = [
  { name: 'Agent', lead: true, cell: (one) => <a href={hrefOf(one)}>{nameOf(one)}</a> },
  { name: 'State', cell: (one) => <State of={one} /> },
  { name: 'Lease', cell: (one) => <Lease of={one} /> },
  {
    name: 'Agent’s key',
    cell: ({ attested_at }) => <Attested attested={attested_at !== undefined} />,
  },
  { name: 'Last heard', cell: ({ last_seen_at }) => <Time at={last_seen_at} /> },
  {
    name: 'Command',
    cell: ({ command }) => (
      <Changed of={command ? command.command_id : ''}>
        {command ? (
          <Badge tone="info">{command.type.replaceAll('_', ' ')} waits</Badge>
        ) : (
          <span class="muted">none</span>
        )}
      </Changed>
    ),
  },
  {
    name: 'Installation',
    cell: ({ installation_id }) => <Id value={installation_id} of="installation id" />,
  },
]

interface Props {
  readonly items: readonly Installation[]
  readonly chosen?: ReadonlySet<string>
  readonly onChoose?: (chosen: ReadonlySet<string>) => void
}

export const FleetTable = ({ items, chosen, onChoose }: Props) => (
  <Table
    label="Installations"
    rows={items}
    keyOf={({ installation_id }) => installation_id}
    columns={COLUMNS}
    href={hrefOf}
    chosen={chosen}
    onChoose={onChoose}
  />
)
