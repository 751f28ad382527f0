import type { JsonObject } from '../json.ts'
import type { Timestamp } from '../time.ts'
import type { ScanSummary } from './findings.ts'
import type { ReportBody, ScanStatus } from './report.ts'

/** A container image that an organization has scanned, by its reference. */
export interface Image {
  organization_id: string
  ref: string
  digest: string | null
  size_bytes: number | null
  created_at: Timestamp
  last_scan_id: string
}

export interface ImageScan {
  scan_id: string
  organization_id: string
  ref: string
  digest: string | null
  status: ScanStatus
  requested_at: Timestamp
  started_at: Timestamp | null
  finished_at: Timestamp | null
  /** The number of attempts, and when the claim of the latest attempt expires. */
  attempts: number
  claimed_until: Timestamp
  summary: ScanSummary | null
  error: { code: string; message: string } | null
}

/** The result of a completed scan, stored separately so that lists of scans stay small. */
export interface ImageReport {
  scan_id: string
  organization_id: string
  report: ReportBody
  sbom: JsonObject
}
