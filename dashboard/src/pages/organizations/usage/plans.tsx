import type { Plan } from '../../../api/organizations.ts'
import { Icon } from '../../../parts/layout/icon.tsx'
import { Panel } from '../../../parts/layout/panel.tsx'
import { FEATURES, PLANS } from './features.ts'

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
                {plan === current && ', yours'}
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
        <span class="hidden">included</span>
      </>
    )
  return value === false ? (
    <>
      <span class="muted" aria-hidden="true">
        –
      </span>
      <span class="hidden">not included</span>
    </>
  ) : (
    <>{value}</>
  )
}
