import {
  COUNTED_STATES,
  countedState,
  matchesState,
  needsExamination,
  type InstallationCounts,
} from '../../../domain/installations/search.ts'
import { healthCondition } from '../../../domain/installations/lease.ts'
import { MAX_COUNTED_INSTALLATIONS, MAX_PAGE_SIZE } from '../../../domain/limits.ts'
import type { Health } from '../../../domain/installations/installation.ts'
import type { Installation } from '../../../domain/records.ts'
import type { ReadTx, Where } from '../../database.ts'
import { withAgentsAndCommands, type FleetMember } from './fleet.ts'
import {
  findPage,
  resolveSearch,
  walkFleet,
  type FleetSearch,
  type Position,
  type ResolvedSearch,
} from './fleet-walk.ts'

export interface InstallationSearch extends FleetSearch {
  readonly limit: number
  readonly after?: Position | undefined
  /** Whether the page has counts. */
  readonly counts: boolean
}
export interface InstallationPage {
  readonly kind: 'page'
  readonly items: readonly FleetMember[]
  readonly limit: number
  readonly next?: Position
  readonly counts?: InstallationCounts
}

/** Returns a page of the matching installations of an organization (docs/specification/installations.md#search). */
export async function searchInstallations(
  tx: ReadTx,
  input: InstallationSearch,
): Promise<{ kind: 'not_found' } | InstallationPage> {
  const limit = Math.min(input.limit, MAX_PAGE_SIZE)
  const search = await resolveSearch(tx, input)
  if (search.kind === 'not_found') return search
  if (search.kind === 'nothing')
    return { kind: 'page', items: [], limit, ...(input.counts && { counts: NONE }) }
  const { items, next } = await findPage(tx, search, { limit, after: input.after })
  const ids = items.map(({ installation_id }) => installation_id)
  const rows =
    ids.length === 0
      ? []
      : await tx.installations.find({ where: { installation_id: { in: ids } }, lock: false })
  const byId = new Map(rows.map((row) => [row.installation_id, row]))
  const found = ids.flatMap((installation_id) => byId.get(installation_id) ?? [])
  return {
    kind: 'page',
    items: await withAgentsAndCommands(tx, found, input.now),
    limit,
    ...(next && { next }),
    ...(input.counts && { counts: await countMatches(tx, search) }),
  }
}

const NONE: InstallationCounts = {
  counted: 'exact',
  total: 0,
  online: 0,
  unhealthy: 0,
  offline: 0,
  stopped: 0,
  paused: 0,
  revoked: 0,
  terminated: 0,
}

/** Counts the matching installations, and those in each state that match all criteria other than lifecycle and health. */
async function countMatches(tx: ReadTx, search: ResolvedSearch): Promise<InstallationCounts> {
  const { criteria, scope, now } = search
  if (!needsExamination({ ...criteria, health: undefined })) return countInStore(tx, search)
  const { items, next } = await walkFleet(
    tx,
    { ...search, criteria: { ...criteria, health: undefined } },
    { where: scope, wanted: Infinity, accepts: () => true },
  )
  const counts = { ...NONE }
  for (const installation of items) {
    counts[countedState(installation, now)] += 1
    if (matchesState(installation, criteria, now)) counts.total += 1
  }
  return { ...counts, counted: next ? 'at_least' : 'exact' }
}

/** Counts with queries, each up to a limit, because the store decides which installations match. */
async function countInStore(
  tx: ReadTx,
  { criteria: { lifecycle, health }, scope, now }: ResolvedSearch,
): Promise<InstallationCounts> {
  const counts = { ...NONE }
  let counted: InstallationCounts['counted'] = 'exact'
  const count = async (state: Where<Installation>, one: Health | undefined): Promise<number> => {
    const rows = await tx.installations.count(
      { ...scope, ...state, ...(one && healthCondition(one, now)) },
      MAX_COUNTED_INSTALLATIONS,
    )
    if (rows >= MAX_COUNTED_INSTALLATIONS) counted = 'at_least'
    return rows
  }
  for (const { state, ...one } of COUNTED_STATES)
    counts[state] = await count({ lifecycle: one.lifecycle }, one.health)
  const healthStates = health ? [...new Set(health)] : [undefined]
  for (const one of healthStates)
    counts.total += await count({ ...(lifecycle && { lifecycle: { in: lifecycle } }) }, one)
  return { ...counts, counted }
}
