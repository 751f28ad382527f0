import type { InstallationFilter } from '../../../api/installations.ts'

/** Looks at a fleet, each with a name in the address. Health is told of active installations: of others it means little. */
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

/** Whether what it shows can still be revoked. */
export const isRevocable = ({ filter }: View): boolean =>
  !('lifecycle' in filter) || filter.lifecycle === 'active' || filter.lifecycle === 'paused'

/** The look that the address names, else all. */
export const viewByKey = (key = ''): View => VIEWS.find((view) => view.key === key) ?? VIEWS[0]
