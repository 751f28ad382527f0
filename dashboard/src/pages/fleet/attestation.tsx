import type { Installation } from '../../api/fleet.ts'
import { Attested } from '../../parts/attested.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Time } from '../../parts/time.tsx'

/** Whether what runs here has shown that it holds the agent's key. */
export const Attestation = ({ of: { attested_at } }: { of: Installation }) => (
  <Panel title="Agent’s key">
    <p class="row">
      <Attested attested={attested_at !== undefined} />
      {attested_at !== undefined && (
        <span>
          since <Time at={attested_at} as="exact" />
        </span>
      )}
    </p>
    <p class="muted small">
      {attested_at === undefined
        ? 'This installation has never answered a task with the agent’s own key. It may run without the key, or run another program: all ' +
          'that is known is that your organization installed it. Its outcomes count like others and are shown as unattested.'
        : 'On that day the registry verified an answer of this installation that the agent’s own key had signed. It says that whoever ' +
          'answered had the key, and nothing about answers that are not signed.'}
    </p>
  </Panel>
)
