import { useRoute } from 'preact-iso'
import { useAgent, type Agent } from '../../api/agent.ts'
import { AgentStatus } from '../../parts/agent-status.tsx'
import { Asked } from '../../parts/asked.tsx'
import { Badge } from '../../parts/badge.tsx'
import { ButtonLink } from '../../parts/button.tsx'
import { Page } from '../../parts/page.tsx'
import { shortened } from '../../parts/id.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { to } from '../../to.ts'
import { Abilities } from './abilities.tsx'
import { Card } from './card.tsx'
import { Checks } from './checks.tsx'
import { Disputes } from './disputes.tsx'
import { EditAgent } from './edit.tsx'
import { Identity } from './identity.tsx'
import { Images } from './images.tsx'
import { Installing } from './installing.tsx'
import { Ownership } from './ownership.tsx'
import { Prove } from './prove.tsx'
import { Reputation } from './reputation.tsx'
import { Tasks } from './tasks.tsx'
import { VerifySignature } from './verify-signature.tsx'
import { Vouching } from './vouching.tsx'
import './agent.css'

const CRUMBS = [{ title: 'Registry', href: to('registry') }]

export default function AgentPage() {
  const svc_id = useRoute().params['svc_id'] ?? ''
  const agent = useAgent(svc_id)
  return (
    <Page
      title={agent.data?.name ?? shortened(svc_id)}
      crumbs={CRUMBS}
      lead={agent.data?.description}
      actions={agent.data && <Actions agent={agent.data} />}
    >
      <Asked query={agent} as={<Skeleton lines={12} />}>
        {(known) => <Known agent={known} />}
      </Asked>
    </Page>
  )
}

const Actions = ({ agent }: { agent: Agent }) => (
  <>
    <EditAgent agent={agent} />
    <ButtonLink href={to('disputes', {}, { report: agent.svc_id })}>Report this agent</ButtonLink>
  </>
)

const Known = ({ agent }: { agent: Agent }) => (
  <>
    <p class="row agent-standing">
      <AgentStatus status={agent.verification_status} />
      {agent.private && <Badge>private</Badge>}
      {agent.own && <Badge tone="info">yours</Badge>}
      <span class="muted">
        version {agent.version}
        {agent.publisher !== undefined && ` by ${agent.publisher}`}
      </span>
    </p>
    <Ownership agent={agent} />
    <div class="columns agent-columns">
      <div class="stack">
        <Reputation agent={agent} />
        <Abilities agent={agent} />
      </div>
      <div class="stack">
        <Identity agent={agent} />
        <Checks agent={agent} />
        <Installing agent={agent} />
      </div>
    </div>
    <Prove agent={agent} />
    <Tasks agent={agent} />
    <Disputes agent={agent} />
    {agent.own && <Images />}
    <VerifySignature agent={agent} />
    <Vouching agent={agent} />
    <Card agent={agent} />
  </>
)
