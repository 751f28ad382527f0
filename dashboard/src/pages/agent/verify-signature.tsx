import { useState } from 'preact/hooks'
import { apiAddress } from '../../address.ts'
import type { Agent } from '../../api/agent.ts'
import { Code } from '../../parts/code.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Segments } from '../../parts/segments.tsx'
import { useStanding } from '../../shell/organization.tsx'
import { AskVerdict } from './ask-verdict.tsx'
import { snippets } from './snippets.ts'

/** How to tell whether this agent signed something: by oneself, or by asking here. */
export function VerifySignature({ agent: { svc_id, public_key } }: { agent: Agent }) {
  const {
    session: { issuer },
  } = useStanding()
  const ways = snippets({ svc_id, public_key, api: apiAddress(), issuer })
  const [chosen, setChosen] = useState(ways[0]!.title)
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
          <Segments
            label="Ways to verify"
            of={ways.map(({ title }) => ({ value: title, title }))}
            chosen={chosen}
            onChoose={setChosen}
          />
          <Code
            text={ways.find(({ title }) => title === chosen)!.text}
            of={`commands for ${chosen}`}
          />
        </div>
        <AskVerdict svc_id={svc_id} />
      </div>
    </Panel>
  )
}
