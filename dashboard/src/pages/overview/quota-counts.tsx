import { useOrganizationState, type QuotaUsage } from '../../api/organizations.ts'
import { QueryBoundary } from '../../parts/feedback/query-boundary.tsx'
import { formatNumber } from '../../parts/text/numbers.ts'
import { pageUrl } from '../../urls.ts'

type QuotaCount = readonly [title: string, href: string, quota: QuotaUsage | undefined]
const PLACEHOLDERS: readonly QuotaCount[] = [
  ['Workspaces', '', undefined],
  ['Installations', '', undefined],
  ['Install tokens', '', undefined],
]

/** Shows the usage of the plan. */
export function QuotaCounts({ organization_id }: { organization_id: string }) {
  const state = useOrganizationState(organization_id)
  const render = (plan: string, of: readonly QuotaCount[]) => (
    <ul class="counts sheet">
      {of.map(([title, href, quota]) => (
        <li key={title}>
          <a href={href}>
            <span class="muted">{title}</span>
            <strong>{quota ? formatNumber(quota.current) : '\u00a0'}</strong>
            <QuotaLimit quota={quota} />
          </a>
        </li>
      ))}
      <li>
        <a href={pageUrl('organizationUsage')}>
          <span class="muted">Plan</span>
          <strong class="plan">{plan}</strong>
          <span class="muted small">compare plans</span>
        </a>
      </li>
    </ul>
  )
  return (
    <QueryBoundary
      query={state}
      fallback={<div aria-busy="true">{render('\u00a0', PLACEHOLDERS)}</div>}
    >
      {({ plan, quotas }) =>
        render(plan, [
          ['Workspaces', pageUrl('workspaces'), quotas.workspaces],
          ['Installations', pageUrl('workspaces'), quotas.installations],
          ['Install tokens', pageUrl('workspaces'), quotas.install_tokens],
        ])
      }
    </QueryBoundary>
  )
}

function QuotaLimit({ quota }: { quota: QuotaUsage | undefined }) {
  if (!quota) return <span class="muted small">{'\u00a0'}</span>
  const full = quota.max !== undefined && quota.current >= quota.max
  return (
    <span class={full ? 'full small' : 'muted small'}>
      {quota.max === undefined
        ? 'no limit'
        : `of ${formatNumber(quota.max)}${full ? ', none left' : ''}`}
    </span>
  )
}
