import type { ExportFaultCode } from '../../domain/audit/export-faults.ts'
import type { Verdict } from '../../domain/audit/export-job.ts'
import { ms, type Timestamp } from '../../domain/time.ts'
import type { Fault, Posted } from '../outgoing/post.ts'
import { askedToWait } from '../outgoing/wait.ts'
import type { Answer } from './adapter.ts'

const REPEATABLE: readonly number[] = [408, 425, 429]
/** Longer requests to wait are answered by an earlier try; a job would end before. */
const WAIT_MOST_MS = 15 * 60_000

/** What a status means where a destination has no word of its own for it. */
export function judgeStatus(
  { status, headers }: Answer,
  now: Timestamp,
  detail = `HTTP ${status}`,
): Verdict {
  if (status >= 200 && status < 300) return { kind: 'delivered' }
  if (status === 413) return { kind: 'split' }
  if (status >= 500 || REPEATABLE.includes(status)) {
    const after_ms = askedToWait(headers, ms(now), WAIT_MOST_MS)
    return {
      kind: 'retry',
      code: status === 429 ? 'DESTINATION_OVERLOADED' : 'DESTINATION_FAILED',
      detail,
      ...(after_ms !== undefined && { after_ms }),
    }
  }
  return { kind: 'fail', code: refusalOf(status), detail }
}

function refusalOf(status: number): ExportFaultCode {
  if (status < 200) return 'DESTINATION_BAD_HTTP'
  if (status < 400) return 'DESTINATION_REDIRECTED'
  if (status === 401 || status === 403) return 'DESTINATION_REFUSED_CREDENTIAL'
  return [404, 405, 410].includes(status) ? 'DESTINATION_NO_ENDPOINT' : 'DESTINATION_REFUSED_EVENTS'
}

const WAYS: Readonly<Record<Exclude<Fault, 'tls' | 'abandoned'>, ExportFaultCode>> = {
  unreachable: 'DESTINATION_UNREACHABLE',
  connect_timeout: 'DESTINATION_TIMEOUT',
  timeout: 'DESTINATION_TIMEOUT',
  slow_body: 'DESTINATION_TIMEOUT',
  reset: 'DESTINATION_RESET',
  bad_http: 'DESTINATION_BAD_HTTP',
  too_large: 'DESTINATION_BAD_HTTP',
}

/** What it means that no answer came. The network may be better later; a certificate and an address that is refused are not. */
export function judgeAbsence(posted: Exclude<Posted, { kind: 'answered' }>): Verdict {
  if (posted.kind === 'refused')
    return { kind: 'fail', code: 'ADDRESS_BLOCKED', detail: posted.reason }
  if (posted.fault === 'tls') return { kind: 'fail', code: 'DESTINATION_TLS_FAILED' }
  return posted.fault === 'abandoned'
    ? { kind: 'abandoned' }
    : { kind: 'retry', code: WAYS[posted.fault] }
}

/** The members of a JSON answer; none where it is none. */
export function jsonOf({ body }: Answer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body.toString())
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
