import { useEffect } from 'preact/hooks'
import type { Scope } from '../api/organizations.ts'
import type { IconName } from '../parts/layout/icon.tsx'
import type { PageName } from '../paths.ts'
import { permits, type CurrentUser } from './current-user.tsx'

export interface Section {
  readonly title: string
  readonly page: PageName & IconName
  readonly otherPaths?: readonly string[]
  /** The scope without which the section is hidden. */
  readonly scope?: Scope
}

/**
 * The sections for members of an organization, in the order of the navigation. A page belongs to the section whose path is a prefix of its
 * own.
 */
const ORGANIZATION_SECTIONS: readonly Section[] = [
  { title: 'Overview', page: 'overview' },
  { title: 'Registry', page: 'registry', otherPaths: ['/agents'], scope: 'network:read' },
  { title: 'Workspaces', page: 'workspaces', scope: 'workspaces:read' },
  { title: 'Installations', page: 'fleet', scope: 'installations:read' },
  { title: 'Tasks', page: 'tasks', scope: 'tasks:read' },
  { title: 'Disputes', page: 'disputes', scope: 'disputes:read' },
  { title: 'Images', page: 'images', scope: 'images:read' },
  { title: 'Compliance', page: 'compliance', scope: 'compliance:read' },
  { title: 'Audit log', page: 'audit', scope: 'audit:read' },
  { title: 'Organization', page: 'organization', scope: 'organization:read' },
]
const OPERATOR_SECTIONS: readonly Section[] = [{ title: 'Operator', page: 'operator' }]

/** Returns the sections of the navigation that the role of a user permits. */
export const sectionsFor = ({ session, organization }: CurrentUser): readonly Section[] => [
  ...(organization
    ? ORGANIZATION_SECTIONS.filter(({ scope }) => !scope || permits(organization, scope))
    : []),
  ...(session.operator ? OPERATOR_SECTIONS : []),
]

/** Moves the focus to the heading of a new page, so that screen readers continue there. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Returns the element that a key focuses: `/` the search, `j` and `k` the list. */
function targetOf(key: string): HTMLElement | null {
  if (key === '/') return document.querySelector('main input[type=search]')
  if (key !== 'j' && key !== 'k') return null
  const inList = document.activeElement?.closest('tbody')
  return inList ? null : document.querySelector('main .table tbody tr[tabindex="0"]')
}

/** Handles the keyboard shortcuts of all pages, except in fields and dialogs. */
export function useShortcuts(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        event.defaultPrevented ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTyping(event.target) ||
        document.querySelector('dialog[open]')
      )
        return
      const target = targetOf(event.key)
      if (!target) return
      event.preventDefault()
      target.focus()
      if (target instanceof HTMLInputElement) target.select()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
