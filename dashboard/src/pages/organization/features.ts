import type { Plan } from '../../api/organization.ts'

export const PLANS: readonly Plan[] = ['free', 'starter', 'professional', 'enterprise']

interface Feature {
  readonly name: string
  readonly of: readonly (string | boolean)[]
}
const from = (least: Plan) => PLANS.map((plan) => PLANS.indexOf(plan) >= PLANS.indexOf(least))

/** Features and quotas in the order of the plans, as the contract's section on plans and quotas lists them. */
export const FEATURES: readonly Feature[] = [
  { name: 'Workspaces', of: ['3', '10', '50', 'no limit'] },
  { name: 'Installations seen within 7 days', of: ['10', '100', '2,000', 'no limit'] },
  { name: 'Unused install tokens', of: ['20', '200', '2,000', '20,000'] },
  { name: 'Registry, trust, tasks, disputes, images', of: from('free') },
  { name: 'Audit log', of: from('starter') },
  { name: 'Support by e-mail', of: from('starter') },
  { name: 'Export of the audit log', of: from('professional') },
  { name: 'Registry network', of: from('professional') },
  { name: 'Support with priority, support by chat', of: from('professional') },
  { name: 'Compliance report', of: from('enterprise') },
  { name: 'Longer retention', of: from('enterprise') },
  { name: 'Customer success', of: from('enterprise') },
]
