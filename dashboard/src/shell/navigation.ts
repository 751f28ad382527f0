import type { IconName } from '../parts/icon.tsx'
import type { PageName } from '../paths.ts'
import { ROOT } from '../to.ts'

/** Addresses on this host that are not pages of the client: the browser goes there itself. */
export const CLIENT_LINKS = new RegExp(`^${ROOT.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}/(?!docs|api|metrics|healthz|readyz|upgrade)`)

/** The sections of the navigation, in their order; a page belongs to the section whose path it begins with. */
export const SECTIONS: readonly { readonly title: string; readonly page: PageName & IconName; readonly also: readonly string[] }[] = [
  { title: 'Overview', page: 'overview', also: [] },
  { title: 'Registry', page: 'registry', also: ['/agents'] },
  { title: 'Workspaces', page: 'workspaces', also: ['/installations'] },
  { title: 'Tasks', page: 'tasks', also: [] },
  { title: 'Disputes', page: 'disputes', also: [] },
  { title: 'Images', page: 'images', also: [] },
  { title: 'Compliance', page: 'compliance', also: [] },
  { title: 'Audit log', page: 'audit', also: [] },
  { title: 'Organization', page: 'organization', also: [] },
]

/** After a page has arrived, reading goes on at its heading. */
export function onArrival(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}
