import {
  stateOf,
  addChange,
  type ReputationChange as StateChange,
} from '../../../domain/agents/reputation-history.ts'
import { dayOf } from '../../../domain/time.ts'
import type { Agent } from '../../../domain/records.ts'
import type { CallContext } from '../../context.ts'
import type { Tx } from '../../database.ts'

/** An agent before and after a change of its reputation. `succeeded` is the outcome that counts, or null for an upheld dispute. */
export interface ReputationChange {
  readonly before: Agent
  readonly after: Agent
  readonly succeeded: StateChange['succeeded']
}

/** Adds a change of reputation to the row of the current day (UTC). The caller has locked the agent, so no other transaction writes the row. */
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
