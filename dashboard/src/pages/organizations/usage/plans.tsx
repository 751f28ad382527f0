import { planIncludes, PLANS, type Plan } from '../../../api/organizations.ts'
import { Icon } from '../../../parts/layout/icon.tsx'
import { Panel } from '../../../parts/layout/page.tsx'

/** Compares the plans. */
export const PlanComparison = ({ current }: { current: Plan }) => (
  <Panel title="Plan comparison" note="To change the plan, contact the registry operator.">
    <div class="plans">
      <table aria-label="Plans">
        <thead>
          <tr>
            <th scope="col">Feature</th>
            {PLANS.map((plan) => (
              <th key={plan} scope="col" class={plan === current ? 'current' : undefined}>
                <span class="plan-name">{plan}</span>
                {plan === current && ' (current)'}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {FEATURES.map(({ name, values }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {PLANS.map((plan, index) => (
                <td key={plan} data-name={plan} class={plan === current ? 'current' : undefined}>
                  <FeatureValue value={values[index]!} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </Panel>
)

const FeatureValue = ({ value }: { value: string | boolean }) => {
  if (value === true)
    return (
      <>
        <Icon name="check" />
        <span class="visually-hidden">included</span>
      </>
    )
  return value === false ? (
    <>
      <span class="muted" aria-hidden="true">
        –
      </span>
      <span class="visually-hidden">not included</span>
    </>
  ) : (
    <>{value}</>
  )
}

interface Feature {
  readonly name: string
  /** One value for each plan: whether it is included, or the quota. */
  readonly values: readonly (string | boolean)[]
}
const fromPlan = (lowest: Plan) => PLANS.map((plan) => planIncludes(plan, lowest))

/** The features that every plan includes, and those in the table of the contract's section on plans and quotas. */
export const FEATURES: readonly Feature[] = [
  { name: 'Workspaces', values: ['3', '10', '50', 'no limit'] },
  { name: 'Agents', values: ['20', '200', '2,000', '20,000'] },
  { name: 'Installations seen within 7 days', values: ['10', '100', '2,000', 'no limit'] },
  { name: 'Unused install tokens', values: ['20', '200', '2,000', '20,000'] },
  { name: 'API keys, neither revoked nor expired', values: ['10', '50', '200', '1,000'] },
  { name: 'Storage', values: ['64 MiB', '512 MiB', '4 GiB', '64 GiB'] },
  { name: 'Image scans queued or running', values: ['10', '50', '200', '2,000'] },
  { name: 'Routed tasks in progress', values: ['10', '50', '200', '1,000'] },
  { name: 'Registry, trust, tasks, disputes, images', values: fromPlan('free') },
  { name: 'Audit logs', values: fromPlan('starter') },
  { name: 'E-mail support', values: fromPlan('starter') },
  { name: 'Audit log export', values: fromPlan('professional') },
  { name: 'Registry network', values: fromPlan('professional') },
  { name: 'Priority support, chat support', values: fromPlan('professional') },
  { name: 'Compliance report', values: fromPlan('enterprise') },
  { name: 'Longer retention', values: fromPlan('enterprise') },
  { name: 'Customer success', values: fromPlan('enterprise') },
]
