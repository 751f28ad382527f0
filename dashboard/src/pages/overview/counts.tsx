import { useOrganizationState, type QuotaUsage } from '../../api/organization.ts'
import { Asked } from '../../parts/asked.tsx'
import { numeral } from '../../parts/numbers.ts'
import { to } from '../../to.ts'

type Counted = readonly [title: string, href: string, quota: QuotaUsage | undefined]
const UNKNOWN: readonly Counted[] = [
  ['Workspaces', '', undefined],
  ['Installations', '', undefined],
  ['Install tokens', '', undefined],
]

/** How much of the plan is used. */
export function Counts({ organization_id }: { organization_id: string }) {
  const state = useOrganizationState(organization_id)
  const counts = (plan: string, of: readonly Counted[]) => (
    <ul class="counts sheet">
      {of.map(([title, href, quota]) => (
        <li key={title}>
          <a href={href}>
            <span class="muted">{title}</span>
            <strong>{quota ? numeral(quota.current) : '\u00a0'}</strong>
            <Used quota={quota} />
          </a>
        </li>
      ))}
      <li>
        <a href={to('organizationUsage')}>
          <span class="muted">Plan</span>
          <strong class="plan">{plan}</strong>
          <span class="muted small">what it includes</span>
        </a>
      </li>
    </ul>
  )
  return (
    <Asked query={state} as={<div aria-busy="true">{counts('\u00a0', UNKNOWN)}</div>}>
      {({ plan, quotas }) =>
        counts(plan, [
          ['Workspaces', to('workspaces'), quotas.workspaces],
          ['Installations', to('workspaces'), quotas.installations],
          ['Install tokens', to('workspaces'), quotas.install_tokens],
        ])
      }
    </Asked>
  )
}

function Used({ quota }: { quota: QuotaUsage | undefined }) {
  if (!quota) return <span class="muted small">{'\u00a0'}</span>
  const full = quota.max !== undefined && quota.current >= quota.max
  return (
    <span class={full ? 'full small' : 'muted small'}>
      {quota.max === undefined
        ? 'no limit'
        : `of ${numeral(quota.max)}${full ? ', none left' : ''}`}
    </span>
  )
}
