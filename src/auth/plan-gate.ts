import { allows, PLANS, type Plan } from '../domain/organizations/plans.ts'
import type { Facts, TableEntry } from '../contract/typed.ts'
import type { ProblemCode, problems } from '../problems.ts'
import type { Caller } from './callers.ts'

/** The problems that a higher plan solves. */
export type PlanCode = {
  [Code in ProblemCode]: (typeof problems)[Code]['status'] extends 402 ? Code : never
}[ProblemCode]

/** The feature behind each gated operation, or else scope or tag, as its 402 code and its sentence name it. */
const FEATURES: Readonly<Record<string, { code: PlanCode; name: string }>> = {
  'audit:export': { code: 'AUDIT_EXPORT_REQUIRES_UPGRADE', name: 'Exporting the audit log' },
  audit: { code: 'AUDIT_LOGS_REQUIRES_UPGRADE', name: 'The audit log' },
  emailSupport: { code: 'EMAIL_SUPPORT_REQUIRES_UPGRADE', name: 'Support by e-mail' },
  requestPrioritySupport: {
    code: 'PRIORITY_SUPPORT_REQUIRES_UPGRADE',
    name: 'Support with priority',
  },
  openSupportChat: { code: 'CHAT_SUPPORT_REQUIRES_UPGRADE', name: 'Support in the chat' },
  contactCustomerSuccess: { code: 'CUSTOMER_SUCCESS_REQUIRES_UPGRADE', name: 'Customer success' },
  network: { code: 'REGISTRY_NETWORK_REQUIRES_UPGRADE', name: 'The registry network' },
  setRetention: { code: 'RETENTION_REQUIRES_UPGRADE', name: 'A retention override' },
  getComplianceReport: { code: 'COMPLIANCE_REQUIRES_UPGRADE', name: 'A compliance report' },
}

export interface PlanLimit {
  readonly code: PlanCode
  readonly facts: Facts
}

export type Gated = Pick<TableEntry, 'id' | 'tag' | 'requiredPlan' | 'requiredScope'>

/** Refuses an operation that the caller's plan does not include; the required plan stands in the contract (`x-required-plan`). */
export function planGate(
  operation: Gated,
  plan: Plan | undefined,
  upgrade_url: string,
): PlanLimit | undefined {
  const required = operation.requiredPlan as Plan | null
  if (required === null || plan === undefined || allows(plan, required)) return undefined
  const { code, name } = (FEATURES[operation.id] ??
    FEATURES[operation.requiredScope ?? ''] ??
    FEATURES[operation.tag])!
  return {
    code,
    facts: {
      message: `${name} needs the ${required} plan; this organization is on ${plan}.`,
      extra: { required_plan: required, upgrade_url },
    },
  }
}

/**
 * The plan a request is judged by: the organization's that the credential belongs to; for a person, that of the organization
 * in the path, else the best of those the person acts for or, acting for none, belongs to. Undefined for a person without any:
 * not the plan is what such a one lacks.
 */
export function planOf(caller: Caller, org_id: string | undefined): Plan | undefined {
  if (caller.kind !== 'session') return caller.plan
  const { memberships, reach } = caller
  const named = memberships.filter(({ organization_id }) => organization_id === org_id)
  const acting = memberships.filter(({ organization_id }) =>
    reach.organizations.includes(organization_id),
  )
  const judged = [named, acting, memberships].find((some) => some.length > 0) ?? []
  return PLANS.findLast((plan) => judged.some((membership) => membership.plan === plan))
}
