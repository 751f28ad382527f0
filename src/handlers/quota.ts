import type { Facts } from '../contract/typed.ts'
import { planAbove, type QuotaExceeded } from '../domain/plans.ts'

const CODES = {
  workspaces: 'WORKSPACES_LIMIT_EXCEEDED',
  installations: 'INSTALLATIONS_LIMIT_EXCEEDED',
  install_tokens: 'INSTALL_TOKENS_LIMIT_EXCEEDED',
} as const

/** A full quota as a 402 with its usage (Interface, Errors: plan-limit error). */
export function overQuota({ resource, plan, current, max }: QuotaExceeded, upgrade_url: string): [(typeof CODES)[keyof typeof CODES], Facts] {
  const required_plan = planAbove(plan, resource)
  const way = required_plan === plan ? 'free some of them' : `the ${required_plan} plan allows more`
  return [CODES[resource], {
    message: `This organization is on the ${plan} plan, which allows ${max} ${resource.replaceAll('_', ' ')}, and has ${current}; ${way}.`,
    extra: { required_plan, upgrade_url, current_usage: { current, max } },
  }]
}
