import { Page, Panel } from '../../parts/layout/page.tsx'
import { permits, useOrganization } from '../../shell/current-user.tsx'
import { useOrganizationState, type QuotaUsage } from '../../api/organizations.ts'
import { QueryBoundary, Skeleton } from '../../parts/feedback/query-boundary.tsx'
import { formatNumber } from '../../parts/text/format.ts'
import { pageUrl } from '../../urls.ts'
import { useFleetState } from '../../api/fleet.ts'
import { OutcomeBadge } from '../../entities/status-badges.tsx'
import { FleetTrends } from '../../entities/fleet-trends.tsx'
import { FleetPanel, isEmpty } from './fleet-panel.tsx'
import { EventName, ElapsedTime } from '../../entities/event-name.tsx'
import { NamedEntity } from '../../entities/named-entity.tsx'
import { Table, type Column } from '../../parts/tables/table.tsx'
import { Time } from '../../parts/text/time.tsx'
import { useRecentAudit, type AuditRecord } from '../../api/audit.ts'
import { joinTaskRecords, taskDuration, type RecordRow } from '../../entities/task-records.ts'
import { visibleName } from '../../parts/text/visible.ts'
import './overview.css'

/**
 * Shows the state of an organization. The panels have no fixed height, so the recent activity appears only when the fleet panel has loaded
 * or failed, and the trends only when the activity has, too.
 */
export default function Overview() {
  const organization = useOrganization()
  const { organization_id, name } = organization
  const fleet = useFleetState(organization_id, permits(organization, 'installations:read'))
  const activity = useRecentAudit(organization_id, permits(organization, 'audit:read'))
  return (
    <Page
      title={visibleName(name)}
      lead="Usage, installations that need attention, and recent activity."
    >
      {permits(organization, 'organization:read') && (
        <QuotaCounts organization_id={organization_id} />
      )}
      {permits(organization, 'installations:read') && (
        <FleetPanel organization_id={organization_id} fleet={fleet} />
      )}
      {permits(organization, 'audit:read') && !fleet.isLoading && (
        <RecentActivity activity={activity} />
      )}
      {fleet.data && !isEmpty(fleet.data) && !activity.isLoading && (
        <FleetTrends organization_id={organization_id} />
      )}
    </Page>
  )
}

type QuotaCount = readonly [
  title: string,
  href: string,
  quota: QuotaUsage | undefined,
  counted?: string,
]
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
      {of.map(([title, href, quota, counted]) => (
        <li key={title}>
          <a href={href}>
            <span class="muted">{title}</span>
            <strong>{quota ? formatNumber(quota.current) : '\u00a0'}</strong>
            <QuotaLimit quota={quota} counted={counted} />
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
          ['Installations', pageUrl('fleet'), quotas.installations, 'seen within 7 days'],
          ['Install tokens', pageUrl('workspaces'), quotas.install_tokens],
        ])
      }
    </QueryBoundary>
  )
}

/** Shows the limit of a quota. `counted` says which objects count towards it, unless all do. */
function QuotaLimit({
  quota,
  counted,
}: {
  quota: QuotaUsage | undefined
  counted: string | undefined
}) {
  if (!quota) return <span class="muted small">{'\u00a0'}</span>
  const full = quota.max !== undefined && quota.current >= quota.max
  const limit = quota.max === undefined ? 'no limit' : `of ${formatNumber(quota.max)}`
  return (
    <span class={full ? 'full small' : 'muted small'}>
      {[limit, counted, full && 'none left'].filter(Boolean).join(', ')}
    </span>
  )
}

const ACTIVITY_COLUMNS: readonly Column<RecordRow>[] = [
  {
    name: 'Event',
    lead: true,
    cell: ({ record }) => (
      <span class="two-lines">
        <EventName type={record.event_type} />
        <ElapsedTime duration_ms={taskDuration(record)} />
      </span>
    ),
  },
  {
    name: 'Target',
    cell: ({ record: { target } }) =>
      target ? <NamedEntity {...target} /> : <span class="muted">none</span>,
  },
  { name: 'Actor', cell: ({ record }) => <NamedEntity {...actorOf(record)} /> },
  {
    name: 'Outcome',
    cell: ({ record: { outcome, event_type } }) => (
      <OutcomeBadge outcome={outcome} event_type={event_type} />
    ),
  },
  { name: 'Time', cell: ({ record: { occurred_at } }) => <Time at={occurred_at} /> },
]

/** A sign-in has no actor yet, so the e-mail address of the record is shown instead. */
function actorOf({ actor, metadata }: AuditRecord): { type: string; id?: string } {
  const email = (metadata as Readonly<Record<string, unknown>>)['email']
  if (actor.type !== 'anonymous') return actor
  return typeof email === 'string' ? { type: 'member', id: email } : { type: actor.type }
}

/** Lists the newest audit records. */
function RecentActivity({ activity }: { activity: ReturnType<typeof useRecentAudit> }) {
  return (
    <Panel title="Recent activity" actions={<a href={pageUrl('audit')}>Audit log</a>}>
      <QueryBoundary query={activity} fallback={<Skeleton lines={8} />}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="muted">No activity yet.</p>
          ) : (
            <Table
              label="Newest audit records"
              rows={joinTaskRecords(items)}
              columns={ACTIVITY_COLUMNS}
              keyOf={({ record: { id } }) => id}
            />
          )
        }
      </QueryBoundary>
    </Panel>
  )
}
