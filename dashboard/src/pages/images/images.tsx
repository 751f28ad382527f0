import { useLocation } from 'preact-iso'
import { useState } from 'preact/hooks'
import { useImages, useScan, type Image } from '../../api/images.ts'
import { EmptyState } from '../../parts/feedback/query-boundary.tsx'
import { Button } from '../../parts/forms/button.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { PagedList } from '../../parts/tables/paged-list.tsx'
import { usePaging } from '../../parts/tables/pager.tsx'
import { useOrganization, usePermission } from '../../shell/current-user.tsx'
import { ScanReportPage } from './scan-report.tsx'
import { Table, type Column } from '../../parts/tables/table.tsx'
import { Time } from '../../parts/text/time.tsx'
import { pageUrl } from '../../urls.ts'
import { ScanBadge, SeverityCounts, formatMegabytes } from './scan-badge.tsx'
import { TextField } from '../../parts/forms/field.tsx'
import { textOf } from '../../parts/forms/form.tsx'
import { FormDialog } from '../../parts/forms/form-dialog.tsx'
import './images.css'

export default function Images() {
  const ref = useLocation().query['ref']
  return ref === undefined ? <AllImages /> : <ScanReportPage key={ref} image_ref={ref} />
}

function AllImages() {
  const { organization_id } = useOrganization()
  const paging = usePaging()
  const images = useImages({ organization_id, cursor: paging.cursor })
  const [scanning, setScanning] = useState(false)
  const scan = usePermission('images:scan') && (
    <Button variant="primary" onClick={() => setScanning(true)}>
      Scan an image
    </Button>
  )
  return (
    <Page
      title="Images"
      lead="Container images of agents, and the findings of their latest scans."
      actions={scan}
    >
      <PagedList
        query={images}
        paging={paging}
        noun="images"
        lines={6}
        empty={
          <EmptyState title="No images have been scanned yet" actions={scan}>
            A scan reads an image from its image registry, lists its packages, checks them against
            vulnerability data, and searches for secrets and insecure settings.
          </EmptyState>
        }
      >
        {(items) => <ImageTable images={items} />}
      </PagedList>
      {scanning && <ScanDialog onClose={() => setScanning(false)} />}
    </Page>
  )
}

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

/** Requests the scan of an image and opens its report. */
function ScanDialog({ onClose }: { onClose: () => void }) {
  const scan = useScan(useOrganization().organization_id)
  const { route } = useLocation()
  const submit = (values: FormData) =>
    scan.mutate(textOf(values, 'image_ref'), {
      onSuccess: ({ ref }) => route(pageUrl('images', {}, { ref })),
    })
  return (
    <FormDialog
      title="Scan an image"
      action="Scan"
      error={scan.error}
      pending={scan.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Image"
        name="image_ref"
        class="mono"
        maxLength={500}
        autoFocus
        autoComplete="off"
        spellcheck={false}
        placeholder="acme/invoice-reader:1.4.0"
        hint="organization/name:tag. Put the host of the image registry first unless it is the default."
      />
    </FormDialog>
  )
}
