import type { Installation } from '../../../api/installations.ts'
import { DescriptionList } from '../../../parts/layout/description-list.tsx'
import { Panel } from '../../../parts/layout/panel.tsx'
import { Time } from '../../../parts/time/time.tsx'
import { itemsOf } from './health-payload.tsx'

/** Shows where an agent runs, according to its beacon. */
export function BeaconPanel({ installation: { beacon } }: { installation: Installation }) {
  if (!beacon)
    return (
      <Panel title="Beacon">
        <p class="muted">The agent has not registered a beacon.</p>
      </Panel>
    )
  return (
    <Panel title="Beacon">
      <DescriptionList
        items={[
          ['Platform', beacon.platform],
          ['Recorded', <Time at={beacon.registered_at} />],
          ...itemsOf(beacon.metadata ?? {}),
        ]}
      />
    </Panel>
  )
}
