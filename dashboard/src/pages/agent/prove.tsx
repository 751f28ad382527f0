import { useState } from 'preact/hooks'
import { apiAddress, issuerToSet } from '../../address.ts'
import type { Agent } from '../../api/agent.ts'
import { Code } from '../../parts/code.tsx'
import { IssuerNote } from '../../parts/issuer-note.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Segments } from '../../parts/segments.tsx'
import { useStanding } from '../../shell/organization.tsx'
import { proveSnippets } from './prove-snippets.ts'

/** For an agent whose owner nobody has proved to be: how whoever holds its key does. */
export function Prove({ agent }: { agent: Agent }) {
  const {
    session: { issuer },
    organization,
  } = useStanding()
  const [chosen, setChosen] = useState('svc-agent')
  if (agent.verification_status !== 'pending' || !organization) return null
  const { organization_id } = organization
  const issuer_to_set = issuerToSet(issuer)
  const ways = proveSnippets({ agent, organization_id, issuer, issuer_to_set, api: apiAddress() })
  return (
    <Panel title="Prove that it is yours">
      <p class="muted measure">
        Whoever holds the agent’s private key can sign that {organization.name} owns the agent, here
        and nowhere else. Then it is verified. Signatures of the agent that somebody verified
        elsewhere prove no ownership.
      </p>
      <Segments
        label="Ways to prove"
        of={ways.map(({ title }) => ({ value: title, title }))}
        chosen={chosen}
        onChoose={setChosen}
      />
      <div class="prove">
        <Code
          text={ways.find(({ title }) => title === chosen)!.text}
          of={`commands for ${chosen} that prove`}
        />
      </div>
      {chosen === 'svc-agent' && <IssuerNote issuer={issuer_to_set} />}
    </Panel>
  )
}
