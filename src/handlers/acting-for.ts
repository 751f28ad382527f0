import type { Facts } from '../contract/typed.ts'
import type { Caller } from '../auth/callers.ts'
import { planGate, type Gated, type PlanCode } from '../auth/plan-gate.ts'

/** A feature that a plan includes, and where to get another plan. */
export interface PlanQuestion {
  readonly operation: Gated
  readonly upgrade_url: string
}
type Refusal<Code> = { readonly kind: 'refused'; readonly code: Code; readonly facts?: Facts }
export type ActingFor<Code> =
  | { readonly kind: 'organization'; readonly organization_id: string }
  | Refusal<Code | 'ROLE_REQUIRED' | 'ORGANIZATION_NOT_FOUND'>

/**
 * For which organization a request acts whose path names none: the one that it asks for; else that of the credential, or the first
 * that the person acts for. People are judged by the plan of that organization, since the gate before knew only their best one.
 */
export function actingFor(caller: Caller, asked: string | undefined): ActingFor<never>
export function actingFor(
  caller: Caller,
  asked: string | undefined,
  plan: PlanQuestion,
): ActingFor<PlanCode>
export function actingFor(
  caller: Caller,
  asked: string | undefined,
  plan?: PlanQuestion,
): ActingFor<PlanCode> {
  const organization_id = asked ?? caller.reach.organizations[0]!
  const limit = plan && planLimit(caller, organization_id, plan)
  if (limit) return limit
  if (caller.reach.organizations.includes(organization_id))
    return { kind: 'organization', organization_id }
  return {
    kind: 'refused',
    code: membershipIn(caller, organization_id) ? 'ROLE_REQUIRED' : 'ORGANIZATION_NOT_FOUND',
  }
}

/** Why the plan of this organization keeps a person from an operation; that of a key was judged before. */
export function planLimit(
  caller: Caller,
  organization_id: string,
  { operation, upgrade_url }: PlanQuestion,
): Refusal<PlanCode> | undefined {
  const limit = planGate(operation, membershipIn(caller, organization_id)?.plan, upgrade_url)
  return limit && { kind: 'refused', ...limit }
}

const membershipIn = (caller: Caller, organization_id: string) =>
  caller.kind === 'session'
    ? caller.memberships.find((known) => known.organization_id === organization_id)
    : undefined
