import { OPERATIVE_LIFECYCLES } from '../../../domain/installations/installation.ts'
import { MAX_RECOVERY_CANDIDATES } from '../../../domain/limits.ts'
import { pickForRecovery } from '../../../domain/installations/recovery.ts'
import type { Installation } from '../../../domain/records.ts'
import { elapsed } from '../../../domain/time.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'

interface RecoveryScope {
  readonly workspace_id: string
  readonly agent_id: string
}
const CANDIDATE_COLUMNS = ['installation_id', 'last_seen_at'] as const
type RecoveryCandidate = Pick<Installation, (typeof CANDIDATE_COLUMNS)[number]>

/** Installations that are not running are recovered first. */
const RECOVERY_ORDER = [
  ['offline', 'stopped'],
  ['unhealthy', 'online'],
] as const

/**
 * Locks and returns the installation to recover; undefined if all have ended (docs/specification/installations.md#recovery-choice).
 * Choosing takes no locks, so the chosen installation is then locked and the choice is repeated until its result is the same.
 */
export async function chooseForRecovery(
  tx: Tx,
  context: CallContext,
  scope: RecoveryScope,
): Promise<Installation | undefined> {
  let locked: Installation | undefined
  for (;;) {
    const chosen = pickForRecovery(
      await withTokens(tx, await findLeastRecentlySeen(tx, scope)),
      context.now,
    )
    if (chosen?.installation_id === locked?.installation_id) return locked
    locked = chosen && (await tx.installations.get({ installation_id: chosen.installation_id }))
  }
}

async function findLeastRecentlySeen(
  tx: ReadTx,
  scope: RecoveryScope,
): Promise<readonly RecoveryCandidate[]> {
  const candidates = await tx.installations.select(CANDIDATE_COLUMNS, {
    where: { ...scope, lifecycle: { in: OPERATIVE_LIFECYCLES } },
    limit: MAX_RECOVERY_CANDIDATES + 1,
  })
  if (candidates.length <= MAX_RECOVERY_CANDIDATES) return leastRecentFirst(candidates)
  const notRunning = leastRecentFirst(await findEarliestSeen(tx, scope, RECOVERY_ORDER[0]))
  return notRunning.length > 0
    ? notRunning
    : leastRecentFirst(await findEarliestSeen(tx, scope, RECOVERY_ORDER[1]))
}

const leastRecentFirst = (candidates: readonly RecoveryCandidate[]): readonly RecoveryCandidate[] =>
  candidates
    .toSorted((a, b) => elapsed(b.last_seen_at, a.last_seen_at))
    .slice(0, MAX_RECOVERY_CANDIDATES)

/** Returns installations in the order of the day on which they were last seen. An earlier version did not store the day. */
async function findEarliestSeen(
  tx: ReadTx,
  scope: RecoveryScope,
  healthStates: (typeof RECOVERY_ORDER)[number],
): Promise<readonly RecoveryCandidate[]> {
  const conditions = OPERATIVE_LIFECYCLES.flatMap((lifecycle) =>
    healthStates.map((health) => ({ ...scope, lifecycle, health })),
  )
  const found = await Promise.all(
    conditions.flatMap((condition) => [
      tx.installations.select(CANDIDATE_COLUMNS, {
        where: { ...condition, last_seen_date: null },
        limit: MAX_RECOVERY_CANDIDATES,
      }),
      tx.installations.select(CANDIDATE_COLUMNS, {
        where: { ...condition, last_seen_date: { gt: '' } },
        orderBy: ['last_seen_date'],
        limit: MAX_RECOVERY_CANDIDATES,
      }),
    ]),
  )
  return found.flat()
}

async function withTokens(tx: ReadTx, installations: readonly RecoveryCandidate[]) {
  if (installations.length === 0) return []
  const ids = installations.map(({ installation_id }) => installation_id)
  const tokens = Map.groupBy(
    await tx.runtime_tokens.select(['installation_id', 'effective_expires_at'], {
      where: { installation_id: { in: ids } },
    }),
    ({ installation_id }) => installation_id,
  )
  return installations.map((installation) => ({
    installation,
    tokens: tokens.get(installation.installation_id) ?? [],
  }))
}
