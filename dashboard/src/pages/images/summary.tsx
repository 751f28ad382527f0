import { isScanning, type ScanReport } from '../../api/images.ts'
import { Badge } from '../../parts/badges/badge.tsx'
import { DescriptionList } from '../../parts/layout/description-list.tsx'
import { Id } from '../../parts/text/id.tsx'
import { Panel } from '../../parts/layout/panel.tsx'
import { Time } from '../../parts/time/time.tsx'
import { ScanBadge, SeverityCounts, formatMegabytes } from './labels.tsx'

/** Shows the status of a scan and the scanned image. */
export const ScanSummary = ({
  report: { status, error, digest, image, summary, sbom, requested_at, finished_at, scanner },
}: {
  report: ScanReport
}) => (
  <Panel title="Scan" actions={<ScanBadge status={status} />}>
    {isScanning(status) && (
      <p role="status" class="muted">
        The scan is {status}. The report appears here when it is ready.
      </p>
    )}
    {error && (
      <p class="refusal">
        <code>{error.code}</code> {error.message}
      </p>
    )}
    <DescriptionList
      items={[
        ...(summary
          ? [['Findings', <SeverityCounts key="findings" summary={summary} />] as const]
          : []),
        [
          'Digest',
          digest === undefined ? undefined : <Id key="digest" value={digest} label="digest" />,
        ],
        ...(image
          ? [
              ['System', `${image.os ?? 'unknown'}, ${image.platform}`] as const,
              ['Size', `${formatMegabytes(image.size_bytes)} in ${image.layers} layers`] as const,
              [
                'Built',
                <Time key="built" at={image.built_at} format="day" missing="not set" />,
              ] as const,
            ]
          : []),
        ...(sbom
          ? [['SBOM', `${sbom.format} ${sbom.spec_version}, ${sbom.components} packages`] as const]
          : []),
        ['Requested', <Time key="requested" at={requested_at} format="exact" />],
        ['Finished', <Time key="finished" at={finished_at} format="exact" missing="not yet" />],
        ['Scanner', `${scanner.name} ${scanner.version}`],
      ]}
    />
  </Panel>
)

/** Shows which packages were compared with vulnerability data. */
export const Coverage = ({
  coverage,
  database,
}: {
  coverage: NonNullable<ScanReport['coverage']>
  database: ScanReport['database']
}) => (
  <Panel
    title="Coverage"
    note={database ? `vulnerability data of ${database.name}` : 'no vulnerability data'}
  >
    {!database && (
      <p>
        The registry operator has not imported vulnerability data, so vulnerabilities could not be
        detected. Secrets, files and settings were checked.
      </p>
    )}
    {database?.updated_at !== undefined && (
      <p class="muted">
        Newest advisory changed <Time at={database.updated_at} />.
      </p>
    )}
    {coverage.length === 0 && <p class="muted">No packages were recognized.</p>}
    {coverage.length > 0 && (
      <ul class="coverage">
        {coverage.map(({ ecosystem, packages, assessed }) => (
          <li key={ecosystem}>
            <span>{ecosystem}</span>
            <span class="muted">
              {assessed} of {packages} compared
            </span>
            <CoverageBadge complete={assessed === packages} />
          </li>
        ))}
      </ul>
    )}
  </Panel>
)

const CoverageBadge = ({ complete }: { complete: boolean }) => (
  <Badge tone={complete ? 'good' : 'warn'}>{complete ? 'all' : 'not all'}</Badge>
)
