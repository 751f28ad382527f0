import type { ProblemDetails } from './contract/typed.ts'
import { problems, type ProblemCode } from './problems.ts'

/**
 * Returns the body of an error. All errors have the same form, that of the interface's plan-limit error
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
