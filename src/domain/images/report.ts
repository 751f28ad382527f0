import type { JsonObject } from '../json.ts'
import type { Timestamp } from '../time.ts'
import type { ScanFailure } from './failures.ts'
import {
  type Finding,
  type ScanSummary,
  SEVERITIES,
  countBySeverity,
  bySeverity,
} from './findings.ts'
import type { InstalledPackage } from './inventory.ts'
import { MAX_REPORTED_FINDINGS } from './limits.ts'
import type { ImageReference } from './reference.ts'
import type { Sbom } from './sbom.ts'

/** An image to read, for a scan. */
export interface InspectionRequest {
  readonly scan_id: string
  readonly reference: ImageReference
  /** The digest to which the reference resolved. */
  readonly digest: string
  readonly now: Timestamp
}

/** The content of an image, before it is compared with vulnerability data. */
export interface Inspection {
  /** The digest to which the reference resolved. */
  readonly digest: string
  readonly os: string | null
  readonly platform: string
  readonly built_at: Timestamp | null
  /** The size of all compressed layers. */
  readonly size_bytes: number
  readonly layers: number
  readonly packages: readonly InstalledPackage[]
  readonly sbom: Sbom
  readonly findings: readonly Finding[]
  /** The number of findings that were only counted, by severity. */
  readonly uncollected: ScanSummary
}
export type InspectionResult =
  | { readonly kind: 'inspected'; readonly inspection: Inspection }
  | { readonly kind: 'failed'; readonly failure: ScanFailure }

export type ScanStatus =
  | 'queued'
  | 'running'
  | 'completed'
  | 'completed_without_vulnerability_data'
  | 'failed'

/** Returns whether a scan with this status has read the whole image, so that it has a report and a bill of materials. */
export const hasReadImage = (status: ScanStatus): boolean =>
  status === 'completed' || status === 'completed_without_vulnerability_data'

/** The scanner that a report names. Its version is that of the rules in this program. */
export const SCANNER = { name: 'svc-registry', version: '1.0.0' } as const

/** The number of packages of an ecosystem in an image, and how many of them were compared with vulnerability data. */
export interface Coverage {
  readonly ecosystem: string
  readonly packages: number
  readonly assessed: number
}
export interface DatabaseFacts {
  readonly name: string
  readonly advisories?: number
  readonly updated_at?: Timestamp
}

/** A finished report, without the fields of its scan. */
export interface ReportBody {
  readonly database: DatabaseFacts | null
  readonly image: {
    readonly os?: string
    readonly platform: string
    readonly built_at?: Timestamp
    readonly size_bytes: number
    readonly layers: number
  }
  readonly summary: ScanSummary
  readonly coverage: readonly Coverage[]
  readonly findings: readonly Finding[]
  readonly findings_omitted: number
  readonly sbom: Sbom['summary']
}

/** The result of comparing an inspection with vulnerability data from one source, or also from the operator's scanner. */
export interface Assessment {
  readonly database: DatabaseFacts | null
  readonly coverage: readonly Coverage[]
  readonly findings: readonly Finding[]
  /** The number of findings that were only counted, by severity. */
  readonly uncollected: ScanSummary
}

export interface FinishedReport {
  readonly status: ScanStatus
  readonly report: ReportBody
  readonly sbom: JsonObject
}

/** Builds a report. */
export function writeReport(inspection: Inspection, assessment: Assessment): FinishedReport {
  const { os, platform, built_at, size_bytes, layers, sbom, uncollected } = inspection
  const findings = bySeverity([...assessment.findings, ...inspection.findings])
  const summary = sum(sum(countBySeverity(findings), uncollected), assessment.uncollected)
  const reported = findings.slice(0, MAX_REPORTED_FINDINGS)
  const report: ReportBody = {
    database: assessment.database,
    image: {
      platform,
      size_bytes,
      layers,
      ...(os !== null && { os }),
      ...(built_at !== null && { built_at }),
    },
    summary,
    coverage: assessment.coverage,
    findings: reported,
    findings_omitted: total(summary) - reported.length,
    sbom: sbom.summary,
  }
  return {
    status: isAssessed(assessment.coverage) ? 'completed' : 'completed_without_vulnerability_data',
    report,
    sbom: sbom.document,
  }
}

/**
 * Returns whether all packages were compared. An image without recognized packages counts as not assessed, because its content is unknown.
 */
export const isAssessed = (coverage: readonly Coverage[]): boolean =>
  coverage.length > 0 && coverage.every(({ packages, assessed }) => assessed === packages)

const sum = (a: ScanSummary, b: ScanSummary): ScanSummary =>
  Object.fromEntries(SEVERITIES.map((severity) => [severity, a[severity] + b[severity]])) as Record<
    keyof ScanSummary,
    number
  >
export const total = (summary: ScanSummary): number =>
  SEVERITIES.reduce((count, severity) => count + summary[severity], 0)

/** Adds the findings of the operator's scanner to those from the imported advisories, without repeating a vulnerability of a package. */
export function withScanner(
  imported: Assessment,
  scanned: {
    readonly name: string
    readonly findings: readonly Finding[]
    readonly covers: readonly string[]
  },
): Assessment {
  const knownKeys = new Set(
    imported.findings.flatMap((finding) =>
      [finding.id, ...(finding.aliases ?? [])].map((id) => keyOf(finding, id)),
    ),
  )
  const covers = ({ ecosystem }: Coverage) =>
    scanned.covers.includes(ecosystem) ||
    (scanned.covers.includes('os') && !['npm', 'PyPI'].includes(ecosystem))
  const { name, ...facts } = imported.database ?? { name: '' }
  return {
    database: { name: name === '' ? scanned.name : `${name} and ${scanned.name}`, ...facts },
    coverage: imported.coverage.map((entry) =>
      covers(entry) ? { ...entry, assessed: entry.packages } : entry,
    ),
    findings: [
      ...imported.findings,
      ...scanned.findings.filter((finding) => !knownKeys.has(keyOf(finding, finding.id))),
    ],
    uncollected: imported.uncollected,
  }
}

const keyOf = ({ package: installed }: Finding, id: string): string =>
  JSON.stringify([id, installed?.name, installed?.version])
