import type { IconName } from '../parts/icon.tsx'
import type { PageName } from '../paths.ts'
import { ROOT } from '../to.ts'
import type { Standing } from './organization.tsx'

/** Addresses on this host that are not pages of the client: the browser goes there itself. */
export const CLIENT_LINKS = new RegExp(
  `^${ROOT.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}/(?!docs|api|metrics|healthz|readyz|upgrade)`,
)

export interface Section {
  readonly title: string
  readonly page: PageName & IconName
  readonly also: readonly string[]
}

/** What members of an organization have, in the order of the navigation; a page belongs to the section whose path it begins with. */
const OF_ORGANIZATIONS: readonly Section[] = [
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
const OF_OPERATORS: readonly Section[] = [{ title: 'Operator', page: 'operator', also: [] }]

/** The sections of the navigation for this person. */
export const sectionsOf = ({ session, organization }: Standing): readonly Section[] => [
  ...(organization ? OF_ORGANIZATIONS : []),
  ...(session.operator ? OF_OPERATORS : []),
]

/** After a page has arrived, reading goes on at its heading. */
export function onArrival(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}
