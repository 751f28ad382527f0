import type { Image } from '../../api/images.ts'
import { Table, type Column } from '../../parts/tables/table.tsx'
import { Time } from '../../parts/time/time.tsx'
import { pageUrl } from '../../urls.ts'
import { ScanBadge, SeverityCounts, formatMegabytes } from './labels.tsx'

const hrefOf = ({ ref }: Image) => pageUrl('images', {}, { ref })
const COLUMNS: readonly Column<Image>[] = [
  {
    name: 'Image',
    lead: true,
    cell: (image) => (
      <a href={hrefOf(image)}>
        <code class="ref">{image.ref}</code>
      </a>
    ),
  },
  { name: 'Latest scan', cell: ({ last_scan }) => <ScanBadge status={last_scan.status} /> },
  { name: 'Findings', cell: ({ last_scan }) => <SeverityCounts summary={last_scan.summary} /> },
  {
    name: 'Size',
    align: 'end',
    cell: ({ size_bytes }) =>
      size_bytes === undefined ? <span class="muted">–</span> : formatMegabytes(size_bytes),
  },
  {
    name: 'Scanned',
    align: 'end',
    cell: ({ last_scan }) => <Time at={last_scan.finished_at ?? last_scan.requested_at} />,
  },
]

export const ImageTable = ({ images }: { images: readonly Image[] }) => (
  <Table label="Images" rows={images} columns={COLUMNS} keyOf={({ ref }) => ref} href={hrefOf} />
)
