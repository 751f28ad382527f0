import type { ExportErrorCode } from '../../domain/audit/exports.ts'
import type { DeliveryResult } from '../../domain/audit/export-job.ts'
import { ms, type Timestamp } from '../../domain/time.ts'
import type { PostFault, PostResult } from '../outgoing/post.ts'
import { retryAfter } from '../outgoing/retry-after.ts'
import type { DestinationResponse } from './destination-format.ts'

const RETRYABLE_STATUSES: readonly number[] = [408, 425, 429]
/** Maximum milliseconds to wait at the request of a destination, so that one response cannot use up the time of a job without progress. */
const MAX_WAIT_MS = 15 * 60_000

/** Returns the result of a delivery according to the status and the headers of the response, without its body. */
export function resultForStatus(
  { status, headers }: DestinationResponse,
  now: Timestamp,
  detail = `HTTP ${status}`,
): DeliveryResult {
  if (status >= 200 && status < 300) return { kind: 'delivered' }
  if (status === 413) return { kind: 'split' }
  if (status >= 500 || RETRYABLE_STATUSES.includes(status)) {
    const after_ms = retryAfter(headers, ms(now), MAX_WAIT_MS)
    return {
      kind: 'retry',
      code: status === 429 ? 'DESTINATION_OVERLOADED' : 'DESTINATION_FAILED',
      detail,
      ...(after_ms !== undefined && { after_ms }),
    }
  }
  return { kind: 'fail', code: rejectionCode(status), detail }
}

function rejectionCode(status: number): ExportErrorCode {
  if (status < 200) return 'DESTINATION_BAD_HTTP'
  if (status < 400) return 'DESTINATION_REDIRECTED'
  if (status === 401 || status === 403) return 'DESTINATION_REFUSED_CREDENTIAL'
  return [404, 405, 410].includes(status) ? 'DESTINATION_NO_ENDPOINT' : 'DESTINATION_REFUSED_EVENTS'
}

const FAULT_CODES: Readonly<Record<Exclude<PostFault, 'tls' | 'abandoned'>, ExportErrorCode>> = {
  unreachable: 'DESTINATION_UNREACHABLE',
  connect_timeout: 'DESTINATION_TIMEOUT',
  timeout: 'DESTINATION_TIMEOUT',
  slow_body: 'DESTINATION_TIMEOUT',
  reset: 'DESTINATION_RESET',
  bad_http: 'DESTINATION_BAD_HTTP',
  too_large: 'DESTINATION_BAD_HTTP',
}

/**
 * Returns the result of a delivery without a response. Network failures are retried; an invalid certificate and a refused address are
 * final.
 */
export function resultForFailure(
  response: Exclude<PostResult, { kind: 'responded' }>,
): DeliveryResult {
  if (response.kind === 'refused')
    return { kind: 'fail', code: 'ADDRESS_BLOCKED', detail: response.reason }
  if (response.fault === 'tls') return { kind: 'fail', code: 'DESTINATION_TLS_FAILED' }
  return response.fault === 'abandoned'
    ? { kind: 'abandoned' }
    : { kind: 'retry', code: FAULT_CODES[response.fault] }
}
