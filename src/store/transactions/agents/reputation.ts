import type { Agent, Reputation, ReputationShare, Share, Task } from '../../../domain/records.ts'
import {
  nextOutcomeTime,
  emptyShare,
  recount,
  sumOfShares,
  withOutcome,
  withShare,
  type CountedOutcome,
} from '../../../domain/agents/reputation.ts'
import {
  stateOf,
  addChange,
  type ReputationChange as StateChange,
} from '../../../domain/agents/reputation-history.ts'
import { dayOf } from '../../../domain/time.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'

/** An outcome that counts, and the organization whose credential requested the task. */
export interface Rating {
  readonly rater_id: string
  readonly succeeded: boolean
}

/**
 * Counts an outcome in the share of the organization that requested the task. Returns the new reputation of the agent, which the caller
 * stores. The caller has locked the agent, so no other transaction writes its shares.
 */
export async function countRating(
  tx: Tx,
  { now }: CallContext,
  agent: Agent,
  { rater_id, succeeded }: Rating,
): Promise<Reputation> {
  const { svc_id, organization_id, reputation } = agent
  const key = { svc_id, organization_id, rater_id }
  const moment = nextOutcomeTime(reputation, now)
  const stored = await tx.reputation_shares.get(key)
  const existing = stored && belongsTo(agent, stored.share) ? stored : undefined
  const share = withOutcome(existing?.share ?? emptyShare(moment), succeeded, moment)
  if (stored)
    await tx.reputation_shares.update(key, { share, forgotten: existing?.forgotten ?? null })
  else await tx.reputation_shares.insert({ ...key, share, forgotten: null })
  return withShare(reputation, existing?.share, share)
}

/** Returns whether a share belongs to this registration, and not to an earlier registration by the same organization that was removed. */
const belongsTo = (
  { registered_at }: Pick<Agent, 'registered_at'>,
  { as_of }: Pick<Share, 'as_of'>,
): boolean => as_of > registered_at
const isCountedFor = (
  { registered_at }: Pick<Agent, 'registered_at'>,
  { counted_at }: Task,
): boolean => counted_at !== null && counted_at > registered_at

const outcomeOf = ({ status, counted_at }: Task): CountedOutcome => ({
  succeeded: status === 'completed',
  counted_at: counted_at!,
})

/**
 * Stores how tasks that this transaction deletes contribute to each organization's share (`forgotten`), so that a recount can start from
 * there.
 */
export async function carryForwardRatings(
  tx: Tx,
  agent: Agent,
  oldest: readonly Task[],
): Promise<void> {
  const { svc_id, organization_id } = agent
  for (const [rater_id, tasks] of Map.groupBy(
    oldest.filter((task) => isCountedFor(agent, task)),
    (task) => task.organization_id,
  )) {
    const key = { svc_id, organization_id, rater_id }
    const existing = await tx.reputation_shares.get(key)
    if (existing)
      await tx.reputation_shares.update(key, {
        forgotten: recount(tasks.map(outcomeOf), existing.forgotten ?? undefined) ?? null,
      })
  }
}

type RegistrationRef = Pick<Agent, 'svc_id' | 'organization_id' | 'registered_at'>
/** Limits the rows that one query reads. */
const PAGE = 1000

/** Returns the stored shares of a registration, one for each organization that has rated it. */
export async function sharesOf(
  tx: ReadTx,
  registration: RegistrationRef,
): Promise<readonly ReputationShare[]> {
  const { svc_id, organization_id } = registration
  const shares: ReputationShare[] = []
  for (let after: readonly string[] = []; ;) {
    const page = await tx.reputation_shares.find({
      where: { svc_id, organization_id },
      orderBy: ['rater_id'],
      after,
      limit: PAGE,
    })
    shares.push(...page.filter(({ share }) => belongsTo(registration, share)))
    if (page.length < PAGE) return shares
    after = [page.at(-1)!.rater_id]
  }
}

/**
 * Recounts the shares of a registration from its tasks on record, page by page (docs/specification/trust.md#reputation). Returns them by
 * organization.
 */
export async function recountShares(
  tx: ReadTx,
  registration: RegistrationRef,
): Promise<ReadonlyMap<string, Share>> {
  const shares = new Map<string, Share>()
  for (const { rater_id, forgotten } of await sharesOf(tx, registration))
    if (forgotten) shares.set(rater_id, forgotten)
  const where = {
    agent_id: registration.svc_id,
    counts_for: registration.organization_id,
    counted_at: { gt: registration.registered_at },
  }
  for (let after: readonly string[] = []; ;) {
    const tasks: readonly Task[] = await tx.tasks.find({
      where,
      orderBy: ['counted_at', 'task_id'],
      after,
      limit: PAGE,
    })
    for (const [rater_id, raterTasks] of Map.groupBy(tasks, (task) => task.organization_id))
      shares.set(rater_id, recount(raterTasks.map(outcomeOf), shares.get(rater_id))!)
    if (tasks.length < PAGE) return shares
    after = [tasks.at(-1)!.counted_at!, tasks.at(-1)!.task_id]
  }
}

/** Recounts the reputation of a registration from its tasks on record. It equals the stored reputation except for rounding. */
export async function recountReputationOf(
  tx: ReadTx,
  { reputation, ...registration }: RegistrationRef & Pick<Agent, 'reputation'>,
): Promise<Reputation> {
  const shares = await recountShares(tx, registration)
  return { ...reputation, ...sumOfShares([...shares.values()], reputation.as_of) }
}

/** An agent before and after a change in its reputation. `succeeded` is the outcome that counts, or null for an upheld dispute. */
export interface ReputationChange {
  readonly before: Agent
  readonly after: Agent
  readonly succeeded: StateChange['succeeded']
}

/**
 * Adds a change in reputation to the row of the current day (UTC). The caller must have locked the agent, so that no other transaction
 * writes the row.
 */
export async function recordReputationChange(
  tx: Tx,
  { now }: CallContext,
  { before, after, succeeded }: ReputationChange,
): Promise<void> {
  const key = { svc_id: after.svc_id, organization_id: after.organization_id, day: dayOf(now) }
  const existing = await tx.reputation_days.get(key)
  const { completed, failed, opening, closing } = addChange(existing, {
    succeeded,
    before: stateOf(before),
    after: stateOf(after),
  })
  if (existing) await tx.reputation_days.update(key, { completed, failed, closing })
  else await tx.reputation_days.insert({ ...key, completed, failed, opening, closing })
}
