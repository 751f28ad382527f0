import type { Plan } from '../../../api/organizations.ts'

export const PLANS: readonly Plan[] = ['free', 'starter', 'professional', 'enterprise']

interface Feature {
  readonly name: string
  readonly values: readonly (string | boolean)[]
}
const fromPlan = (lowest: Plan) => PLANS.map((plan) => PLANS.indexOf(plan) >= PLANS.indexOf(lowest))

/** Features and quotas in the order of the plans, as listed in the contract's section on plans and quotas. */
export const FEATURES: readonly Feature[] = [
  { name: 'Workspaces', values: ['3', '10', '50', 'no limit'] },
  { name: 'Installations seen within 7 days', values: ['10', '100', '2,000', 'no limit'] },
  { name: 'Unused install tokens', values: ['20', '200', '2,000', '20,000'] },
  { name: 'Registry, trust, tasks, disputes, images', values: fromPlan('free') },
  { name: 'Audit log', values: fromPlan('starter') },
  { name: 'E-mail support', values: fromPlan('starter') },
  { name: 'Audit log export', values: fromPlan('professional') },
  { name: 'Registry network', values: fromPlan('professional') },
  { name: 'Priority support, chat support', values: fromPlan('professional') },
  { name: 'Compliance report', values: fromPlan('enterprise') },
  { name: 'Longer retention', values: fromPlan('enterprise') },
  { name: 'Customer success', values: fromPlan('enterprise') },
]
