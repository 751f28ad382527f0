import { includesPlan, PLANS, type Plan } from '../domain/organizations/plans.ts'
import type { ProblemDetails, TableEntry } from '../contract/typed.ts'
import type { ProblemCode, problems } from '../problems/problems.ts'
import type { Caller } from './callers.ts'

/** The problem codes that a higher plan resolves. */
export type PlanCode = {
  [Code in ProblemCode]: (typeof problems)[Code]['status'] extends 402 ? Code : never
}[ProblemCode]

/** The feature of each gated operation, scope or tag, with its 402 code and its name in the message. */
const FEATURES: Readonly<Record<string, { code: PlanCode; name: string }>> = {
  'audit:export': { code: 'AUDIT_EXPORT_REQUIRES_UPGRADE', name: 'Exporting the audit log' },
  audit: { code: 'AUDIT_LOGS_REQUIRES_UPGRADE', name: 'The audit log' },
  emailSupport: { code: 'EMAIL_SUPPORT_REQUIRES_UPGRADE', name: 'E-mail support' },
  requestPrioritySupport: {
    code: 'PRIORITY_SUPPORT_REQUIRES_UPGRADE',
    name: 'Priority support',
  },
  openSupportChat: { code: 'CHAT_SUPPORT_REQUIRES_UPGRADE', name: 'Chat support' },
  contactCustomerSuccess: { code: 'CUSTOMER_SUCCESS_REQUIRES_UPGRADE', name: 'Customer success' },
  network: { code: 'REGISTRY_NETWORK_REQUIRES_UPGRADE', name: 'The registry network' },
  setRetention: { code: 'RETENTION_REQUIRES_UPGRADE', name: 'A retention override' },
  getComplianceReport: { code: 'COMPLIANCE_REQUIRES_UPGRADE', name: 'A compliance report' },
}

export interface PlanProblem {
  readonly code: PlanCode
  readonly details: ProblemDetails
}

export type GatedOperation = Pick<TableEntry, 'id' | 'tag' | 'requiredPlan' | 'requiredScope'>

/** Returns the problem if the plan does not include the operation. The contract states the required plan (`x-required-plan`). */
export function planGate(
  operation: GatedOperation,
  plan: Plan | undefined,
  upgrade_url: string,
): PlanProblem | undefined {
  const required = operation.requiredPlan as Plan | null
  if (required === null || plan === undefined || includesPlan(plan, required)) return undefined
  const { code, name } = (FEATURES[operation.id] ??
    FEATURES[operation.requiredScope ?? ''] ??
    FEATURES[operation.tag])!
  return {
    code,
    details: {
      message: `${name} requires the ${required} plan; this organization is on ${plan}.`,
      extra: { required_plan: required, upgrade_url },
    },
  }
}

/**
 * Returns the plan that applies to a request: that of the credential's organization. For a person it is the plan of the organization in the
 * path. If the path names none, or one to which the person does not belong, it is the highest plan of the organizations in which the role
 * of the person permits the operation, or of all organizations of the person if there are none. It is undefined for a person without any
 * organization, whose requests fail for another reason.
 */
export function planOf(caller: Caller, org_id: string | undefined): Plan | undefined {
  if (caller.kind !== 'session') return caller.plan
  const { memberships, reach } = caller
  const in_path = memberships.filter(({ organization_id }) => organization_id === org_id)
  const permitting = memberships.filter(({ organization_id }) =>
    reach.organizations.includes(organization_id),
  )
  const relevant =
    [in_path, permitting, memberships].find((candidates) => candidates.length > 0) ?? []
  return PLANS.findLast((plan) => relevant.some((membership) => membership.plan === plan))
}
