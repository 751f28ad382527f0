/** Lists the subscription plans, the lowest first (docs/specification/organizations.md#plans). */
export const PLANS = ['free', 'starter', 'professional', 'enterprise'] as const
export type Plan = (typeof PLANS)[number]

/** Returns whether a plan includes everything that `required` includes. */
export const includesPlan = (plan: Plan, required: Plan): boolean =>
  PLANS.indexOf(plan) >= PLANS.indexOf(required)

export type Resource =
  | 'workspaces'
  | 'agents'
  | 'installations'
  | 'install_tokens'
  | 'api_keys'
  | 'stored_bytes'

const MIB = 1024 ** 2

/** Limits how many of a resource one organization may have at a time; null means no limit (docs/specification/organizations.md#quotas). */
export const QUOTAS: { readonly [R in Resource]: { readonly [P in Plan]: number | null } } = {
  workspaces: { free: 3, starter: 10, professional: 50, enterprise: null },
  agents: { free: 20, starter: 200, professional: 2000, enterprise: 20_000 },
  installations: { free: 10, starter: 100, professional: 2000, enterprise: null },
  install_tokens: { free: 20, starter: 200, professional: 2000, enterprise: 20_000 },
  api_keys: { free: 10, starter: 50, professional: 200, enterprise: 1000 },
  stored_bytes: {
    free: 64 * MIB,
    starter: 512 * MIB,
    professional: 4096 * MIB,
    enterprise: 65_536 * MIB,
  },
}

/** Support requests are accepted until the stored bytes of an organization reach this multiple of its plan's quota. */
export const SUPPORT_RESERVE = 1.1

export type ConcurrentWork = 'tasks' | 'image_scans'

/** Limits how much work of one kind an organization may have in progress at a time; queued image scans count too. */
export const CONCURRENCY_LIMITS: {
  readonly [W in ConcurrentWork]: { readonly [P in Plan]: number }
} = {
  tasks: { free: 10, starter: 50, professional: 200, enterprise: 1000 },
  image_scans: { free: 10, starter: 50, professional: 200, enterprise: 2000 },
}

export interface ConcurrencyExceeded {
  readonly kind: 'concurrency'
  readonly work: ConcurrentWork
  readonly limit: number
}

/** Returns the lowest plan that allows more of a resource, or the given plan if none does. */
export const planAbove = (plan: Plan, resource: Resource): Plan =>
  PLANS.find(
    (candidate) =>
      QUOTAS[resource][candidate] === null ||
      QUOTAS[resource][candidate]! > (QUOTAS[resource][plan] ?? Infinity),
  ) ?? plan

export interface QuotaExceeded {
  readonly kind: 'quota'
  readonly resource: Resource
  readonly plan: Plan
  readonly current: number
  readonly max: number
}

/**
 * Returns the exceeded quota if one more item would exceed it.
 * @param current the number of items that exist already
 */
export function overQuota(
  plan: Plan,
  resource: Resource,
  current: number,
): QuotaExceeded | undefined {
  const max = QUOTAS[resource][plan]
  return max !== null && current >= max
    ? { kind: 'quota', resource, plan, current, max }
    : undefined
}
