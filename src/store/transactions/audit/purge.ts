import { PURGE } from '../../../domain/limits.ts'
import type { AuditHead, AuditRow } from '../../../domain/records.ts'
import {
  DEFAULT_RETENTION,
  retentionDays,
  type RetentionSetting,
} from '../../../domain/audit/retention.ts'
import { plus, type Timestamp } from '../../../domain/time.ts'
import type { CallContext } from '../../context.ts'
import type { Tx } from '../../database.ts'
import type { Signer } from '../policies/policies.ts'

const DAY_MS = 24 * 60 * 60_000

/** What one pass did: how many records are gone, and how many chains were looked at. Both are zero when nothing is due. */
export interface Purge {
  readonly purged: number
  readonly examined: number
}

/**
 * Removes audit records that are older than the retention of their organization: the oldest first, a bounded number in one transaction,
 * with a signed checkpoint in place of those that were removed (docs/specification/audit.md#checkpoint). What a pass leaves is removed by
 * the next one.
 */
export async function purgeAudit(
  tx: Tx,
  context: CallContext,
  { signer }: { signer: Signer },
): Promise<Purge> {
  let purged = 0
  const heads = await dueChains(tx, context.now)
  for (const head of heads)
    if (purged < PURGE.records)
      purged += await purgeChain(tx, context, { head, signer, most: PURGE.records - purged })
  return { purged, examined: heads.length }
}

/** Has the next pass look at an organization's chain, because its retention changed. */
export const lookForOldRecords = (tx: Tx, chain: string): Promise<void> =>
  tx.audit_heads.update({ chain }, { purge_at: null })

async function dueChains(tx: Tx, now: Timestamp): Promise<readonly AuditHead[]> {
  const unseen = await tx.audit_heads.find({ where: { purge_at: null }, limit: PURGE.chains })
  const due = await tx.audit_heads.find({ where: { purge_at: { lte: now } }, limit: PURGE.chains })
  return [...unseen, ...due].slice(0, PURGE.chains)
}

interface Task {
  readonly head: AuditHead
  readonly signer: Signer
  readonly most: number
}

/** Always a prefix of the chain: it ends before the first record that is young enough, even if the clock once went back. */
async function purgeChain(
  tx: Tx,
  context: CallContext,
  { head: { chain }, signer, most }: Task,
): Promise<number> {
  const setting = (await tx.organizations.get({ organization_id: chain })) ?? DEFAULT_RETENTION
  const days = retentionDays(setting, context.now)
  const before = plus(context.now, -days * DAY_MS)
  const rows = await tx.audit_log.find({
    where: { chain },
    orderBy: ['sequence'],
    limit: PURGE.records + 1,
  })
  const young = rows.findIndex(({ occurred_at }) => occurred_at >= before)
  const old = rows.slice(0, Math.min(most, young === -1 ? rows.length : young))
  for (const { sequence } of old) await tx.audit_log.delete({ chain, sequence })
  if (old.length > 0)
    await writeCheckpoint(tx, context, { last: old.at(-1)!, retention_days: days, signer })
  const oldest = rows[old.length]
  const more = oldest !== undefined && oldest.occurred_at < before
  if (!more)
    await tx.audit_heads.update(
      { chain },
      { purge_at: nextLook(setting, oldest?.occurred_at, context.now) },
    )
  return old.length
}

async function writeCheckpoint(
  tx: Tx,
  context: CallContext,
  cut: { last: AuditRow; retention_days: number; signer: Signer },
): Promise<void> {
  const {
    last: { chain, sequence, hash, occurred_at },
    retention_days,
    signer,
  } = cut
  const statement = {
    issuer: signer.issuer,
    chain,
    sequence,
    hash,
    occurred_at,
    retention_days,
    purged_at: context.now,
  }
  await tx.audit_checkpoints.put({
    ...statement,
    signing_key_id: signer.key_id,
    signature: signer.sign('audit-checkpoint', statement),
  })
}

/** When the oldest record will be too old, though not before a pause, so that a busy chain is cut now and then only; or when a shorter retention begins. */
function nextLook(
  setting: RetentionSetting,
  oldest: Timestamp | undefined,
  now: Timestamp,
): Timestamp {
  const tooOld = plus(oldest ?? now, retentionDays(setting, now) * DAY_MS + 1)
  const soonest = plus(now, PURGE.pause_ms)
  const due = tooOld > soonest ? tooOld : soonest
  const shorter = setting.retention_shortening?.effective_at ?? now
  return shorter > now && shorter < due ? shorter : due
}
