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

/** The worst that a scan has found, in a word. */
function worstFinding({ last_scan: { status, summary } }: Image): readonly [Tone, string] {
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
      const [tone, word] = worstFinding(image)
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
            <p class="muted">No image was scanned yet.</p>
          ) : (
            <Table label="Images" rows={items} columns={COLUMNS} keyOf={({ ref }) => ref} />
          )
        }
      </QueryBoundary>
    </Panel>
  )
}
