import { CORE_OPERATIONS } from './core-operations.ts'
import type { Operation } from './fixtures.ts'
import { PAID_OPERATIONS } from './paid-operations.ts'
import { PLANS, type Plan } from './target.ts'

/** All operations in the order of the interface. */
export const OPERATIONS: readonly Operation[] = [...CORE_OPERATIONS, ...PAID_OPERATIONS]

/** The operations that not every plan includes. */
export const PLAN_GATED = OPERATIONS.filter(({ plan }) => plan !== 'free')
/** Returns the plan below a plan. */
export const planBelow = (plan: Plan): Plan => PLANS[PLANS.indexOf(plan) - 1] ?? 'free'

/** Returns the operation with this id. @throws Error if there is none */
export function operation(id: string): Operation {
  const found = OPERATIONS.find((one) => one.id === id)
  if (!found) throw new Error(`There is no operation ${id}.`)
  return found
}
