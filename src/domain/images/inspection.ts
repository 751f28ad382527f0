import type { Timestamp } from '../time.ts'
import type { ScanFailure } from './failures.ts'
import type { Finding, ScanSummary } from './findings.ts'
import type { InstalledPackage } from './inventory/package.ts'

/** What was seen in an image, before anything is compared with vulnerability data. */
export interface Inspection {
  /** What the reference stood for. */
  readonly digest: string
  readonly os: string | null
  readonly platform: string
  readonly built_at: Timestamp | null
  /** Of all compressed layers. */
  readonly size_bytes: number
  readonly layers: number
  readonly packages: readonly InstalledPackage[]
  readonly findings: readonly Finding[]
  /** Findings that were counted only. */
  readonly uncollected: ScanSummary
}
export type Inspected =
  | { readonly kind: 'inspected'; readonly inspection: Inspection }
  | { readonly kind: 'failed'; readonly failure: ScanFailure }
