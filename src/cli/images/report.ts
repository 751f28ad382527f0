import { SEVERITIES, type Finding, type ScanSummary } from '../../domain/images/findings.ts'
import type { Image, ImageScan } from '../../domain/images/records.ts'
import { SCANNER, type Coverage, type ReportBody } from '../../domain/images/report.ts'
import { elapsed } from '../../domain/time.ts'
import type { ScanWithReport } from '../../store/transactions/images/images.ts'
import { counted, formatTable, formatFields, wrap } from '../../terminal/text.ts'

const MAX_ROWS = 100
const WIDTH = 96

/** Formats a scan for people: the image, the counts by severity, and the findings, the most severe first. */
export function formatScanReport({ scan, report }: ScanWithReport): string {
  const body = report?.report
  return [
    `${scan.ref}\n${formatFields([['Digest', scan.digest ?? undefined], ['Status', statusOf(scan, body)], ...(body ? imageFields(scan, body) : [])], '  ')}`,
    ...(scan.error ? [paragraph(`${scan.error.code}: ${scan.error.message}`)] : []),
    ...(body
      ? [
          severityCounts(body.summary),
          findingsTable(body.findings),
          omittedNote(body),
          coverageWarning(body),
        ]
      : []),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

const paragraph = (text: string): string => wrap(text, WIDTH).join('\n')
function statusOf({ status }: ImageScan, report: ReportBody | undefined): string {
  if (status !== 'completed_without_vulnerability_data') return status
  return report?.database
    ? 'completed, in part without vulnerability data'
    : 'completed without vulnerability data'
}

function imageFields(
  { started_at, finished_at }: ImageScan,
  { image, database, coverage, sbom }: ReportBody,
): readonly (readonly [string, string | undefined])[] {
  const { os, platform, built_at, layers, size_bytes } = image
  return [
    [
      'Image',
      [
        os,
        platform,
        counted(layers, 'layer', 'layers'),
        bytes(size_bytes),
        built_at && `built ${built_at.slice(0, 10)}`,
      ]
        .filter(Boolean)
        .join(', '),
    ],
    [
      'Scanned',
      `${finished_at} in ${(elapsed(started_at!, finished_at!) / 1000).toFixed(1)} s by ${SCANNER.name} ${SCANNER.version}`,
    ],
    [
      'Data',
      database
        ? [
            database.name,
            database.advisories !== undefined &&
              counted(database.advisories, 'advisory', 'advisories'),
            database.updated_at && `the newest from ${database.updated_at.slice(0, 10)}`,
          ]
            .filter(Boolean)
            .join(', ')
        : 'none for this image',
    ],
    [
      'Packages',
      coverage.length === 0 ? 'none recognized' : coverage.map(formatCoverage).join('; '),
    ],
    [
      'SBOM',
      `${sbom.format} ${sbom.spec_version}, ${counted(sbom.components, 'component', 'components')}`,
    ],
  ]
}

const formatCoverage = ({ ecosystem, packages, assessed }: Coverage): string =>
  `${ecosystem} ${packages}${assessed === packages ? '' : `, ${assessed === 0 ? 'none' : `only ${assessed}`} compared`}`

function bytes(count: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB']
  const power = Math.min(Math.floor(Math.log2(Math.max(count, 1)) / 10), units.length - 1)
  return `${power === 0 ? count : (count / 1024 ** power).toFixed(1)} ${units[power]}`
}

const severityCounts = (summary: ScanSummary): string => {
  const present = SEVERITIES.filter((severity) => summary[severity] > 0).map(
    (severity) => `${summary[severity]} ${severity}`,
  )
  return present.length === 0 ? 'No findings.' : `Findings: ${present.join(', ')}`
}

const MAX_LOCATION = 60
const locationOf = ({ package: component, location }: Finding): string =>
  component ? `${component.name} ${component.version}` : shortened(location ?? '')
/** Truncates the beginning of a long path, because the end identifies the file. */
const shortened = (text: string): string =>
  text.length <= MAX_LOCATION ? text : `…${text.slice(1 - MAX_LOCATION)}`
const MAX_TITLE = 70
const titleOf = ({ title: text }: Finding): string =>
  text.length <= MAX_TITLE ? text : `${text.slice(0, MAX_TITLE - 1)}…`
const fixedIn = ({ type, fixed_version }: Finding): string =>
  type === 'vulnerability' ? (fixed_version ?? 'no fix yet') : ''

function findingsTable(findings: readonly Finding[]): string {
  if (findings.length === 0) return ''
  return formatTable(
    ['SEVERITY', 'FINDING', 'LOCATION', 'FIXED IN', 'TITLE'],
    findings
      .slice(0, MAX_ROWS)
      .map((finding) => [
        finding.score === undefined
          ? finding.severity
          : `${finding.severity} ${finding.score.toFixed(1)}`,
        finding.id,
        locationOf(finding),
        fixedIn(finding),
        titleOf(finding),
      ]),
  )
}

const omittedNote = ({ findings, findings_omitted }: ReportBody): string => {
  const hidden = Math.max(0, findings.length - MAX_ROWS) + findings_omitted
  if (hidden === 0) return ''
  return `${counted(hidden, 'more finding is', 'more findings are')} not shown; --json lists ${findings_omitted === 0 ? 'all of them' : `the first ${findings.length}`}.`
}

/** Returns a warning where packages were not compared, because a short list of findings must not look like a clean image. */
function coverageWarning({ coverage }: ReportBody): string {
  if (coverage.length === 0)
    return paragraph(
      'No package was recognized in this image, so nothing was compared with vulnerability data: the image may have vulnerabilities that are not listed.',
    )
  const partial = coverage.filter(({ packages, assessed }) => assessed < packages)
  if (partial.length === 0) return ''
  const not_compared = partial
    .map(
      ({ ecosystem, packages, assessed }) =>
        `${packages - assessed} of ${packages} ${ecosystem} packages`,
    )
    .join(', ')
  return paragraph(
    `Not compared with vulnerability data: ${not_compared}. They may have vulnerabilities that are not listed; \`advisories import\` imports the data.`,
  )
}

/** Returns an image in the form in which lists show it. */
export const imageSummary = ({ image, scan }: { image: Image; scan: ImageScan }) => ({
  ref: image.ref,
  digest: image.digest,
  size_bytes: image.size_bytes,
  created_at: image.created_at,
  scan_id: scan.scan_id,
  status: scan.status,
  finished_at: scan.finished_at,
  summary: scan.summary,
})

export function formatImageList({
  items,
  total,
}: {
  items: readonly ReturnType<typeof imageSummary>[]
  total: number
}): string {
  const table = formatTable(
    ['IMAGE', 'STATUS', 'CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'SCANNED'],
    items.map(({ ref, status, summary, finished_at }) => [
      ref,
      status.replaceAll('_', ' '),
      summary?.critical,
      summary?.high,
      summary?.medium,
      summary?.low,
      finished_at,
    ]),
    'No image has been scanned yet.',
  )
  const hidden = total - items.length
  return hidden > 0
    ? `${table}\n\n${counted(hidden, 'more image is', 'more images are')} not shown.`
    : table
}
