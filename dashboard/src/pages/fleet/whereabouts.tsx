import type { Installation } from '../../api/fleet.ts'
import { Facts } from '../../parts/facts.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Time } from '../../parts/time.tsx'
import { factsOf } from './measurements.tsx'

/** Where the agent says that it runs. */
export function Whereabouts({ of: { beacon } }: { of: Installation }) {
  if (!beacon)
    return (
      <Panel title="Beacon">
        <p class="muted">No beacon tells where this agent runs.</p>
      </Panel>
    )
  return (
    <Panel title="Beacon">
      <Facts
        of={[
          ['Platform', beacon.platform],
          ['Recorded', <Time at={beacon.registered_at} />],
          ...factsOf(beacon.metadata ?? {}),
        ]}
      />
    </Panel>
  )
}
