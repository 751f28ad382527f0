import type { Agent } from '../../api/agents.ts'
import { DescriptionList } from '../../parts/layout/description-list.tsx'
import { Id } from '../../parts/text/id.tsx'
import { Panel } from '../../parts/layout/panel.tsx'
import { Time } from '../../parts/time/time.tsx'

export const Identity = ({ agent }: { agent: Agent }) => (
  <Panel title="Identity">
    <DescriptionList
      items={[
        ['Identifier', <Id value={agent.svc_id} label="svc_id" />],
        ['DID', <Id value={agent.did} label="DID" />],
        ['Public key', <Id value={agent.public_key} label="public key" />],
        ['Manifest', <Id value={agent.manifest_hash} label="manifest hash" />],
        ['Category', agent.category],
        ['LLM provider', agent.llm_provider],
        [
          'Address',
          agent.url === undefined ? undefined : <Id value={agent.url} label="address" full />,
        ],
        ['Registered', <Time at={agent.registered_at} format="exact" />],
        ...(agent.last_seen_at === undefined
          ? []
          : [['Last seen', <Time at={agent.last_seen_at} />] as const]),
      ]}
    />
  </Panel>
)
