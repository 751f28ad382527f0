import {
  stateOf,
  withMove,
  type ReputationMove,
} from '../../../domain/agents/reputation-history.ts'
import { dayOf } from '../../../domain/time.ts'
import type { Agent } from '../../../domain/records.ts'
import type { CallContext } from '../../act.ts'
import type { Tx } from '../../database.ts'

/** An agent before and after something moved its reputation: an outcome that counts, or a dispute that is upheld (null). */
export interface Moved {
  readonly before: Agent
  readonly after: Agent
  readonly succeeded: ReputationMove['succeeded']
}

/** Keeps with the day what has moved the reputation of an agent. Whoever moves one holds the agent, so nobody else moves its days. */
export async function noteMove(
  tx: Tx,
  { now }: CallContext,
  { before, after, succeeded }: Moved,
): Promise<void> {
  const key = { svc_id: after.svc_id, organization_id: after.organization_id, day: dayOf(now) }
  const known = await tx.reputation_days.get(key)
  const { completed, failed, opening, closing } = withMove(known, {
    succeeded,
    before: stateOf(before),
    after: stateOf(after),
  })
  if (known) await tx.reputation_days.update(key, { completed, failed, closing })
  else await tx.reputation_days.insert({ ...key, completed, failed, opening, closing })
}
