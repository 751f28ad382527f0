import { useRoute } from 'preact-iso'
import { useAgent, type Agent } from '../../api/agents.ts'
import { Badge } from '../../parts/badge.tsx'
import { AgentStatusBadge } from '../../entities/status-badges.tsx'
import { QueryBoundary, Skeleton } from '../../parts/feedback/query-boundary.tsx'
import { ButtonLink } from '../../parts/forms/button.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { shorten } from '../../parts/text/copyable.tsx'
import { usePermission } from '../../shell/current-user.tsx'
import { pageUrl } from '../../urls.ts'
import { About, AgentCard, Identity } from './profile.tsx'
import { AgentDisputes, ScannedImages, AgentTasks } from './activity.tsx'
import { EditAgent } from './edit/edit-agent.tsx'
import { AccessPanel } from './access.tsx'
import { Assurance } from './assurance.tsx'
import { InstallAgent } from './install.tsx'
import { Permissions } from './permissions.tsx'
import { Skills } from './skills/skills.tsx'
import { Versions } from './versions.tsx'
import { TransparencyPanel } from './log.tsx'
import { OwnershipSummary, ProveOwnership } from './ownership.tsx'
import { ReputationPanel } from './reputation.tsx'
import { VerifySignature } from './signatures/verify-signature.tsx'
import { VouchReader } from './signatures/vouch-reader.tsx'
import { visibleName } from '../../parts/text/visible.ts'
import './agents.css'

const CRUMBS = [{ title: 'Registry', href: pageUrl('registry') }]

export default function AgentPage() {
  const svc_id = useRoute().params['svc_id'] ?? ''
  const agent = useAgent(svc_id)
  return (
    <Page
      title={agent.data ? visibleName(agent.data.name) : shorten(svc_id)}
      crumbs={CRUMBS}
      actions={agent.data && <Actions agent={agent.data} />}
    >
      <QueryBoundary query={agent} fallback={<Skeleton lines={12} />}>
        {(data) => <AgentDetails agent={data} />}
      </QueryBoundary>
    </Page>
  )
}

const Actions = ({ agent }: { agent: Agent }) => (
  <>
    <InstallAgent agent={agent} />
    <EditAgent agent={agent} />
    {usePermission('disputes:write') && (
      <ButtonLink href={pageUrl('disputes', {}, { report: agent.svc_id })}>
        Report this agent
      </ButtonLink>
    )}
  </>
)

const AgentDetails = ({ agent }: { agent: Agent }) => (
  <>
    <p class="row agent-badges-row">
      <AgentStatusBadge status={agent.verification_status} />
      {agent.private && <Badge>private</Badge>}
      {agent.own && <Badge tone="info">yours</Badge>}
      <span class="muted">
        version {agent.version}
        {agent.publisher !== undefined && ` by ${visibleName(agent.publisher)}`}
      </span>
    </p>
    <OwnershipSummary agent={agent} />
    <About agent={agent} />
    <Assurance agent={agent} />
    <Skills agent={agent} />
    <div class="columns agent-columns">
      <div class="stack">
        <ReputationPanel agent={agent} />
      </div>
      <div class="stack">
        <Permissions agent={agent} />
        <AccessPanel agent={agent} />
        <Identity agent={agent} />
      </div>
    </div>
    <Versions agent={agent} />
    <ProveOwnership agent={agent} />
    <TransparencyPanel agent={agent} />
    <AgentTasks agent={agent} />
    <AgentDisputes agent={agent} />
    {agent.own && <ScannedImages />}
    <VerifySignature agent={agent} />
    <VouchReader agent={agent} />
    <AgentCard agent={agent} />
  </>
)
