import {
  EXAMINED_COLUMNS,
  matchesApartFromState,
  matchesState,
  needsAgents,
  needsExamination,
  type ExaminedInstallation,
  type InstallationCriteria,
} from '../../../domain/installations/search.ts'
import { healthCondition } from '../../../domain/installations/lease.ts'
import { MAX_EXAMINED_INSTALLATIONS } from '../../../domain/limits.ts'
import { reaches, type Reach } from '../../../domain/organizations/access.ts'
import type { Installation } from '../../../domain/records.ts'
import type { Timestamp } from '../../../domain/time.ts'
import { findInstalledAgents } from '../agents/registrations.ts'
import type { ReadTx, Where } from '../../database.ts'

/** The position of an installation in the order, newest first. */
export type Position = readonly [created_at: string, id: string]
const ORDER = ['created_at', 'installation_id'] as const

/** A search within what the caller may access. */
export interface FleetSearch {
  readonly reach: Reach
  readonly organization_id: string
  readonly criteria: InstallationCriteria
  readonly now: Timestamp
}

/** A search whose text has been resolved: it is either the prefix of an identifier or words. */
export interface ResolvedSearch {
  readonly criteria: InstallationCriteria
  /** The installations that are searched, regardless of their state. */
  readonly scope: Where<Installation>
  /** The prefix of their identifiers, if the text is one. */
  readonly id_prefix?: string
  readonly now: Timestamp
}

/**
 * Resolves a search. The outcome is `not_found` if the caller has no access to the organization, and `nothing` if the caller has access to
 * no workspace to search. Text that may be the prefix of an identifier is treated as one if an installation in the searched workspaces has
 * it. Other installations are ignored, so that the caller does not learn whether they exist
 * (docs/specification/installations.md#search-text).
 */
export async function resolveSearch(
  tx: ReadTx,
  { reach, organization_id, criteria, now }: FleetSearch,
): Promise<{ kind: 'not_found' } | { kind: 'nothing' } | ({ kind: 'search' } & ResolvedSearch)> {
  const organization = await tx.organizations.first({ where: { organization_id }, lock: false })
  if (!organization || !reaches(reach, { organization_id })) return { kind: 'not_found' }
  const workspaces = await findWorkspaces(tx, { reach, organization_id, criteria })
  if (workspaces?.length === 0) return { kind: 'nothing' }
  const { agent_id, id, words } = criteria
  // A workspace belongs to one organization, and its index serves the order.
  const inWorkspaces: Where<Installation> =
    workspaces?.length === 1
      ? { workspace_id: workspaces[0]! }
      : { organization_id, ...(workspaces && { workspace_id: { in: workspaces } }) }
  const scope = { ...inWorkspaces, ...(agent_id !== undefined && { agent_id }) }
  const byId = id === undefined ? undefined : { installation_id: { gte: id, lt: `${id}~` } }
  const isId =
    byId !== undefined &&
    (await tx.installations.first({
      where: { ...inWorkspaces, organization_id, ...byId },
      lock: false,
    })) !== undefined
  return {
    kind: 'search',
    criteria: { ...criteria, words: isId ? [] : words },
    scope: isId ? { ...scope, organization_id, ...byId } : scope,
    ...(isId && id !== undefined && { id_prefix: id }),
    now,
  }
}

/** Returns the workspaces that are searched; undefined for all of the organization. */
async function findWorkspaces(
  tx: ReadTx,
  { reach, organization_id, criteria }: Omit<FleetSearch, 'now'>,
): Promise<readonly string[] | undefined> {
  const { workspace_ids } = criteria
  if (!workspace_ids && reach.workspace_id === null) return undefined
  const ids = workspace_ids ?? [reach.workspace_id!]
  const found = await tx.workspaces.select(['workspace_id', 'organization_id'], {
    where: { workspace_id: { in: [...new Set(ids)] }, organization_id },
  })
  return found
    .filter((workspace) => reaches(reach, workspace))
    .map(({ workspace_id }) => workspace_id)
}

/** Returns the condition for the installations that can match, including their state as far as the store can decide it. */
export function searchCondition({ criteria, scope, now }: ResolvedSearch): Where<Installation> {
  const { lifecycle, health } = criteria
  return {
    ...scope,
    ...(lifecycle && { lifecycle: { in: lifecycle } }),
    ...(health?.length === 1 && healthCondition(health[0]!, now)),
  }
}

/** Limits the installations that one query reads if they have to be examined. */
const BATCH = 250

interface Walk {
  readonly where: Where<Installation>
  readonly after?: Position | undefined
  /** The number of installations after which the walk ends; `Infinity` if only the bound or the last installation ends it. */
  readonly wanted: number
  /** Returns whether the state of an installation matches. */
  readonly accepts: (installation: ExaminedInstallation) => boolean
}
export interface WalkResult {
  readonly items: readonly ExaminedInstallation[]
  /** Where to continue, if the walk ended because it had examined as many installations as it may. */
  readonly next?: Position
}

/**
 * Examines installations, newest first, until as many match as wanted. If the store can decide which match, it examines no others;
 * otherwise the number of rows that it reads is bounded. It locks nothing.
 */
export async function walkFleet(
  tx: ReadTx,
  { criteria }: ResolvedSearch,
  { where, after, wanted, accepts }: Walk,
): Promise<WalkResult> {
  const { platforms } = criteria
  const examines = needsExamination(criteria)
  const bound = platforms ? MAX_EXAMINED_INSTALLATIONS.beacons : MAX_EXAMINED_INSTALLATIONS.rows
  const columns = platforms ? [...EXAMINED_COLUMNS, 'beacon' as const] : EXAMINED_COLUMNS
  const items: ExaminedInstallation[] = []
  let [examined, last] = [0, after]
  while (examined < bound) {
    const size = Math.min(examines ? BATCH : wanted, bound - examined)
    const batch: readonly ExaminedInstallation[] = await tx.installations.select(columns, {
      where,
      orderBy: ORDER,
      descending: true,
      limit: size,
      ...(last && { after: last }),
    })
    const matching = await matchesIn(tx, criteria, batch)
    items.push(...matching.filter(accepts).slice(0, wanted - items.length))
    examined += batch.length
    if (items.length >= wanted || batch.length < size) return { items }
    last = positionOf(batch.at(-1)!)
  }
  return { items, ...(last && { next: last }) }
}

/** Returns the first matching installations after a position, and where to continue if there may be more. */
export async function findPage(
  tx: ReadTx,
  search: ResolvedSearch,
  { limit, after }: { readonly limit: number; readonly after: Position | undefined },
): Promise<WalkResult> {
  const { items, next } = await walkFleet(tx, search, {
    where: searchCondition(search),
    after,
    wanted: limit + 1,
    accepts: (installation) => matchesState(installation, search.criteria, search.now),
  })
  return items.length > limit
    ? { items: items.slice(0, limit), next: positionOf(items[limit - 1]!) }
    : { items, ...(next && { next }) }
}

const positionOf = ({ created_at, installation_id }: ExaminedInstallation): Position => [
  created_at,
  installation_id,
]

async function matchesIn(
  tx: ReadTx,
  criteria: InstallationCriteria,
  batch: readonly ExaminedInstallation[],
): Promise<readonly ExaminedInstallation[]> {
  const agentOf = needsAgents(criteria) ? await findInstalledAgents(tx, batch) : () => undefined
  return batch.filter((installation) =>
    matchesApartFromState(installation, agentOf(installation), criteria),
  )
}
