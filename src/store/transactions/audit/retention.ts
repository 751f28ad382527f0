import { verifyChain } from '../../../domain/audit/chain.ts'
import { verifyCheckpointSignature } from '../../../domain/audit/checkpoint.ts'
import { MAX_RETENTION_DAYS, PURGE } from '../../../domain/limits.ts'
import type { AuditHead, AuditRow } from '../../../domain/records.ts'
import { recordHash } from '../../../domain/audit/record.ts'
import {
  changeRetention,
  daysToKeep,
  DEFAULT_RETENTION,
  type RecordedRetention,
  type RetentionSetting,
} from '../../../domain/audit/retention.ts'
import { reaches, type Reach } from '../../../domain/organizations/access.ts'
import { DAY_MS, plus, type Timestamp } from '../../../domain/time.ts'
import type { CallContext } from '../../context.ts'
import type { Tx } from '../../database.ts'
import type { Signer } from '../../../domain/trust/signing-keys.ts'
import { appendAudit } from './records.ts'

export type RetentionOutcome = { kind: 'not_found' } | { kind: 'set'; effective_at: Timestamp }

/** Sets how many days an organization's audit log is kept. A key that is bound to one workspace may not do this. */
export async function setRetention(
  tx: Tx,
  context: CallContext,
  input: { reach: Reach; organization_id: string; days: number },
): Promise<RetentionOutcome> {
  const { reach, organization_id, days } = input
  const organization = await tx.organizations.get({ organization_id })
  if (!organization || !reaches(reach, { organization_id }) || reach.workspace_id !== null)
    return { kind: 'not_found' }
  const { setting, effective_at } = changeRetention(organization, days, context.now)
  await tx.organizations.update({ organization_id }, { ...setting })
  await appendAudit(tx, context, {
    event_type: 'audit.retention_changed',
    organization_id,
    target: { type: 'organization', id: organization_id },
    metadata: { from: organization.audit_log_retention_days, to: days, effective_at },
  })
  // The next pass examines the chain.
  await tx.audit_heads.update({ chain: organization_id }, { purge_at: null })
  return { kind: 'set', effective_at }
}

/** Returns the chains that a pass examines. They are not locked, because every change to an organization locks its chain. */
export async function dueChains(
  tx: Tx,
  { now }: CallContext,
): Promise<{ readonly chains: readonly string[] }> {
  const [unscheduled, due] = await Promise.all(
    [null, { lte: now }].map((purge_at) =>
      tx.audit_heads.find({ where: { purge_at }, limit: PURGE.chains, lock: false }),
    ),
  )
  return { chains: [...unscheduled!, ...due!].slice(0, PURGE.chains).map(({ chain }) => chain) }
}

const isDue = ({ purge_at }: AuditHead, now: Timestamp): boolean =>
  purge_at === null || purge_at <= now

interface ChainPurge {
  readonly chain: string
  readonly signer: Signer
  /** How many records it may delete. */
  readonly max: number
}

/**
 * Removes the records of a chain that are older than the retention of its organization: oldest first, a bounded number, with a signed
 * checkpoint in place of those that were removed (docs/specification/audit.md#checkpoint). The next pass removes what remains. Later
 * records are not purged even if they have an older date because the clock was set back. The organization is locked before its chain, as in
 * every transaction.
 */
export async function purgeChain(
  tx: Tx,
  context: CallContext,
  { chain, signer, max }: ChainPurge,
): Promise<{ readonly purged: number }> {
  const setting = (await tx.organizations.get({ organization_id: chain })) ?? DEFAULT_RETENTION
  const head = await tx.audit_heads.get({ chain })
  if (!head || !isDue(head, context.now)) return { purged: 0 }
  const days = await readDaysToKeep(tx, chain, setting, context.now)
  const before = plus(context.now, -days * DAY_MS)
  const rows = await tx.audit_log.find({
    where: { chain },
    orderBy: ['sequence'],
    limit: PURGE.records + 1,
  })
  const firstKept = rows.findIndex(({ occurred_at }) => occurred_at >= before)
  const expired = rows.slice(0, Math.min(max, firstKept === -1 ? rows.length : firstKept))
  const purged = await intactPart(tx, chain, { rows: expired, signer })
  for (const { sequence } of purged) await tx.audit_log.delete({ chain, sequence })
  if (purged.length > 0)
    await writeCheckpoint(tx, context, { last: purged.at(-1)!, retention_days: days, signer })
  const oldest = rows[purged.length]
  // A chain that is broken is examined again after a pause, so that it does not delay other chains.
  const isBroken = purged.length < expired.length
  const more = oldest !== undefined && oldest.occurred_at < before && !isBroken
  if (!more)
    await tx.audit_heads.update(
      { chain },
      { purge_at: nextPurgeAt(setting, days, oldest?.occurred_at, context.now) },
    )
  return { purged: purged.length }
}

/** Returns for how many days the records of a chain have to be kept: the maximum if the record of the last change was edited. */
async function readDaysToKeep(
  tx: Tx,
  chain: string,
  setting: RetentionSetting,
  now: Timestamp,
): Promise<number> {
  const last = await tx.audit_log.first({
    where: { chain, event_type: 'audit.retention_changed' },
    orderBy: ['sequence'],
    descending: true,
    lock: false,
  })
  if (last && recordHash(last) !== last.hash) return MAX_RETENTION_DAYS
  return daysToKeep(setting, last?.metadata as RecordedRetention | undefined, now)
}

/**
 * Returns the first records of a chain up to the first one that does not verify. The platform must not sign that it purged a record whose
 * date somebody changed in the database in order to get rid of it, and must not replace a forged checkpoint with one of its own.
 */
async function intactPart(
  tx: Tx,
  chain: string,
  { rows, signer }: { readonly rows: readonly AuditRow[]; readonly signer: Signer },
): Promise<readonly AuditRow[]> {
  if (rows.length === 0) return rows
  const checkpoint = await tx.audit_checkpoints.get({ chain })
  const check = verifyChain(
    checkpoint ? { checkpoint: verifyCheckpointSignature(checkpoint, chain, signer.isOwn) } : {},
  )
  const broken_at = rows.findIndex((row) => check.feed(row) !== undefined)
  return broken_at === -1 ? rows : rows.slice(0, broken_at)
}

async function writeCheckpoint(
  tx: Tx,
  context: CallContext,
  purged: { last: AuditRow; retention_days: number; signer: Signer },
): Promise<void> {
  const {
    last: { chain, sequence, hash, occurred_at },
    retention_days,
    signer,
  } = purged
  const statement = {
    issuer: signer.issuer,
    chain,
    sequence,
    hash,
    occurred_at,
    retention_days,
    purged_at: context.now,
  }
  const { key_id, signature } = signer.sign('audit-checkpoint', statement, context.now)
  await tx.audit_checkpoints.put({ ...statement, signing_key_id: key_id, signature })
}

/**
 * Returns when the oldest record exceeds the retention, but not before a minimum pause, so that a busy chain is not purged all the time; or
 * when a shorter retention takes effect, if that is earlier.
 */
function nextPurgeAt(
  setting: RetentionSetting,
  days: number,
  oldest: Timestamp | undefined,
  now: Timestamp,
): Timestamp {
  const expiresAt = plus(oldest ?? now, days * DAY_MS + 1)
  const earliest = plus(now, PURGE.pause_ms)
  const due = expiresAt > earliest ? expiresAt : earliest
  const shorteningAt = setting.retention_shortening?.effective_at ?? now
  return shorteningAt > now && shorteningAt < due ? shorteningAt : due
}
