import { useOrganizationState, type OrganizationState } from '../../api/organization.ts'
import { Asked } from '../../parts/asked.tsx'
import { Badge } from '../../parts/badge.tsx'
import { bytes } from '../../parts/numbers.ts'
import { Facts } from '../../parts/facts.tsx'
import { Id } from '../../parts/id.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Time } from '../../parts/time.tsx'
import { useOrganization } from '../../shell/organization.tsx'
import { Plans } from './plans.tsx'
import { Quota } from './quota.tsx'
import { Retention } from './retention.tsx'
import { Section } from './section.tsx'

export default function Usage() {
  const usage = useOrganizationState(useOrganization().organization_id)
  return (
    <Section title="Plan and usage" lead="how much of its plan is used, and what each plan has.">
      <Asked
        query={usage}
        as={
          <div class="columns">
            <Skeleton of="plot" />
            <Skeleton of="plot" />
          </div>
        }
      >
        {(state) => <Shown state={state} />}
      </Asked>
    </Section>
  )
}

const Shown = ({ state }: { state: OrganizationState }) => (
  <>
    <div class="columns">
      <Panel
        title="Usage"
        note={
          <>
            of the plan <Badge tone="info">{state.plan}</Badge>
          </>
        }
      >
        <Quota name="Workspaces" usage={state.quotas.workspaces} />
        <Quota name="Agents" usage={state.quotas.agents} />
        <Quota name="Installations" note="seen within 7 days" usage={state.quotas.installations} />
        <Quota name="Install tokens" note="not used yet" usage={state.quotas.install_tokens} />
        <Quota name="API keys" note="neither revoked nor expired" usage={state.quotas.api_keys} />
        <Quota
          name="Stored"
          note="what the organization sent"
          usage={state.quotas.stored_bytes}
          show={bytes}
        />
      </Panel>
      <div class="stack">
        <Panel title="Organization">
          <Facts
            of={[
              ['Name', state.name],
              ['Identifier', <Id key="id" value={state.organization_id} whole />],
              ['Since', <Time key="since" at={state.created_at} as="day" />],
            ]}
          />
        </Panel>
        <Retention state={state} />
      </div>
    </div>
    <Plans current={state.plan} />
  </>
)
