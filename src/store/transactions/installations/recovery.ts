import { LIVE } from '../../../domain/installations/installation.ts'
import { RECOVERY_EXAMINED_MOST } from '../../../domain/limits.ts'
import { pickForRecovery } from '../../../domain/installations/recovery.ts'
import type { Installation } from '../../../domain/records.ts'
import { elapsed } from '../../../domain/time.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'

interface Whose {
  readonly workspace_id: string
  readonly agent_id: string
}
const KNOWN = ['installation_id', 'last_seen_at'] as const
type Known = Pick<Installation, (typeof KNOWN)[number]>

/** Those who are not heard of, then the others. */
const SILENT_FIRST = [
  ['offline', 'stopped'],
  ['unhealthy', 'online'],
] as const

/**
 * Locks and returns the installation that a recovery is for; undefined if all have ended
 * (docs/specification/installations.md#recovery-choice). The choice takes no locks, so the chosen installation is locked and the choice
 * repeated until it stays the same.
 */
export async function chooseForRecovery(
  tx: Tx,
  context: CallContext,
  whose: Whose,
): Promise<Installation | undefined> {
  let held: Installation | undefined
  for (;;) {
    const chosen = pickForRecovery(
      await withTokens(tx, await longestSilent(tx, whose)),
      context.now,
    )
    if (chosen?.installation_id === held?.installation_id) return held
    held = chosen && (await tx.installations.get({ installation_id: chosen.installation_id }))
  }
}

async function longestSilent(tx: ReadTx, whose: Whose): Promise<readonly Known[]> {
  const all = await tx.installations.select(KNOWN, {
    where: { ...whose, lifecycle: { in: LIVE } },
    limit: RECOVERY_EXAMINED_MOST + 1,
  })
  if (all.length <= RECOVERY_EXAMINED_MOST) return bySilence(all)
  const silent = bySilence(await earliestSeen(tx, whose, SILENT_FIRST[0]))
  return silent.length > 0 ? silent : bySilence(await earliestSeen(tx, whose, SILENT_FIRST[1]))
}

const bySilence = (known: readonly Known[]): readonly Known[] =>
  known.toSorted((a, b) => elapsed(b.last_seen_at, a.last_seen_at)).slice(0, RECOVERY_EXAMINED_MOST)

/** Some of them by the day on which they were seen, from the first one on. Where no day is noted an earlier version saw them. */
async function earliestSeen(
  tx: ReadTx,
  whose: Whose,
  healths: (typeof SILENT_FIRST)[number],
): Promise<readonly Known[]> {
  const kinds = LIVE.flatMap((lifecycle) =>
    healths.map((health) => ({ ...whose, lifecycle, health })),
  )
  const found = await Promise.all(
    kinds.flatMap((kind) => [
      tx.installations.select(KNOWN, {
        where: { ...kind, seen_on: null },
        limit: RECOVERY_EXAMINED_MOST,
      }),
      tx.installations.select(KNOWN, {
        where: { ...kind, seen_on: { gt: '' } },
        orderBy: BY_DAY,
        limit: RECOVERY_EXAMINED_MOST,
      }),
    ]),
  )
  return found.flat()
}

/** Among those that are asked for nobody is without. */
const BY_DAY = ['seen_on'] as unknown as ['created_at']

async function withTokens(tx: ReadTx, installations: readonly Known[]) {
  if (installations.length === 0) return []
  const ids = installations.map(({ installation_id }) => installation_id)
  const tokens = Map.groupBy(
    await tx.runtime_tokens.select(['installation_id', 'dies_at'], {
      where: { installation_id: { in: ids } },
    }),
    ({ installation_id }) => installation_id,
  )
  return installations.map((installation) => ({
    installation,
    tokens: tokens.get(installation.installation_id) ?? [],
  }))
}
