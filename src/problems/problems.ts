import type { ProblemDefinitions, ProblemDetails } from '../contract/typed.ts'
import { conflictProblems } from './conflicts.ts'
import { credentialProblems } from './credentials.ts'
import { notFoundProblems } from './not-found.ts'
import { permissionProblems } from './permissions.ts'
import { planProblems } from './plan-limits.ts'
import { requestProblems, serverProblems } from './requests.ts'

/**
 * Every error of the platform: a stable code, its status and class, and a message that says what happened and, where the caller can fix it,
 * how.
 */
export const problems = {
  ...requestProblems,
  ...credentialProblems,
  ...planProblems,
  ...permissionProblems,
  ...notFoundProblems,
  ...conflictProblems,
  ...serverProblems,
} as const satisfies ProblemDefinitions

export type ProblemCode = keyof typeof problems

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
