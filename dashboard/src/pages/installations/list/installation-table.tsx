import type { Installation } from '../../../api/installations.ts'
import { AttestationBadge } from '../../../parts/badges/attestation.tsx'
import { Badge } from '../../../parts/badges/badge.tsx'
import { Id } from '../../../parts/text/id.tsx'
import { Table, type Column } from '../../../parts/tables/table.tsx'
import { Time } from '../../../parts/time/time.tsx'
import { pageUrl } from '../../../urls.ts'
import { installationName } from '../names.ts'
import { HighlightChange } from '../../../parts/feedback/highlight-change.tsx'
import { InstallationState } from '../state.tsx'
import { Lease } from '../lease.tsx'

const hrefOf = ({ installation_id }: Installation) => pageUrl('installation', { installation_id })

const COLUMNS: readonly Column<Installation>[] = [
  { name: 'Agent', lead: true, cell: (one) => <a href={hrefOf(one)}>{installationName(one)}</a> },
  { name: 'State', cell: (one) => <InstallationState installation={one} /> },
  { name: 'Lease', cell: (one) => <Lease installation={one} /> },
  {
    name: 'Agent’s key',
    cell: ({ attested_at }) => <AttestationBadge attested={attested_at !== undefined} />,
  },
  { name: 'Last heartbeat', cell: ({ last_seen_at }) => <Time at={last_seen_at} /> },
  {
    name: 'Command',
    cell: ({ command }) => (
      <HighlightChange value={command ? command.command_id : ''}>
        {command ? (
          <Badge tone="info">{command.type.replaceAll('_', ' ')} pending</Badge>
        ) : (
          <span class="muted">none</span>
        )}
      </HighlightChange>
    ),
  },
  {
    name: 'Installation',
    cell: ({ installation_id }) => <Id value={installation_id} label="installation id" />,
  },
]

interface Props {
  readonly items: readonly Installation[]
  readonly chosen?: ReadonlySet<string>
  readonly onChoose?: (chosen: ReadonlySet<string>) => void
}

export const InstallationTable = ({ items, chosen, onChoose }: Props) => (
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
