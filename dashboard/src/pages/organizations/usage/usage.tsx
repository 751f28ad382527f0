import {
  PLANS,
  useOrganizationState,
  type OrganizationState,
  type Plan,
  type QuotaUsage,
} from '../../../api/organizations.ts'
import { QueryBoundary, Skeleton } from '../../../parts/feedback/query-boundary.tsx'
import { Badge } from '../../../parts/badge.tsx'
import { formatBytes, formatNumber } from '../../../parts/text/format.ts'
import { DescriptionList, Panel } from '../../../parts/layout/page.tsx'
import { Id } from '../../../parts/text/copyable.tsx'
import { Time } from '../../../parts/text/time.tsx'
import { useOrganization } from '../../../shell/current-user.tsx'
import { PlanComparison } from './plans.tsx'
import { RetentionPanel } from './retention.tsx'
import { OrganizationPage, OrganizationReaders } from '../organization-page.tsx'
import { visibleName } from '../../../parts/text/visible.ts'

export default function Usage() {
  return (
    <OrganizationReaders title="Plan and usage">
      <UsagePage />
    </OrganizationReaders>
  )
}

function UsagePage() {
  const usage = useOrganizationState(useOrganization().organization_id)
  return (
    <OrganizationPage
      title="Plan and usage"
      lead="what the plan includes, and how much of it is used."
    >
      <QueryBoundary
        query={usage}
        fallback={
          <div class="columns">
            <Skeleton variant="plot" />
            <Skeleton variant="plot" />
          </div>
        }
      >
        {(state) => <UsageDetails state={state} />}
      </QueryBoundary>
    </OrganizationPage>
  )
}

const UsageDetails = ({ state }: { state: OrganizationState }) => (
  <>
    <div class="columns">
      <Panel
        title="Usage"
        note={
          <>
            on the <Badge tone="info">{state.plan}</Badge> plan
          </>
        }
      >
        <QuotaBar name="Workspaces" usage={state.quotas.workspaces} plan={state.plan} />
        <QuotaBar name="Agents" usage={state.quotas.agents} plan={state.plan} />
        <QuotaBar
          name="Installations"
          note="seen within 7 days"
          usage={state.quotas.installations}
          plan={state.plan}
        />
        <QuotaBar
          name="Install tokens"
          note="not used yet"
          usage={state.quotas.install_tokens}
          plan={state.plan}
        />
        <QuotaBar
          name="API keys"
          note="neither revoked nor expired"
          usage={state.quotas.api_keys}
          plan={state.plan}
        />
        <QuotaBar
          name="Storage"
          note="data sent by the organization"
          usage={state.quotas.stored_bytes}
          plan={state.plan}
          format={formatBytes}
        />
      </Panel>
      <div class="stack">
        <Panel title="Organization">
          <DescriptionList
            items={[
              ['Name', visibleName(state.name)],
              ['Identifier', <Id value={state.organization_id} full />],
              ['Created', <Time at={state.created_at} format="day" />],
            ]}
          />
        </Panel>
        <RetentionPanel state={state} />
      </div>
    </div>
    <PlanComparison current={state.plan} />
  </>
)

const WARNING_SHARE = 0.8
const BAR_WIDTH = 300

interface QuotaBarProps {
  readonly name: string
  readonly note?: string
  readonly usage: QuotaUsage
  readonly plan: Plan
  readonly format?: (amount: number) => string
}

/** Shows the usage of a quota as a bar and in numbers. */
function QuotaBar({
  name,
  note,
  usage: { current, max },
  plan,
  format = formatNumber,
}: QuotaBarProps) {
  const share = max === undefined ? 0 : Math.min(1, current / Math.max(max, 1))
  const full = max !== undefined && current >= max
  const tone = full ? 'bad' : share >= WARNING_SHARE ? 'warn' : 'good'
  return (
    <div class="quota">
      <p class="row">
        <strong>{name}</strong>
        {note !== undefined && <span class="muted small">{note}</span>}
        {tone !== 'good' && <Badge tone={tone}>{full ? 'full' : 'nearly full'}</Badge>}
        <span class="amount">
          {format(current)}
          {max === undefined ? ', no limit' : ` of ${format(max)}`}
        </span>
      </p>
      {max !== undefined && (
        <svg
          class={`bar ${tone}`}
          viewBox={`0 0 ${BAR_WIDTH} 6`}
          preserveAspectRatio="none"
          height="6"
          aria-hidden="true"
        >
          <rect class="track" width={BAR_WIDTH} height="6" />
          <rect width={share * BAR_WIDTH} height="6" />
        </svg>
      )}
      {full && (
        <p class="hint">
          To add more, remove some
          {plan !== PLANS.at(-1) && ', or ask the registry operator for a higher plan'}.
        </p>
      )}
    </div>
  )
}
