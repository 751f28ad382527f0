import { PATHS, type PageName } from '../../../dashboard/src/paths.ts'
import type { YearIds } from './year.ts'

/** The path of a page in an organization with data, and in one without. */
export interface PageAddress {
  readonly path: string
  /** Undefined for a page that exists only if there is data. */
  readonly empty: string | undefined
}

/**
 * Pages that are not checked: one for signed-out visitors, one that redirects, and the dispute, which resembles the page of the operator.
 */
const NOT_CHECKED: readonly PageName[] = ['signIn', 'workspace', 'dispute']
const NO_IDS: YearIds = { svc_id: '', workspace_id: '', installation_id: '', dispute_id: '' }

/** Returns the addresses of all pages by their names. */
export const pathsOf = (
  ids: YearIds = NO_IDS,
  empty_workspace = '',
): Readonly<Record<string, PageAddress>> =>
  Object.fromEntries(
    (Object.keys(PATHS) as PageName[])
      .filter((name) => !NOT_CHECKED.includes(name))
      .map((name) => [
        name,
        {
          path: filled(PATHS[name], { ...ids }),
          empty: emptyPath(PATHS[name], empty_workspace),
        },
      ]),
  )

const filled = (path: string, ids: Readonly<Record<string, string>>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(ids[name]!))

const emptyPath = (path: string, workspace_id: string): string | undefined =>
  path.replace(':workspace_id', workspace_id).includes(':')
    ? undefined
    : path.replace(':workspace_id', workspace_id)

/**
 * The titles that pages show if a new organization has no data for them, and the actions that they offer. All other pages always have
 * something to show.
 */
export const EMPTY_STATES: Readonly<Record<string, { title: string; actions: readonly string[] }>> =
  {
    installations: { title: 'No installations yet', actions: ['Create an install token'] },
    tokens: { title: 'No install tokens', actions: ['New install token'] },
    // An empty list of alarms calls for no action.
    alarms: { title: 'No alarms', actions: [] },
    fleet: { title: 'No installations yet', actions: ['Choose a workspace'] },
    disputes: { title: 'You have not reported any agents', actions: ['Find an agent'] },
    tasks: { title: 'No tasks yet', actions: ['Find an agent', 'How to route tasks'] },
    images: { title: 'No images have been scanned yet', actions: ['Scan an image'] },
    compliance: { title: 'No agents installed', actions: ['Find an agent'] },
  }
