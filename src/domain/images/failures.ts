/** Why a scan failed, with the sentence that its report shows. The contract lists them under "Image scans". */
export const SCAN_FAILURES = {
  REGISTRY_NOT_CONFIGURED:
    'The operator has configured no registry for this reference; ask for it to be added, or name an image of one that is.',
  ADDRESS_BLOCKED:
    'The registry sends the platform to an address that it does not dial; the operator can allow it.',
  REGISTRY_UNREACHABLE: 'The registry cannot be reached; scan again when it is back.',
  REGISTRY_UNAUTHORIZED:
    'The registry does not let the platform read this image; the operator has to give it credentials that may.',
  REGISTRY_FAILED:
    'The registry answered with an error, or with what no registry answers; scan again later.',
  MANIFEST_NOT_FOUND:
    'The registry has no such image; check the name and the tag, or push it first.',
  DIGEST_MISMATCH:
    'The registry sent something else than its digest promises; the registry is damaged, or somebody changed it on the way.',
  IMAGE_TOO_LARGE: 'The image is larger than a scan reads; build a smaller one.',
  IMAGE_UNREADABLE:
    'The manifest or a layer is damaged, or of a kind that the scan does not know; push the image again.',
  SCANNER_FAILED:
    'The scanner of the operator ended with an error or an answer that cannot be read; the operator finds it in the log.',
  SCAN_TIMEOUT: 'The scan did not end within 15 minutes; scan again, or build a smaller image.',
  SCAN_ABANDONED:
    'The platform stopped during each of three tries to scan the image; the operator should look at its log.',
} as const
export type ScanFailureCode = keyof typeof SCAN_FAILURES

/** What went wrong, with a detail for the reader where there is one: a status, a size, a path. Never what a stranger sent. */
export interface ScanFailure {
  readonly code: ScanFailureCode
  readonly detail?: string
}

/** Ends the reading of an image with its reason. */
export class ScanFailed extends Error {
  readonly failure: ScanFailure
  constructor(code: ScanFailureCode, detail?: string) {
    super(detail === undefined ? code : `${code}: ${detail}`)
    this.name = 'ScanFailed'
    this.failure = detail === undefined ? { code } : { code, detail }
  }
}

/** The failure as its report shows it. */
export const failureMessage = ({ code, detail }: ScanFailure): string =>
  `${SCAN_FAILURES[code]}${detail === undefined ? '' : ` (${detail})`}`
