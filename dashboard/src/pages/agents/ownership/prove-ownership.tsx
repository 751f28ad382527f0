import { useState } from 'preact/hooks'
import { apiAddress, issuerSetting } from '../../../registry-address.ts'
import type { Agent } from '../../../api/agents.ts'
import { CodeBlock } from '../../../parts/text/code-block.tsx'
import { IssuerNote } from '../../../parts/text/issuer-note.tsx'
import { Panel } from '../../../parts/layout/panel.tsx'
import { ToggleGroup } from '../../../parts/forms/toggle-group.tsx'
import { useCurrentUser } from '../../../shell/current-user.tsx'
import { proofSnippets } from './proof-snippets.ts'

/** For an agent whose owner nobody has proved to be: how whoever holds its key does. */
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
    <Panel title="Prove that it is yours">
      <p class="muted measure">
        Whoever holds the agent’s private key can sign that {organization.name} owns the agent, here
        and nowhere else. Then it is verified. Signatures of the agent that somebody verified
        elsewhere prove no ownership.
      </p>
      <ToggleGroup
        label="Ways to prove"
        options={snippets.map(({ title }) => ({ value: title, title }))}
        chosen={chosen}
        onChoose={setChosen}
      />
      <div class="prove">
        <CodeBlock
          text={snippets.find(({ title }) => title === chosen)!.text}
          label={`commands for ${chosen} that prove`}
        />
      </div>
      {chosen === 'svc-agent' && <IssuerNote issuer={issuer_to_set} />}
    </Panel>
  )
}
