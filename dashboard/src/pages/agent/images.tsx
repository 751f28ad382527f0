import { useNewestImages } from '../../api/agent.ts'
import type { Image } from '../../api/images.ts'
import { Asked } from '../../parts/asked.tsx'
import { Badge, type Tone } from '../../parts/badge.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Table, type Column } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { useOrganization } from '../../shell/organization.tsx'
import { to } from '../../to.ts'

/** The worst that a scan has found, in a word. */
function worst({ last_scan: { status, summary } }: Image): readonly [Tone, string] {
  if (!summary) return [status === 'failed' ? 'bad' : 'info', status.replaceAll('_', ' ')]
  if (summary.critical > 0) return ['bad', `${summary.critical} critical`]
  if (summary.high > 0) return ['warn', `${summary.high} high`]
  return status === 'completed'
    ? ['good', 'nothing serious']
    : ['idle', status.replaceAll('_', ' ')]
}

const COLUMNS: readonly Column<Image>[] = [
  { name: 'Image', lead: true, cell: ({ ref }) => <code>{ref}</code> },
  {
    name: 'Latest scan',
    cell: (image) => {
      const [tone, word] = worst(image)
      return <Badge tone={tone}>{word}</Badge>
    },
  },
  {
    name: 'When',
    cell: ({ last_scan: { finished_at, requested_at } }) => (
      <Time at={finished_at ?? requested_at} />
    ),
  },
]

/** Images belong to an organization and not to one of its agents, so these stand on the pages of the viewer's own agents. */
export function Images() {
  const { organization_id } = useOrganization()
  const images = useNewestImages(organization_id)
  return (
    <Panel
      title="Images and scans"
      note="of your organization"
      actions={<a href={to('images')}>All</a>}
    >
      <Asked query={images} as={<Skeleton lines={2} />}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="muted">No image was scanned yet.</p>
          ) : (
            <Table label="Images" rows={items} columns={COLUMNS} keyOf={({ ref }) => ref} />
          )
        }
      </Asked>
    </Panel>
  )
}
