import { useNewestImages } from '../../api/agents.ts'
import type { Image } from '../../api/images.ts'
import { QueryBoundary } from '../../parts/feedback/query-boundary.tsx'
import { Badge, type Tone } from '../../parts/badges/badge.tsx'
import { Panel } from '../../parts/layout/panel.tsx'
import { Skeleton } from '../../parts/feedback/skeleton.tsx'
import { Table, type Column } from '../../parts/tables/table.tsx'
import { Time } from '../../parts/time/time.tsx'
import { useOrganization } from '../../shell/current-user.tsx'
import { pageUrl } from '../../urls.ts'

/** Returns a summary of the most severe findings of a scan. */
function worstFinding({ last_scan: { status, summary } }: Image): readonly [Tone, string] {
  if (!summary) return [status === 'failed' ? 'bad' : 'info', status.replaceAll('_', ' ')]
  if (summary.critical > 0) return ['bad', `${summary.critical} critical`]
  if (summary.high > 0) return ['warn', `${summary.high} high`]
  return status === 'completed'
    ? ['good', 'no serious findings']
    : ['idle', status.replaceAll('_', ' ')]
}

const COLUMNS: readonly Column<Image>[] = [
  { name: 'Image', lead: true, cell: ({ ref }) => <code>{ref}</code> },
  {
    name: 'Latest scan',
    cell: (image) => {
      const [tone, text] = worstFinding(image)
      return <Badge tone={tone}>{text}</Badge>
    },
  },
  {
    name: 'When',
    cell: ({ last_scan: { finished_at, requested_at } }) => (
      <Time at={finished_at ?? requested_at} />
    ),
  },
]

/** Lists images of the organization. Images belong to no particular agent, so they are shown for each agent of the organization. */
export function ScannedImages() {
  const { organization_id } = useOrganization()
  const images = useNewestImages(organization_id)
  return (
    <Panel
      title="Images and scans"
      note="of your organization"
      actions={<a href={pageUrl('images')}>All</a>}
    >
      <QueryBoundary query={images} fallback={<Skeleton lines={2} />}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="muted">No images have been scanned yet.</p>
          ) : (
            <Table label="Images" rows={items} columns={COLUMNS} keyOf={({ ref }) => ref} />
          )
        }
      </QueryBoundary>
    </Panel>
  )
}
