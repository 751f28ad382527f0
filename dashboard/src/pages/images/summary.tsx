import { isUnderWay, type ScanReport } from '../../api/images.ts'
import { Badge } from '../../parts/badge.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Id } from '../../parts/id.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Time } from '../../parts/time.tsx'
import { ScanBadge, Tally, megabytes } from './words.tsx'

/** How the scan went, and what it read. */
export const Summary = ({
  report: { status, error, digest, image, summary, sbom, requested_at, finished_at, scanner },
}: {
  report: ScanReport
}) => (
  <Panel title="Scan" actions={<ScanBadge status={status} />}>
    {isUnderWay(status) && (
      <p role="status" class="muted">
        The scan is {status}. This page shows the report as soon as it is there.
      </p>
    )}
    {error && (
      <p class="refusal">
        <code>{error.code}</code> {error.message}
      </p>
    )}
    <Facts
      of={[
        ...(summary ? [['Findings', <Tally key="findings" summary={summary} />] as const] : []),
        [
          'Digest',
          digest === undefined ? undefined : <Id key="digest" value={digest} of="digest" />,
        ],
        ...(image
          ? [
              ['System', `${image.os ?? 'not named'}, ${image.platform}`] as const,
              ['Size', `${megabytes(image.size_bytes)} in ${image.layers} layers`] as const,
              [
                'Built',
                <Time key="built" at={image.built_at} as="day" never="not said" />,
              ] as const,
            ]
          : []),
        ...(sbom
          ? [['SBOM', `${sbom.format} ${sbom.spec_version}, ${sbom.components} packages`] as const]
          : []),
        ['Requested', <Time key="asked" at={requested_at} as="exact" />],
        ['Finished', <Time key="finished" at={finished_at} as="exact" never="not yet" />],
        ['Scanner', `${scanner.name} ${scanner.version}`],
      ]}
    />
  </Panel>
)

/** What was compared with vulnerability data, and what was not. */
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
        The operator of this registry has imported no vulnerability data, so that no vulnerability
        is found means nothing. Secrets, files and settings were looked at.
      </p>
    )}
    {database?.updated_at !== undefined && (
      <p class="muted">
        Newest advisory changed <Time at={database.updated_at} />.
      </p>
    )}
    {coverage.length === 0 && <p class="muted">No package was recognised.</p>}
    {coverage.length > 0 && (
      <ul class="coverage">
        {coverage.map(({ ecosystem, packages, assessed }) => (
          <li key={ecosystem}>
            <span>{ecosystem}</span>
            <span class="muted">
              {assessed} of {packages} compared
            </span>
            <All are={assessed === packages} />
          </li>
        ))}
      </ul>
    )}
  </Panel>
)

const All = ({ are }: { are: boolean }) => (
  <Badge tone={are ? 'good' : 'warn'}>{are ? 'all' : 'not all'}</Badge>
)
