import type { Installation } from '../../../api/installations.ts'
import { AttestationBadge } from '../../../parts/badges/attestation.tsx'
import { Panel } from '../../../parts/layout/panel.tsx'
import { Time } from '../../../parts/time/time.tsx'

/** Shows whether an installation has proved that it holds the agent's key. */
export const AttestationPanel = ({
  installation: { attested_at },
}: {
  installation: Installation
}) => (
  <Panel title="Agent’s key">
    <p class="row">
      <AttestationBadge attested={attested_at !== undefined} />
      {attested_at !== undefined && (
        <span>
          since <Time at={attested_at} format="exact" />
        </span>
      )}
    </p>
    <p class="muted small">
      {attested_at === undefined
        ? 'This installation has never answered a task with the agent’s own key. It may run without the key, or run another program: it is only ' +
          'known that your organization installed it. Its outcomes count like others and are shown as unattested.'
        : 'On that day the registry verified a response of this installation that was signed with the agent’s own key. This does not apply to ' +
          'responses that are not signed.'}
    </p>
  </Panel>
)
