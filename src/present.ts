import type { Facts } from './contract/typed.ts'
import { problems, type ProblemCode } from './problems.ts'

/** The body of an error: one family for all of them, the plan-limit error of the interface being a member. */
export function present(code: ProblemCode, facts: Facts, request_id: string): object {
  const { error, message } = problems[code]
  return { error, message: facts.message ?? message, code, request_id, ...(facts.issues && { issues: facts.issues }), ...facts.extra }
}
