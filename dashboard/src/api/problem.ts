import type { Schemas } from './client.ts'

/** The body of an error. Every member is optional, because the response may come from a proxy. */
type ProblemBody = Partial<Schemas['Problem'] & Schemas['PlanLimitProblem']>

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

  constructor(status: number, body: unknown, retry_after?: number) {
    const problem = (typeof body === 'object' && body !== null ? body : {}) as ProblemBody
    super(problem.message ?? `The registry responded with status ${status}.`)
    this.name = 'Problem'
    this.status = status
    this.code = problem.code ?? 'UNKNOWN'
    this.request_id = problem.request_id
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
