import type { Schemas } from './contract.ts'

/** What a refusal may say; nothing of it is certain, because a proxy may have answered. */
type ProblemBody = Partial<Schemas['Problem'] & Schemas['PlanLimitProblem']>

/** Why a request was refused, or never arrived (status 0, code `UNREACHABLE`). */
export class Problem extends Error {
  readonly status: number
  readonly code: string
  readonly request_id: string | undefined
  readonly issues: readonly Schemas['ProblemIssue'][]
  readonly required_plan: ProblemBody['required_plan']
  readonly upgrade_url: ProblemBody['upgrade_url']
  readonly current_usage: ProblemBody['current_usage']
  /** Seconds until it is worth trying again, where the registry said so. */
  readonly retry_after: number | undefined

  constructor(status: number, body: unknown, retry_after?: number) {
    const facts = (typeof body === 'object' && body !== null ? body : {}) as ProblemBody
    super(facts.message ?? `The registry answered ${status}.`)
    this.name = 'Problem'
    this.status = status
    this.code = facts.code ?? 'UNKNOWN'
    this.request_id = facts.request_id
    this.issues = facts.issues ?? []
    this.required_plan = facts.required_plan
    this.upgrade_url = facts.upgrade_url
    this.current_usage = facts.current_usage
    this.retry_after = retry_after
  }
}

/** What stands for an answer that never came. */
export const unreachable = (): Problem =>
  new Problem(0, {
    code: 'UNREACHABLE',
    message: 'The registry does not answer. It may be restarting, or this device is offline.',
  })

export const isProblem = (error: unknown, status: number): boolean =>
  error instanceof Problem && error.status === status
