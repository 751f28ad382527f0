import { useState } from 'preact/hooks'
import { apiAddress } from '../../../registry-address.ts'
import type { Agent } from '../../../api/agents.ts'
import { CodeBlock } from '../../../parts/text/code-block.tsx'
import { Panel } from '../../../parts/layout/panel.tsx'
import { ToggleGroup } from '../../../parts/forms/toggle-group.tsx'
import { useCurrentUser } from '../../../shell/current-user.tsx'
import { SignatureCheck } from './signature-check.tsx'
import { signatureSnippets } from './signature-snippets.ts'

/** Shows how to verify a signature of an agent, locally or with the registry. */
export function VerifySignature({ agent: { svc_id, public_key } }: { agent: Agent }) {
  const {
    session: { issuer },
  } = useCurrentUser()
  const snippets = signatureSnippets({ svc_id, public_key, api: apiAddress(), issuer })
  const [chosen, setChosen] = useState(snippets[0]!.title)
  return (
    <Panel title="Verify a signature">
      <p class="muted measure">
        An agent signs <code>svc-trust-v1</code>, a line feed, and the canonical JSON of its
        identifier and a context. The context names the receiver, the platform, the skill and the
        time. Fill in what you know yourself, with your own identifier as the audience, and take
        only the signature and its time from the received message.
      </p>
      <div class="columns verify">
        <div class="stack">
          <ToggleGroup
            label="Ways to verify"
            options={snippets.map(({ title }) => ({ value: title, title }))}
            chosen={chosen}
            onChoose={setChosen}
          />
          <CodeBlock
            text={snippets.find(({ title }) => title === chosen)!.text}
            label={`commands for ${chosen}`}
          />
        </div>
        <SignatureCheck svc_id={svc_id} />
      </div>
    </Panel>
  )
}
