/** Subscription plans, lowest first (Interface, Authentication 10). */
export const PLANS = ['free', 'starter', 'professional', 'enterprise'] as const
export type Plan = (typeof PLANS)[number]

/** Whether a plan includes what `required` includes. */
export const allows = (plan: Plan, required: Plan): boolean => PLANS.indexOf(plan) >= PLANS.indexOf(required)

export type Resource = 'workspaces' | 'installations' | 'install_tokens'

/** How many of a resource one organization may have at a time; null is without limit (decisions, Errors). */
export const QUOTAS: { readonly [R in Resource]: { readonly [P in Plan]: number | null } } = {
  workspaces: { free: 3, starter: 10, professional: 50, enterprise: null },
  installations: { free: 10, starter: 100, professional: 2000, enterprise: null },
  install_tokens: { free: 20, starter: 200, professional: 2000, enterprise: 20_000 },
}

/** The way out of a full quota: the lowest plan that allows more, or the caller's own where none does. */
export const planAbove = (plan: Plan, resource: Resource): Plan =>
  PLANS.find((candidate) => QUOTAS[resource][candidate] === null || QUOTAS[resource][candidate]! > (QUOTAS[resource][plan] ?? Infinity)) ?? plan

export interface QuotaExceeded { readonly kind: 'quota'; readonly resource: Resource; readonly plan: Plan; readonly current: number; readonly max: number }

/** Tells whether one more would be too many. `current` counts what exists already. */
export function overQuota(plan: Plan, resource: Resource, current: number): QuotaExceeded | undefined {
  const max = QUOTAS[resource][plan]
  return max !== null && current >= max ? { kind: 'quota', resource, plan, current, max } : undefined
}
