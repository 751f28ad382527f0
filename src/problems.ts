import type { ProblemDefinitions } from './contract/typed.ts'
import { conflictProblems } from './problems/conflicts.ts'
import { credentialProblems } from './problems/credentials.ts'
import { notFoundProblems } from './problems/not-found.ts'
import { permissionProblems } from './problems/permissions.ts'
import { planProblems } from './problems/plan-limits.ts'
import { requestProblems, serverProblems } from './problems/requests.ts'

/** Every error of the platform: a stable code, its status and class, and a message that says what happened and how to fix it. */
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
