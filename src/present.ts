import type { ProblemDetails } from './contract/typed.ts'
import { problems, type ProblemCode } from './problems.ts'

/**
 * Returns the body of a problem. All problems have the format of the plan-limit error of the interface
 * (docs/specification/http.md#error-body).
 */
export function present(code: ProblemCode, details: ProblemDetails, request_id: string): object {
  const { error, message } = problems[code]
  return {
    error,
    message: details.message ?? message,
    code,
    request_id,
    ...(details.issues && { issues: details.issues }),
    ...details.extra,
  }
}
