import {
  isOperative,
  OPERATIVE_LIFECYCLES,
  type Lifecycle,
} from '../../../domain/installations/installation.ts'
import {
  criteriaOf,
  matchesState,
  stillMatches,
  type InstallationCriteria,
  type InstallationFilters,
} from '../../../domain/installations/search.ts'
import { MAX_ACTION_TARGETS } from '../../../domain/limits.ts'
import type { Reach } from '../../../domain/organizations/access.ts'
import type { QuotaExceeded } from '../../../domain/organizations/plans.ts'
import type { Installation } from '../../../domain/records.ts'
import type { Timestamp } from '../../../domain/time.ts'
import type { CallContext } from '../../context.ts'
import type { Tx } from '../../database.ts'
import { checkStoredBytes } from '../organizations/quotas.ts'
import { commandInstallation } from './commands.ts'
import {
  searchCondition,
  findPage,
  resolveSearch,
  walkFleet,
  type Position,
  type ResolvedSearch,
} from './fleet-walk.ts'
import { revokeInstallation } from './installations.ts'
import { changeLabelsOf, growsLabels, type LabelChange } from './labels.ts'

/** What is done with each selected installation. */
export type FleetAction =
  | { readonly type: 'pause' | 'resume'; readonly reason: string }
  | {
      readonly type: 'revoke'
      readonly reason: string
      readonly shutdown_timeout_ms?: number | undefined
    }
  | ({ readonly type: 'label' } & LabelChange)

export interface ActionInput {
  readonly reach: Reach
  readonly organization_id: string
  readonly select: InstallationFilters & {
    readonly installation_ids?: readonly string[] | undefined
  }
  readonly action: FleetAction
  readonly after?: Position | undefined
}
interface ActionResult {
  readonly installation_id: string
  readonly outcome: 'applied' | 'unchanged' | 'ended' | 'skipped' | 'not_found' | 'too_many_labels'
  readonly deadline?: Timestamp
}
export type ActionOutcome =
  | { kind: 'not_found' }
  | QuotaExceeded
  | { kind: 'updated'; items: readonly ActionResult[]; next?: Position }

/**
 * Applies an action in one transaction to the listed installations, in the order of the list, or else to the next ones that match, newest
 * first. Each change has an audit record of its own (docs/specification/installations.md#actions).
 */
export async function updateInstallations(
  tx: Tx,
  context: CallContext,
  { reach, organization_id, select, action, after }: ActionInput,
): Promise<ActionOutcome> {
  const { installation_ids, ...filters } = select
  const criteria = criteriaOf({
    ...filters,
    lifecycle: filters.lifecycle ?? (installation_ids ? undefined : OPERATIVE_LIFECYCLES),
  })
  const search = await resolveSearch(tx, { reach, organization_id, criteria, now: context.now })
  if (search.kind === 'not_found') return search
  const targets: Targets =
    search.kind === 'nothing' || (filters.q !== undefined && matchesAnyText(search))
      ? { ids: [...new Set(installation_ids)], matching: new Set() }
      : installation_ids
        ? await namedTargets(tx, search, installation_ids)
        : await nextTargets(tx, search, after)
  const application = { reach, organization_id, targets, criteria, action }
  const items = await applyToAll(tx, context, application)
  return 'kind' in items
    ? items
    : { kind: 'updated', items, ...(targets.next && { next: targets.next }) }
}

/**
 * Returns whether the text of a search has no words and is not an identifier. Such text would match every installation, which a caller
 * who searches for text cannot have intended.
 */
const matchesAnyText = ({ criteria, id_prefix }: ResolvedSearch): boolean =>
  criteria.words.length === 0 && id_prefix === undefined

interface Targets {
  /** The identifiers for which there is an outcome, in order. */
  readonly ids: readonly string[]
  /** The identifiers of the installations that matched before they were locked. */
  readonly matching: ReadonlySet<string>
  readonly next?: Position
}

/** Determines which of the named installations match the other conditions. */
async function namedTargets(
  tx: Tx,
  search: ResolvedSearch,
  installation_ids: readonly string[],
): Promise<Targets> {
  const ids = [...new Set(installation_ids)]
  const { id_prefix = '' } = search
  const { items } = await walkFleet(tx, search, {
    where: {
      ...searchCondition(search),
      installation_id: { in: ids.filter((id) => id.startsWith(id_prefix)) },
    },
    wanted: ids.length,
    accepts: (installation) => matchesState(installation, search.criteria, search.now),
  })
  return { ids, matching: new Set(items.map(({ installation_id }) => installation_id)) }
}

/** Finds the next installations that match. */
async function nextTargets(
  tx: Tx,
  search: ResolvedSearch,
  after: Position | undefined,
): Promise<Targets> {
  const { items, next } = await findPage(tx, search, { limit: MAX_ACTION_TARGETS, after })
  const ids = items.map(({ installation_id }) => installation_id)
  return { ids, matching: new Set(ids), ...(next && { next }) }
}

interface Application extends Pick<ActionInput, 'reach' | 'organization_id' | 'action'> {
  readonly targets: Targets
  readonly criteria: InstallationCriteria
}

/**
 * Applies the action to each target. All are locked before the first audit record is appended, because a transaction that has locked an
 * installation may wait for the audit chain. Another transaction may have changed an installation before it was locked.
 */
async function applyToAll(
  tx: Tx,
  context: CallContext,
  { reach, organization_id, targets: { ids, matching }, criteria, action }: Application,
): Promise<QuotaExceeded | readonly ActionResult[]> {
  // Every transaction that locks both locks the organization before an installation, to avoid deadlocks.
  if (action.type === 'label') await tx.organizations.get({ organization_id })
  const locked = await lockReached(tx, { reach, organization_id, ids })
  const isMatching = (target: Installation) =>
    matching.has(target.installation_id) && stillMatches(target, criteria, context.now)
  if (
    action.type === 'label' &&
    [...locked.values()].some((target) => isMatching(target) && growsLabels(target, action))
  ) {
    const exceeded = await checkStoredBytes(tx, context, organization_id)
    if (exceeded) return exceeded
  }
  const results: ActionResult[] = []
  for (const installation_id of ids) {
    const installation = locked.get(installation_id)
    if (!installation) results.push({ installation_id, outcome: 'not_found' })
    else if (!isMatching(installation)) results.push({ installation_id, outcome: 'skipped' })
    else
      results.push({
        installation_id,
        ...(await apply(tx, context, installation, { reach, action })),
      })
  }
  return results
}

/**
 * Locks the installations that the caller reaches in the organization. Those of others are not locked, so that no caller has to wait for
 * another organization's request.
 */
async function lockReached(
  tx: Tx,
  {
    reach: { workspace_id },
    organization_id,
    ids,
  }: Pick<Application, 'reach' | 'organization_id'> & Pick<Targets, 'ids'>,
): Promise<ReadonlyMap<string, Installation>> {
  const reached = await tx.installations.select(['installation_id'], {
    where: {
      installation_id: { in: ids },
      organization_id,
      ...(workspace_id !== null && { workspace_id }),
    },
  })
  const locked = await tx.installations.getMany(reached)
  return new Map(
    locked.flatMap((installation) =>
      installation ? [[installation.installation_id, installation] as const] : [],
    ),
  )
}

/** The lifecycle of an installation after it has been paused or resumed. */
const LIFECYCLE_AFTER = { pause: 'paused', resume: 'active' } as const satisfies Record<
  string,
  Lifecycle
>

async function apply(
  tx: Tx,
  context: CallContext,
  installation: Installation,
  { reach, action }: Pick<ActionInput, 'reach' | 'action'>,
): Promise<Omit<ActionResult, 'installation_id'>> {
  const { installation_id } = installation
  if (action.type === 'label')
    return { outcome: await changeLabelsOf(tx, context, installation, action) }
  if (!isOperative(installation)) return { outcome: 'ended' }
  if (action.type !== 'revoke') {
    const { type, reason } = action
    if (installation.lifecycle === LIFECYCLE_AFTER[type]) return { outcome: 'unchanged' }
    await commandInstallation(tx, context, installation, { installation_id, type, reason })
    return { outcome: 'applied' }
  }
  const { reason, shutdown_timeout_ms } = action
  const revoked = await revokeInstallation(tx, context, {
    reach,
    installation_id,
    reason,
    shutdown_timeout_ms,
  })
  const deadline = revoked.kind === 'revoked' ? revoked.installation.shutdown_deadline : null
  return { outcome: 'applied', ...(deadline !== null && { deadline }) }
}
