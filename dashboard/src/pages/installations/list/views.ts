import type { InstallationFilter } from '../../../api/installations.ts'

/** The views of the list. Health is only meaningful for active installations. */
export const VIEWS = [
  { key: '', title: 'All', filter: {} },
  { key: 'online', title: 'Online', filter: { lifecycle: 'active', health: 'online' } },
  { key: 'unhealthy', title: 'Unhealthy', filter: { lifecycle: 'active', health: 'unhealthy' } },
  { key: 'offline', title: 'Offline', filter: { lifecycle: 'active', health: 'offline' } },
  { key: 'stopped', title: 'Stopped', filter: { lifecycle: 'active', health: 'stopped' } },
  { key: 'paused', title: 'Paused', filter: { lifecycle: 'paused' } },
  { key: 'revoked', title: 'Revoked', filter: { lifecycle: 'revoked' } },
  { key: 'terminated', title: 'Terminated', filter: { lifecycle: 'terminated' } },
] as const satisfies readonly { key: string; title: string; filter: InstallationFilter }[]

export type View = (typeof VIEWS)[number]

/** Returns whether installations in a view can be revoked. */
export const isRevocable = ({ filter }: View): boolean =>
  !('lifecycle' in filter) || filter.lifecycle === 'active' || filter.lifecycle === 'paused'

/** Returns the view with a key, or the one of all installations. */
export const viewByKey = (key = ''): View => VIEWS.find((view) => view.key === key) ?? VIEWS[0]
