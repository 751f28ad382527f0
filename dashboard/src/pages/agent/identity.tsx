import type { Agent } from '../../api/agent.ts'
import { Facts } from '../../parts/facts.tsx'
import { Id } from '../../parts/id.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Time } from '../../parts/time.tsx'

export const Identity = ({ agent }: { agent: Agent }) => (
  <Panel title="Identity">
    <Facts
      of={[
        ['Identifier', <Id value={agent.svc_id} of="svc_id" />],
        ['DID', <Id value={agent.did} of="DID" />],
        ['Public key', <Id value={agent.public_key} of="public key" />],
        ['Manifest', <Id value={agent.manifest_hash} of="manifest hash" />],
        ['Category', agent.category],
        ['LLM provider', agent.llm_provider],
        [
          'Address',
          agent.url === undefined ? undefined : <Id value={agent.url} of="address" whole />,
        ],
        ['Registered', <Time at={agent.registered_at} as="exact" />],
        ...(agent.last_seen_at === undefined
          ? []
          : [['Last heard from', <Time at={agent.last_seen_at} />] as const]),
      ]}
    />
  </Panel>
)
