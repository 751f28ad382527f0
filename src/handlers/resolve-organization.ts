import type { ProblemDetails } from '../contract/typed.ts'
import type { Caller } from '../auth/callers.ts'
import { planGate, type GatedOperation, type PlanCode } from '../auth/plan-gate.ts'

/** An operation that requires a plan, and the page for changing the plan. */
export interface PlanRequirement {
  readonly operation: GatedOperation
  readonly upgrade_url: string
}
/** The problem with which a request is refused. */
type Refused<Code> = {
  readonly kind: 'refused'
  readonly code: Code
  readonly details?: ProblemDetails
}
export type ResolvedOrganization<Code> =
  | { readonly kind: 'organization'; readonly organization_id: string }
  | Refused<Code | 'ROLE_REQUIRED' | 'ORGANIZATION_NOT_FOUND'>

/**
 * Resolves the organization that a request acts for when its path does not name one: the requested one, or else that of the credential, or
 * else the first one for which the person acts. The plan of a person is checked here because the plan gate runs before the organization is
 * known and only uses the highest plan of the organizations in which the person's role permits the operation.
 */
export function resolveOrganization(
  caller: Caller,
  requested: string | undefined,
): ResolvedOrganization<never>
export function resolveOrganization(
  caller: Caller,
  requested: string | undefined,
  plan: PlanRequirement,
): ResolvedOrganization<PlanCode>
export function resolveOrganization(
  caller: Caller,
  requested: string | undefined,
  plan?: PlanRequirement,
): ResolvedOrganization<PlanCode> {
  const organization_id = requested ?? caller.reach.organizations[0]!
  const limit = plan && planLimit(caller, organization_id, plan)
  if (limit) return limit
  if (caller.reach.organizations.includes(organization_id))
    return { kind: 'organization', organization_id }
  return {
    kind: 'refused',
    code: membershipIn(caller, organization_id) ? 'ROLE_REQUIRED' : 'ORGANIZATION_NOT_FOUND',
  }
}

/**
 * Returns the problem if the plan of this organization does not include the operation. The gate has already checked the plan of an API key.
 */
export function planLimit(
  caller: Caller,
  organization_id: string,
  { operation, upgrade_url }: PlanRequirement,
): Refused<PlanCode> | undefined {
  const limit = planGate(operation, membershipIn(caller, organization_id)?.plan, upgrade_url)
  return limit && { kind: 'refused', ...limit }
}

const membershipIn = (caller: Caller, organization_id: string) =>
  caller.kind === 'session'
    ? caller.memberships.find((membership) => membership.organization_id === organization_id)
    : undefined
