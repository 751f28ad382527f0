import type { IconName } from '../parts/layout/icon.tsx'
import type { PageName } from '../paths.ts'
import { ROOT } from '../urls.ts'
import type { CurrentUser } from './current-user.tsx'

/** Addresses on this host that are not pages of the client: the browser goes there itself. */
export const CLIENT_LINKS = new RegExp(
  `^${ROOT.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}/(?!docs|api|metrics|healthz|readyz|upgrade)`,
)

export interface Section {
  readonly title: string
  readonly page: PageName & IconName
  readonly otherPaths: readonly string[]
}

/** What members of an organization have, in the order of the navigation; a page belongs to the section whose path it begins with. */
const ORGANIZATION_SECTIONS: readonly Section[] = [
  { title: 'Overview', page: 'overview', otherPaths: [] },
  { title: 'Registry', page: 'registry', otherPaths: ['/agents'] },
  { title: 'Workspaces', page: 'workspaces', otherPaths: ['/installations'] },
  { title: 'Tasks', page: 'tasks', otherPaths: [] },
  { title: 'Disputes', page: 'disputes', otherPaths: [] },
  { title: 'Images', page: 'images', otherPaths: [] },
  { title: 'Compliance', page: 'compliance', otherPaths: [] },
  { title: 'Audit log', page: 'audit', otherPaths: [] },
  { title: 'Organization', page: 'organization', otherPaths: [] },
]
const OPERATOR_SECTIONS: readonly Section[] = [
  { title: 'Operator', page: 'operator', otherPaths: [] },
]

/** The sections of the navigation for this person. */
export const sectionsFor = ({ session, organization }: CurrentUser): readonly Section[] => [
  ...(organization ? ORGANIZATION_SECTIONS : []),
  ...(session.operator ? OPERATOR_SECTIONS : []),
]

/** After a page has arrived, reading goes on at its heading. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}
