import type { Agent, Reputation, ReputationShare, Share, Task } from '../../../domain/records.ts'
import {
  nextMoment,
  noShare,
  recount,
  sumOfShares,
  withOutcome,
  withShare,
  type CountedOutcome,
} from '../../../domain/agents/reputation.ts'
import type { CallContext } from '../../act.ts'
import type { ReadTx, Tx } from '../../database.ts'

/** An outcome of an agent that counts, and the organization whose credential asked for it. */
export interface Rating {
  readonly rater_id: string
  readonly succeeded: boolean
}

/**
 * Counts an outcome in the share of the organization that asked for it. Returns what becomes of the agent's reputation, which the caller
 * keeps. Whoever counts holds the agent, so nobody else moves its shares.
 */
export async function countRating(
  tx: Tx,
  { now }: CallContext,
  agent: Agent,
  { rater_id, succeeded }: Rating,
): Promise<Reputation> {
  const { svc_id, organization_id, reputation } = agent
  const key = { svc_id, organization_id, rater_id }
  const moment = nextMoment(reputation, now)
  const kept = await tx.reputation_shares.get(key)
  const known = kept && isOf(agent, kept.share) ? kept : undefined
  const share = withOutcome(known?.share ?? noShare(moment), succeeded, moment)
  if (kept) await tx.reputation_shares.update(key, { share, forgotten: known?.forgotten ?? null })
  else await tx.reputation_shares.insert({ ...key, share, forgotten: null })
  return withShare(reputation, known?.share, share)
}

/** Whether something was counted for this registration, and not for an earlier one of the same organization that is gone. */
const isOf = (
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
 * Keeps with each organization what these tasks of its own made: the next ones go on from there. They are the first ones that count for
 * the registration.
 */
export async function forgetRatings(tx: Tx, agent: Agent, first: readonly Task[]): Promise<void> {
  const { svc_id, organization_id } = agent
  for (const [rater_id, tasks] of Map.groupBy(
    first.filter((task) => isCountedFor(agent, task)),
    (task) => task.organization_id,
  )) {
    const key = { svc_id, organization_id, rater_id }
    const known = await tx.reputation_shares.get(key)
    if (known)
      await tx.reputation_shares.update(key, {
        forgotten: recount(tasks.map(outcomeOf), known.forgotten ?? undefined) ?? null,
      })
  }
}

type Registered = Pick<Agent, 'svc_id' | 'organization_id' | 'registered_at'>
/** Rows that are read at a time. */
const PAGE = 1000

/** The shares that are kept of a registration, each by the organization that it is of. */
export async function sharesOf(
  tx: ReadTx,
  registered: Registered,
): Promise<readonly ReputationShare[]> {
  const { svc_id, organization_id } = registered
  const shares: ReputationShare[] = []
  for (let after: readonly string[] = []; ;) {
    const page = await tx.reputation_shares.find({
      where: { svc_id, organization_id },
      orderBy: ['rater_id'],
      after,
      limit: PAGE,
    })
    shares.push(...page.filter(({ share }) => isOf(registered, share)))
    if (page.length < PAGE) return shares
    after = [page.at(-1)!.rater_id]
  }
}

/** The shares of a registration counted anew from the tasks on record, however many there are (docs/specification/trust.md#reputation). */
export async function recountShares(
  tx: ReadTx,
  registered: Registered,
): Promise<ReadonlyMap<string, Share>> {
  const shares = new Map<string, Share>()
  for (const { rater_id, forgotten } of await sharesOf(tx, registered))
    if (forgotten) shares.set(rater_id, forgotten)
  const where = {
    agent_id: registered.svc_id,
    counts_for: registered.organization_id,
    counted_at: { gt: registered.registered_at },
  }
  for (let after: readonly string[] = []; ;) {
    const tasks: readonly Task[] = await tx.tasks.find({
      where,
      orderBy: ['counted_at', 'task_id'] as never,
      after,
      limit: PAGE,
    })
    for (const [rater_id, own] of Map.groupBy(tasks, (task) => task.organization_id))
      shares.set(rater_id, recount(own.map(outcomeOf), shares.get(rater_id))!)
    if (tasks.length < PAGE) return shares
    after = [tasks.at(-1)!.counted_at!, tasks.at(-1)!.task_id]
  }
}

/** A registration's reputation counted anew from the tasks on record: always the one that is kept, but for the rounding of sums. */
export async function recountReputationOf(
  tx: ReadTx,
  { reputation, ...registered }: Registered & Pick<Agent, 'reputation'>,
): Promise<Reputation> {
  const shares = await recountShares(tx, registered)
  return { ...reputation, ...sumOfShares([...shares.values()], reputation.as_of) }
}
