import { Page, Panel } from '../../parts/layout/page.tsx'
import { permits, useOrganization } from '../../shell/current-user.tsx'
import { useOrganizationState, type QuotaUsage } from '../../api/organizations.ts'
import { QueryBoundary, Skeleton } from '../../parts/feedback/query-boundary.tsx'
import { formatNumber } from '../../parts/text/format.ts'
import { pageUrl } from '../../urls.ts'
import { useRecentAudit } from '../../api/overview.ts'
import { OutcomeBadge } from '../../parts/badges.tsx'
import { EntityName } from '../../parts/text/copyable.tsx'
import { FleetPanels, FleetTrendsPanel } from './fleet-panels.tsx'
import { EventName } from '../../parts/text/event-name.tsx'
import { NamedEntity } from '../../shell/named-entity.tsx'
import { Table, type Column } from '../../parts/tables/table.tsx'
import { Time } from '../../parts/text/time.tsx'
import type { AuditRecord } from '../../api/audit.ts'
import './overview.css'

export default function Overview() {
  const organization = useOrganization()
  const { organization_id, name } = organization
  return (
    <Page title={name} lead="Usage, installations that need attention, and recent activity.">
      {permits(organization, 'organization:read') && (
        <QuotaCounts organization_id={organization_id} />
      )}
      {permits(organization, 'installations:read') && (
        <FleetPanels organization_id={organization_id} />
      )}
      {permits(organization, 'audit:read') && <RecentActivity organization_id={organization_id} />}
      {permits(organization, 'installations:read') && (
        <FleetTrendsPanel organization_id={organization_id} />
      )}
    </Page>
  )
}

type QuotaCount = readonly [title: string, href: string, quota: QuotaUsage | undefined]
const PLACEHOLDERS: readonly QuotaCount[] = [
  ['Workspaces', '', undefined],
  ['Installations', '', undefined],
  ['Install tokens', '', undefined],
]

/** Shows the usage of the plan. */
function QuotaCounts({ organization_id }: { organization_id: string }) {
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
          ['Installations', pageUrl('fleet'), quotas.installations],
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

const ACTIVITY_COLUMNS: readonly Column<AuditRecord>[] = [
  { name: 'Event', lead: true, cell: ({ event_type }) => <EventName type={event_type} /> },
  {
    name: 'Target',
    cell: ({ target }) => (target ? <NamedEntity {...target} /> : <span class="muted">none</span>),
  },
  { name: 'Actor', cell: (record) => <EntityName {...actorOf(record)} /> },
  {
    name: 'Outcome',
    cell: ({ outcome, event_type }) => <OutcomeBadge outcome={outcome} event_type={event_type} />,
  },
  { name: 'Time', cell: ({ occurred_at }) => <Time at={occurred_at} /> },
]

/** A sign-in has no actor yet, so the e-mail address of the record is shown instead. */
function actorOf({ actor, metadata }: AuditRecord): { type: string; id?: string } {
  const email = (metadata as Readonly<Record<string, unknown>>)['email']
  if (actor.type !== 'anonymous') return actor
  return typeof email === 'string' ? { type: 'member', id: email } : { type: actor.type }
}

/** Returns the records without the start of a task whose end is among them, so that one task is one row. */
function withoutStartedTasks(records: readonly AuditRecord[]): readonly AuditRecord[] {
  const ended = new Set(
    records
      .filter(({ event_type }) => ['task.completed', 'task.failed'].includes(event_type))
      .map(({ target }) => target?.id),
  )
  return records.filter(
    ({ event_type, target }) => event_type !== 'task.routed' || !ended.has(target?.id),
  )
}

/** Lists the newest audit records. */
function RecentActivity({ organization_id }: { organization_id: string }) {
  const recent = useRecentAudit(organization_id)
  return (
    <Panel title="Recent activity" actions={<a href={pageUrl('audit')}>Audit log</a>}>
      <QueryBoundary query={recent} fallback={<Skeleton lines={8} />}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="muted">No activity yet.</p>
          ) : (
            <Table
              label="Newest audit records"
              rows={withoutStartedTasks(items)}
              columns={ACTIVITY_COLUMNS}
              keyOf={({ id }) => id}
            />
          )
        }
      </QueryBoundary>
    </Panel>
  )
}
