import { isScanning, useSbom, useScan, useScanReport, type ScanReport } from '../../api/images.ts'
import { QueryBoundary } from '../../parts/feedback/query-boundary.tsx'
import { Button } from '../../parts/forms/button.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { downloadText } from '../../parts/text/download.ts'
import { Skeleton } from '../../parts/feedback/skeleton.tsx'
import { useOrganization } from '../../shell/current-user.tsx'
import { toast } from '../../parts/feedback/toasts.tsx'
import { pageUrl } from '../../urls.ts'
import { Findings } from './findings.tsx'
import { Coverage, ScanSummary } from './summary.tsx'

const CRUMBS = [{ title: 'Images', href: pageUrl('images') }]

/** Shows the report of the latest scan of an image. */
export function ScanReportPage({ image_ref }: { image_ref: string }) {
  const { organization_id } = useOrganization()
  const report = useScanReport(organization_id, image_ref)
  const scan = useScan(organization_id)
  const sbom = useSbom(organization_id)
  const download = () =>
    sbom.mutate(image_ref, {
      onSuccess: (bom) =>
        downloadText(
          `${image_ref.replace(/[^a-z0-9.-]+/gi, '-')}.cdx.json`,
          'application/vnd.cyclonedx+json',
          JSON.stringify(bom, null, 2),
        ),
      onError: ({ message }) => toast(message, 'bad'),
    })
  const rescan = () =>
    scan.mutate(image_ref, {
      onSuccess: () => toast('Scan requested.'),
      onError: ({ message }) => toast(message, 'bad'),
    })
  const actions = (
    <>
      {report.data?.sbom && (
        <Button pending={sbom.isPending} onClick={download}>
          Download SBOM
        </Button>
      )}
      <Button
        variant="primary"
        pending={scan.isPending || (report.data !== undefined && isScanning(report.data.status))}
        onClick={rescan}
      >
        Scan again
      </Button>
    </>
  )
  return (
    <Page title={image_ref} crumbs={CRUMBS} actions={actions}>
      <QueryBoundary query={report} fallback={<Skeleton variant="rows" lines={10} />}>
        {(data) => <ScanReportDetails report={data} />}
      </QueryBoundary>
    </Page>
  )
}

const ScanReportDetails = ({ report }: { report: ScanReport }) => (
  <>
    <div class="columns">
      <ScanSummary report={report} />
      {report.coverage && <Coverage coverage={report.coverage} database={report.database} />}
    </div>
    {report.findings && (
      <Findings findings={report.findings} omitted={report.findings_omitted ?? 0} />
    )}
  </>
)
