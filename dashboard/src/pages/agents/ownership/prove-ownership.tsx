import { useState } from 'preact/hooks'
import { apiAddress, issuerSetting } from '../../../registry-address.ts'
import type { Agent } from '../../../api/agents.ts'
import { CodeBlock } from '../../../parts/text/code-block.tsx'
import { IssuerNote } from '../../../parts/text/issuer-note.tsx'
import { Panel } from '../../../parts/layout/panel.tsx'
import { ToggleGroup } from '../../../parts/forms/toggle-group.tsx'
import { useCurrentUser } from '../../../shell/current-user.tsx'
import { proofSnippets } from './proof-snippets.ts'

/** Shows how the holder of an agent's key proves ownership, if nobody has done so yet. */
export function ProveOwnership({ agent }: { agent: Agent }) {
  const {
    session: { issuer },
    organization,
  } = useCurrentUser()
  const [chosen, setChosen] = useState('svc-agent')
  if (agent.verification_status !== 'pending' || !organization) return null
  const { organization_id } = organization
  const issuer_to_set = issuerSetting(issuer)
  const snippets = proofSnippets({
    agent,
    organization_id,
    issuer,
    issuer_to_set,
    api: apiAddress(),
  })
  return (
    <Panel title="Prove ownership">
      <p class="muted measure">
        The holder of the agent’s private key can sign that {organization.name} owns the agent in
        this registry. The agent is then verified. Other signatures of the agent do not prove
        ownership.
      </p>
      <ToggleGroup
        label="Ways to prove ownership"
        options={snippets.map(({ title }) => ({ value: title, title }))}
        chosen={chosen}
        onChoose={setChosen}
      />
      <div class="prove">
        <CodeBlock
          text={snippets.find(({ title }) => title === chosen)!.text}
          label={`commands that prove ownership with ${chosen}`}
        />
      </div>
      {chosen === 'svc-agent' && <IssuerNote issuer={issuer_to_set} />}
    </Panel>
  )
}
