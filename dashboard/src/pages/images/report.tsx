import { isUnderWay, useSbom, useScan, useScanReport, type ScanReport } from '../../api/images.ts'
import { Asked } from '../../parts/asked.tsx'
import { Button } from '../../parts/button.tsx'
import { Page } from '../../parts/page.tsx'
import { save } from '../../parts/save.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useOrganization } from '../../shell/organization.tsx'
import { say } from '../../shell/toasts.tsx'
import { to } from '../../to.ts'
import { Findings } from './findings.tsx'
import { Coverage, Summary } from './summary.tsx'

const CRUMBS = [{ title: 'Images', href: to('images') }]

/** The report of the latest scan of an image. */
export function ReportPage({ image_ref }: { image_ref: string }) {
  const { organization_id } = useOrganization()
  const report = useScanReport(organization_id, image_ref)
  const scan = useScan(organization_id)
  const sbom = useSbom(organization_id)
  const keep = () =>
    sbom.mutate(image_ref, {
      onSuccess: (parts) =>
        save(
          `${image_ref.replace(/[^a-z0-9.-]+/gi, '-')}.cdx.json`,
          'application/vnd.cyclonedx+json',
          JSON.stringify(parts, null, 2),
        ),
      onError: ({ message }) => say(message, 'bad'),
    })
  const again = () =>
    scan.mutate(image_ref, {
      onSuccess: () => say('The scan is on its way.'),
      onError: ({ message }) => say(message, 'bad'),
    })
  const actions = (
    <>
      {report.data?.sbom && (
        <Button pending={sbom.isPending} onClick={keep}>
          Download SBOM
        </Button>
      )}
      <Button
        look="primary"
        pending={scan.isPending || (report.data !== undefined && isUnderWay(report.data.status))}
        onClick={again}
      >
        Scan again
      </Button>
    </>
  )
  return (
    <Page title={image_ref} crumbs={CRUMBS} actions={actions}>
      <Asked query={report} as={<Skeleton of="rows" lines={10} />}>
        {(known) => <Known report={known} />}
      </Asked>
    </Page>
  )
}

const Known = ({ report }: { report: ScanReport }) => (
  <>
    <div class="columns">
      <Summary report={report} />
      {report.coverage && <Coverage coverage={report.coverage} database={report.database} />}
    </div>
    {report.findings && (
      <Findings findings={report.findings} omitted={report.findings_omitted ?? 0} />
    )}
  </>
)
