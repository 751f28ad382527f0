import { useState } from 'preact/hooks'
import { apiAddress } from '../../../registry-address.ts'
import type { Agent } from '../../../api/agents.ts'
import { CodeBlock } from '../../../parts/text/code-block.tsx'
import { Panel } from '../../../parts/layout/panel.tsx'
import { ToggleGroup } from '../../../parts/forms/toggle-group.tsx'
import { useCurrentUser } from '../../../shell/current-user.tsx'
import { SignatureCheck } from './signature-check.tsx'
import { signatureSnippets } from './signature-snippets.ts'

/** How to tell whether this agent signed something: by oneself, or by asking here. */
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
        identifier and a context that says what the signature is for: for which receiver, at which
        platform, for which skill and when. Put in what you know yourself, your own identifier as
        the audience, and take only the signature and its time from what you have received.
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
