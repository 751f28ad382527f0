import { SEVERITIES, type Finding, type ScanSummary } from '../../domain/images/findings.ts'
import type { Image, ImageScan } from '../../domain/images/records.ts'
import { SCANNER, type Coverage, type ReportBody } from '../../domain/images/report.ts'
import { elapsed } from '../../domain/time.ts'
import type { ScanWithReport } from '../../store/transactions/images/images.ts'
import { formatTable, formatFields, wrap } from '../../terminal/text.ts'

const ROWS = 100
const WIDTH = 96

/** A scan as a person reads it: what was scanned, what counts, and the findings, the worst first. */
export function formatScanReport({ scan, report }: ScanWithReport): string {
  const body = report?.report
  return [
    `${scan.ref}\n${formatFields([['Digest', scan.digest ?? undefined], ['Status', statusOf(scan, body)], ...(body ? about(scan, body) : [])], '  ')}`,
    ...(scan.error ? [paragraph(`${scan.error.code}: ${scan.error.message}`)] : []),
    ...(body
      ? [counts(body.summary), findingsTable(body.findings), rest(body), warning(body)]
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

function about(
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
        `${layers} ${layers === 1 ? 'layer' : 'layers'}`,
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
            database.advisories !== undefined && `${database.advisories} advisories`,
            database.updated_at && `the newest of ${database.updated_at.slice(0, 10)}`,
          ]
            .filter(Boolean)
            .join(', ')
        : 'none for this image',
    ],
    ['Packages', coverage.length === 0 ? 'none recognised' : coverage.map(covered).join('; ')],
    ['SBOM', `${sbom.format} ${sbom.spec_version}, ${sbom.components} components`],
  ]
}

const covered = ({ ecosystem, packages, assessed }: Coverage): string =>
  `${ecosystem} ${packages}${assessed === packages ? '' : `, ${assessed === 0 ? 'none' : `only ${assessed}`} compared`}`

function bytes(count: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB']
  const power = Math.min(Math.floor(Math.log2(Math.max(count, 1)) / 10), units.length - 1)
  return `${power === 0 ? count : (count / 1024 ** power).toFixed(1)} ${units[power]}`
}

const counts = (summary: ScanSummary): string => {
  const told = SEVERITIES.filter((severity) => summary[severity] > 0).map(
    (severity) => `${summary[severity]} ${severity}`,
  )
  return told.length === 0 ? 'No findings.' : `Findings: ${told.join(', ')}`
}

const LONGEST_PLACE = 60
const place = ({ package: found, location }: Finding): string =>
  found ? `${found.name} ${found.version}` : shortened(location ?? '')
/** The end of a path tells more than its beginning. */
const shortened = (text: string): string =>
  text.length <= LONGEST_PLACE ? text : `…${text.slice(1 - LONGEST_PLACE)}`
const LONGEST_TITLE = 70
const title = ({ title: text }: Finding): string =>
  text.length <= LONGEST_TITLE ? text : `${text.slice(0, LONGEST_TITLE - 1)}…`
const remedy = ({ type, fixed_version }: Finding): string =>
  type === 'vulnerability' ? (fixed_version ?? 'no fix yet') : ''

function findingsTable(findings: readonly Finding[]): string {
  if (findings.length === 0) return ''
  return formatTable(
    ['SEVERITY', 'FINDING', 'WHERE', 'FIXED IN', 'WHAT'],
    findings
      .slice(0, ROWS)
      .map((finding) => [
        finding.score === undefined
          ? finding.severity
          : `${finding.severity} ${finding.score.toFixed(1)}`,
        finding.id,
        place(finding),
        remedy(finding),
        title(finding),
      ]),
  )
}

const rest = ({ findings, findings_omitted }: ReportBody): string => {
  const more = Math.max(0, findings.length - ROWS)
  if (more + findings_omitted === 0) return ''
  return `${more + findings_omitted} more findings are not shown; --json lists ${findings_omitted === 0 ? 'all of them' : `the first ${findings.length}`}.`
}

/** A short list must never pass for a clean image. */
function warning({ coverage }: ReportBody): string {
  if (coverage.length === 0)
    return paragraph(
      'No package was recognised in this image, so nothing could be compared with vulnerability data: it can have vulnerabilities that are not listed.',
    )
  const open = coverage.filter(({ packages, assessed }) => assessed < packages)
  if (open.length === 0) return ''
  const what = open
    .map(
      ({ ecosystem, packages, assessed }) =>
        `${packages - assessed} of ${packages} packages of ${ecosystem}`,
    )
    .join(', ')
  return paragraph(
    `Not compared with vulnerability data: ${what}. They can have vulnerabilities that are not listed; \`advisories import\` brings the data.`,
  )
}

/** One line of a list of images. */
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
    'No image was scanned yet.',
  )
  return total > items.length ? `${table}\n\n${total - items.length} more are not shown.` : table
}
