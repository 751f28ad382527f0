import { useLocation } from 'preact-iso'
import { useState } from 'preact/hooks'
import { useImages } from '../../api/images.ts'
import { QueryBoundary } from '../../parts/feedback/query-boundary.tsx'
import { Button } from '../../parts/forms/button.tsx'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { Pager, usePaging } from '../../parts/tables/pager.tsx'
import { Skeleton } from '../../parts/feedback/skeleton.tsx'
import { useOrganization } from '../../shell/current-user.tsx'
import { ImageTable } from './image-table.tsx'
import { ScanReportPage } from './scan-report.tsx'
import { ScanDialog } from './scan-dialog.tsx'
import './images.css'

export default function Images() {
  const ref = useLocation().query['ref']
  return ref === undefined ? <AllImages /> : <ScanReportPage key={ref} image_ref={ref} />
}

function AllImages() {
  const { organization_id } = useOrganization()
  const paging = usePaging()
  const images = useImages(organization_id, paging.cursor)
  const [scanning, setScanning] = useState(false)
  const scan = (
    <Button variant="primary" onClick={() => setScanning(true)}>
      Scan an image
    </Button>
  )
  return (
    <Page
      title="Images"
      lead="Container images of agents, and the findings of their scans."
      actions={scan}
    >
      <QueryBoundary query={images} fallback={<Skeleton variant="rows" lines={6} />}>
        {({ items, total, next_cursor }) =>
          items.length === 0 ? (
            <EmptyState title="No images have been scanned yet" actions={scan}>
              A scan reads an image from its registry, lists its packages, compares them with
              vulnerability data, and searches for secrets and insecure settings.
            </EmptyState>
          ) : (
            <div class="stack">
              <ImageTable images={items} />
              <Pager paging={paging} next_cursor={next_cursor} shown={items.length} total={total} />
            </div>
          )
        }
      </QueryBoundary>
      {scanning && <ScanDialog onClose={() => setScanning(false)} />}
    </Page>
  )
}
