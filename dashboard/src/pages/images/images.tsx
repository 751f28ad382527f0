import { useLocation } from 'preact-iso'
import { useState } from 'preact/hooks'
import { useImages } from '../../api/images.ts'
import { Asked } from '../../parts/asked.tsx'
import { Button } from '../../parts/button.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Page } from '../../parts/page.tsx'
import { Pager, usePaging } from '../../parts/pager.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useOrganization } from '../../shell/organization.tsx'
import { List } from './list.tsx'
import { ReportPage } from './report.tsx'
import { ScanDialog } from './scan.tsx'
import './images.css'

export default function Images() {
  const ref = useLocation().query['ref']
  return ref === undefined ? <AllImages /> : <ReportPage key={ref} image_ref={ref} />
}

function AllImages() {
  const { organization_id } = useOrganization()
  const paging = usePaging()
  const images = useImages(organization_id, paging.cursor)
  const [scanning, setScanning] = useState(false)
  const scan = (
    <Button look="primary" onClick={() => setScanning(true)}>
      Scan an image
    </Button>
  )
  return (
    <Page
      title="Images"
      lead="Container images that agents run in, and what scans found in them."
      actions={scan}
    >
      <Asked query={images} as={<Skeleton of="rows" lines={6} />}>
        {({ items, total, next_cursor }) =>
          items.length === 0 ? (
            <Empty title="No image was scanned yet" actions={scan}>
              A scan reads an image in its registry, lists its packages, compares them with
              vulnerability data and looks for secrets and careless settings.
            </Empty>
          ) : (
            <div class="stack">
              <List images={items} />
              <Pager paging={paging} next_cursor={next_cursor} shown={items.length} total={total} />
            </div>
          )
        }
      </Asked>
      {scanning && <ScanDialog onClose={() => setScanning(false)} />}
    </Page>
  )
}
