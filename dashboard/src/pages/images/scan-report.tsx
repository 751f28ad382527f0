import {
  isScanning,
  useCompletedReport,
  useSbom,
  useScan,
  useScanReport,
  type ScanReport,
} from '../../api/images.ts'
import { QueryBoundary, Skeleton } from '../../parts/feedback/query-boundary.tsx'
import { Button } from '../../parts/forms/button.tsx'
import { Page, DescriptionList, Panel } from '../../parts/layout/page.tsx'
import { downloadText, Id } from '../../parts/text/copyable.tsx'
import { useOrganization, usePermission } from '../../shell/current-user.tsx'
import { toast } from '../../parts/feedback/toasts.tsx'
import { pageUrl } from '../../urls.ts'
import { Findings } from './findings.tsx'
import { Badge } from '../../parts/badge.tsx'
import { Time } from '../../parts/text/time.tsx'
import { ScanBadge, SeverityCounts, formatMegabytes } from './scan-badge.tsx'

const CRUMBS = [{ title: 'Images', href: pageUrl('images') }]

/** Shows the report of the latest scan of an image, and below it the last completed one while the latest has no results. */
export function ScanReportPage({ image_ref }: { image_ref: string }) {
  const { organization_id } = useOrganization()
  const report = useScanReport(organization_id, image_ref)
  const hasNoResults = report.data !== undefined && report.data.summary === undefined
  const completed = useCompletedReport(organization_id, image_ref, hasNoResults)
  const earlier = hasNoResults ? completed.data : undefined
  const scan = useScan(organization_id)
  const canScan = usePermission('images:scan')
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
      {(report.data?.sbom ?? earlier?.sbom) && (
        <Button pending={sbom.isPending} onClick={download}>
          Download SBOM
        </Button>
      )}
      {canScan && (
        <Button
          variant="primary"
          pending={scan.isPending || (report.data !== undefined && isScanning(report.data.status))}
          onClick={rescan}
        >
          Scan again
        </Button>
      )}
    </>
  )
  return (
    <Page title={image_ref} crumbs={CRUMBS} actions={actions}>
      <QueryBoundary query={report} fallback={<Skeleton variant="rows" lines={10} />}>
        {(data) => <ScanReportDetails report={data} earlier={earlier} />}
      </QueryBoundary>
    </Page>
  )
}

/** Shows the latest scan, and an earlier one if that has the results. */
export const ScanReportDetails = ({
  report,
  earlier,
}: {
  report: ScanReport
  earlier: ScanReport | undefined
}) => (
  <>
    <ScanResults title="Scan" report={report} />
    {earlier && <ScanResults title="Last completed scan" report={earlier} />}
  </>
)

const ScanResults = ({ title, report }: { title: string; report: ScanReport }) => (
  <>
    <div class="columns">
      <ScanSummary title={title} report={report} />
      {report.coverage && <Coverage coverage={report.coverage} database={report.database} />}
    </div>
    {report.findings && (
      <Findings findings={report.findings} omitted={report.findings_omitted ?? 0} />
    )}
  </>
)

/** Shows the status of a scan and the scanned image. */
const ScanSummary = ({
  title,
  report: { status, error, digest, image, summary, sbom, requested_at, finished_at, scanner },
}: {
  title: string
  report: ScanReport
}) => (
  <Panel title={title} actions={<ScanBadge status={status} />}>
    {isScanning(status) && (
      <p role="status" class="muted">
        The scan is {status}. The report appears here when it is ready.
      </p>
    )}
    {error && (
      <p class="error-notice">
        <code>{error.code}</code> {error.message}
      </p>
    )}
    <DescriptionList
      items={[
        summary !== undefined && ['Findings', <SeverityCounts summary={summary} />],
        ['Digest', digest === undefined ? undefined : <Id value={digest} label="digest" />],
        image !== undefined && ['Operating system', `${image.os ?? 'unknown'}, ${image.platform}`],
        image !== undefined && [
          'Size',
          `${formatMegabytes(image.size_bytes)} in ${image.layers} layers`,
        ],
        image !== undefined && [
          'Built',
          <Time at={image.built_at} format="day" missing="not set" />,
        ],
        sbom !== undefined && [
          'SBOM',
          `${sbom.format} ${sbom.spec_version}, ${sbom.components} packages`,
        ],
        ['Requested', <Time at={requested_at} format="exact" />],
        ['Finished', <Time at={finished_at} format="exact" missing="not yet" />],
        ['Scanner', `${scanner.name} ${scanner.version}`],
      ]}
    />
  </Panel>
)

/** Shows which packages were checked against vulnerability data. */
const Coverage = ({
  coverage,
  database,
}: {
  coverage: NonNullable<ScanReport['coverage']>
  database: ScanReport['database']
}) => (
  <Panel
    title="Coverage"
    note={database ? `vulnerability data from ${database.name}` : 'no vulnerability data'}
  >
    {!database && (
      <p>
        The registry operator has not imported vulnerability data, so vulnerabilities could not be
        detected. Secrets, files and settings were checked.
      </p>
    )}
    {database?.updated_at !== undefined && (
      <p class="muted">
        Newest advisory updated <Time at={database.updated_at} />.
      </p>
    )}
    {coverage.length === 0 && <p class="muted">No packages were recognized.</p>}
    {coverage.length > 0 && (
      <ul class="coverage">
        {coverage.map(({ ecosystem, packages, assessed }) => (
          <li key={ecosystem}>
            <span>{ecosystem}</span>
            <span class="muted">
              {assessed} of {packages} checked
            </span>
            <CoverageBadge complete={assessed === packages} />
          </li>
        ))}
      </ul>
    )}
  </Panel>
)

const CoverageBadge = ({ complete }: { complete: boolean }) => (
  <Badge tone={complete ? 'good' : 'warn'}>{complete ? 'complete' : 'partial'}</Badge>
)
