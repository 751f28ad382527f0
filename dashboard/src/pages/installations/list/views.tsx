import type { FleetCounts, FleetFilter } from '../../../api/fleet.ts'
import { SegmentedControl } from '../../../parts/layout/view-switches.tsx'
import { formatCount } from '../../../parts/text/format.ts'
import { useQueryParameters } from '../../../urls.ts'

type CountedState = Exclude<keyof FleetCounts, 'counted'>
export interface View {
  readonly key: string
  readonly title: string
  readonly count: CountedState
  readonly filter: Pick<FleetFilter, 'lifecycle' | 'health'>
}

const active = (health: NonNullable<FleetFilter['health']>[number]): View['filter'] => ({
  lifecycle: ['active'],
  health: [health],
})
const ALL: View = { key: '', title: 'All', count: 'total', filter: {} }
/**
 * The views of the list. The registry counts the health states of active installations only, so the views by health leave out paused
 * ones.
 */
export const VIEWS: readonly View[] = [
  ALL,
  { key: 'online', title: 'Online', count: 'online', filter: active('online') },
  { key: 'unhealthy', title: 'Unhealthy', count: 'unhealthy', filter: active('unhealthy') },
  { key: 'offline', title: 'Offline', count: 'offline', filter: active('offline') },
  { key: 'stopped', title: 'Stopped', count: 'stopped', filter: active('stopped') },
  { key: 'paused', title: 'Paused', count: 'paused', filter: { lifecycle: ['paused'] } },
  { key: 'revoked', title: 'Revoked', count: 'revoked', filter: { lifecycle: ['revoked'] } },
  {
    key: 'terminated',
    title: 'Terminated',
    count: 'terminated',
    filter: { lifecycle: ['terminated'] },
  },
]

/** Returns the view with a key, or the view of all installations. */
export const viewByKey = (key = ''): View => VIEWS.find((view) => view.key === key) ?? ALL

/** Links to the views, with the number of installations in each. */
export function ViewLinks({ counts, current }: { counts: FleetCounts | undefined; current: View }) {
  const { urlWith } = useQueryParameters()
  return (
    <SegmentedControl
      label="Installations by state"
      look="views"
      options={VIEWS.map((view) => ({
        title: view.title,
        href: urlWith({ show: view.key }),
        current: view === current,
        count: counts ? formatCount(counts[view.count], counts.counted) : '…',
      }))}
    />
  )
}
