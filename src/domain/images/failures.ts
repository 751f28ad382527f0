/** Maps each reason why a scan fails to the sentence in its report. The contract lists them under "Image scans". */
const SCAN_FAILURES = {
  REGISTRY_NOT_CONFIGURED:
    'The operator has not configured the image registry of this reference, or no longer assigns the namespace to the organization; ask the operator, or name another image.',
  ADDRESS_BLOCKED:
    'The image registry refers to an address to which the platform does not connect; the operator can allow it.',
  REGISTRY_UNREACHABLE: 'The image registry cannot be reached; scan again when it is available.',
  REGISTRY_UNAUTHORIZED:
    'The image registry does not allow the platform to read this image; the operator has to configure credentials that can.',
  REGISTRY_FAILED:
    'The image registry responded with an error or an invalid response; scan again later.',
  MANIFEST_NOT_FOUND:
    'The image registry has no such image; check the name and the tag, or push it first.',
  DIGEST_MISMATCH:
    'The image registry sent content that does not match its digest; the image registry is damaged, or the content was changed in transit.',
  IMAGE_TOO_LARGE: 'The image exceeds the limits of a scan; build a smaller one.',
  IMAGE_UNREADABLE:
    'The manifest or a layer is damaged or of an unknown type; push the image again.',
  SCANNER_FAILED:
    'The scanner of the operator failed or returned an invalid report; the operator can find the details in the log.',
  SCAN_TIMEOUT:
    'The image could not be read within 15 minutes; scan again, or build a smaller image.',
  SCAN_ABANDONED:
    'The platform stopped during each of three attempts to scan the image; the operator should check its log.',
} as const
export type ScanFailureCode = keyof typeof SCAN_FAILURES

/**
 * The reason for a failure, with an optional detail such as a status, a size or a digest. It never contains text from the image
 * registry or the image.
 */
export interface ScanFailure {
  readonly code: ScanFailureCode
  readonly detail?: string
}

/** Thrown to end a scan with a failure. */
export class ScanFailed extends Error {
  readonly failure: ScanFailure
  constructor(code: ScanFailureCode, detail?: string) {
    super(detail === undefined ? code : `${code}: ${detail}`)
    this.name = 'ScanFailed'
    this.failure = detail === undefined ? { code } : { code, detail }
  }
}

/** Returns the failure as the report shows it. */
export const failureMessage = ({ code, detail }: ScanFailure): string =>
  `${SCAN_FAILURES[code]}${detail === undefined ? '' : ` (${detail})`}`
