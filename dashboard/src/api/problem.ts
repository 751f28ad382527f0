import type { Schemas } from './client.ts'

/** The body of an error. Every member is optional, because the response may come from a proxy. */
type ProblemBody = Partial<Schemas['Problem'] & Schemas['PlanLimitProblem']>

/** The code of a response without one. */
export const UNKNOWN_CODE = 'UNKNOWN'

/** Returns the message for a response that has none, because it comes from a proxy. */
function messageFor(status: number): string {
  if (status === 429) return 'Too many requests were sent.'
  return [502, 503, 504].includes(status)
    ? `A proxy could not get a response from the registry (status ${status}).`
    : `The registry responded with status ${status}.`
}

/** What the headers of a response say about an error. */
interface ProblemHeaders {
  /** Seconds to wait before a retry. */
  readonly retry_after?: number
  readonly request_id?: string
}

/** An error response, or a request without a response (status 0, code `UNREACHABLE`). */
export class Problem extends Error {
  readonly status: number
  readonly code: string
  readonly request_id: string | undefined
  readonly issues: readonly Schemas['ProblemIssue'][]
  readonly required_plan: ProblemBody['required_plan']
  readonly upgrade_url: ProblemBody['upgrade_url']
  readonly current_usage: ProblemBody['current_usage']
  /** Seconds to wait before a retry, if the registry returned them. */
  readonly retry_after: number | undefined

  constructor(status: number, body: unknown, { retry_after, request_id }: ProblemHeaders = {}) {
    const problem = (typeof body === 'object' && body !== null ? body : {}) as ProblemBody
    super(problem.message ?? messageFor(status))
    this.name = 'Problem'
    this.status = status
    this.code = problem.code ?? UNKNOWN_CODE
    this.request_id = problem.request_id ?? request_id
    this.issues = problem.issues ?? []
    this.required_plan = problem.required_plan
    this.upgrade_url = problem.upgrade_url
    this.current_usage = problem.current_usage
    this.retry_after = retry_after
  }
}

/** Returns the problem of a request without a response. */
export const unreachable = (): Problem =>
  new Problem(0, {
    code: 'UNREACHABLE',
    message: 'The registry is not responding. It may be restarting, or this device is offline.',
  })

export const isProblem = (error: unknown, status: number): boolean =>
  error instanceof Problem && error.status === status
