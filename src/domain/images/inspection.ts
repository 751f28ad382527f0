import type { Timestamp } from '../time.ts'
import type { ScanFailure } from './failures.ts'
import type { Finding, ScanSummary } from './findings.ts'
import type { InstalledPackage } from './inventory/package.ts'

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
  readonly findings: readonly Finding[]
  /** The number of findings that were only counted, by severity. */
  readonly uncollected: ScanSummary
}
export type Inspected =
  | { readonly kind: 'inspected'; readonly inspection: Inspection }
  | { readonly kind: 'failed'; readonly failure: ScanFailure }
