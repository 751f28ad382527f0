import { expiryBatch, livingThatMatter } from '../../domain/expiry.ts'
import type { Installation } from '../../domain/records.ts'
import { elapsed, plus, type Timestamp } from '../../domain/time.ts'
import type { Act } from '../act.ts'
import type { Tx } from '../database.ts'
import { isTurn, notedAt } from './alone.ts'
import { appendAudit } from './audit.ts'

const BATCH = 500
const ALIVE = 'alive_at'
const BREATHING = ['online', 'unhealthy'] as const
/** All of them: the index that counts by health has them first. */
const LIFECYCLES = ['active', 'paused', 'revoked', 'terminated'] as const

/** When a sweep may be made, where processes share a store. */
export interface Turn {
  /** Since the last pass, of whichever process: the share of a workspace in one pass is that of the platform. */
  readonly pause_ms?: number
  /** Nothing expires while the last note of being alive is older: what may be an outage is credited first. */
  readonly alive_within_ms?: number
}

/**
 * Marks installations offline whose lease ran out, a bounded share of each workspace in one pass. Returns how many, and how many the
 * guard held back; undefined where it is nobody's turn.
 */
export async function expireLeases(tx: Tx, act: Act, { pause_ms = 0, alive_within_ms = Infinity }: Turn): Promise<{ expired: number; held: number } | undefined> {
  if (alive_within_ms < Infinity && elapsed((await notedAt(tx, ALIVE, true)) ?? act.now, act.now) > alive_within_ms) return undefined
  if (!(await isTurn(tx, act, 'leases_swept_at', pause_ms))) return undefined
  const due: Installation[] = []
  for (const health of BREATHING) due.push(...(await tx.installations.find({ where: { health, lease_expires_at: { lte: act.now } }, orderBy: ['lease_expires_at'], limit: BATCH })))
  const totals = { expired: 0, held: 0 }
  const longestFirst = due.toSorted((a, b) => elapsed(b.lease_expires_at, a.lease_expires_at))
  for (const [workspace_id, group] of Map.groupBy(longestFirst, (installation) => installation.workspace_id)) {
    const batch = expiryBatch(group, await tx.installations.count({ workspace_id, lifecycle: { in: LIFECYCLES }, health: { in: BREATHING } }, livingThatMatter(group.length)))
    for (const installation of batch.now) await expireLease(tx, act, installation)
    totals.expired += batch.now.length
    totals.held += batch.held
  }
  return totals
}

async function expireLease(tx: Tx, act: Act, { installation_id, organization_id, workspace_id, lease_expires_at }: Installation): Promise<void> {
  await tx.installations.update({ installation_id }, { health: 'offline' })
  await appendAudit(tx, act, { event_type: 'installation.lease_expired', organization_id, workspace_id, target: { type: 'installation', id: installation_id }, metadata: { lease_expires_at } })
}

/** Puts the expiry of unused install tokens on record. They are refused from their expiry on, swept or not. */
export async function expireInstallTokens(tx: Tx, act: Act, _: object): Promise<{ expired: number }> {
  const due = await tx.install_tokens.find({ where: { consumed_at: null, expiry_audited: false, expires_at: { lte: act.now } }, orderBy: ['expires_at'], limit: BATCH })
  for (const { token_id, organization_id, workspace_id, agent_id } of due) {
    await tx.install_tokens.update({ token_id }, { expiry_audited: true })
    await appendAudit(tx, act, { event_type: 'install_token.expired', organization_id, workspace_id, target: { type: 'install_token', id: token_id }, metadata: { agent_id } })
  }
  return { expired: due.length }
}

/** How exactly a later start knows when the platform was last alive, unless it is asked for more; the error is in favour of the installations. */
const ALIVE_PRECISION_MS = 10_000

/** How processes that share a store know whether the platform is down. */
export interface Liveness {
  /** How exactly it is noted when the platform was alive. */
  readonly precision_ms?: number
  /** A gap between notes that is longer means that no process was alive, or none could reach the store. */
  readonly down_above_ms?: number
}
export interface Downtime { readonly credited: number; readonly down_ms: number }
const NONE: Downtime = { credited: 0, down_ms: 0 }

/** Notes that the platform is alive, so that the next start knows how long it was not. A gap that says it was down is credited first. */
export async function noteAlive(tx: Tx, act: Act, { precision_ms = ALIVE_PRECISION_MS, down_above_ms = Infinity }: Liveness): Promise<Downtime> {
  const isFresh = (noted: Timestamp | undefined) => noted !== undefined && Math.abs(elapsed(noted, act.now)) < precision_ms
  if (isFresh(await notedAt(tx, ALIVE, true))) return NONE
  const noted = await notedAt(tx, ALIVE)
  if (isFresh(noted)) return NONE
  const down_ms = elapsed(noted ?? act.now, act.now)
  const downtime = down_ms > down_above_ms ? await credit(tx, noted!, down_ms) : NONE
  await tx.platform_facts.put({ name: ALIVE, value: act.now })
  return downtime
}

/**
 * Credits every lease that was alive when the platform went down with the time it was down plus one interval, so that no
 * installation pays for our outage (I-20). Runs once at start, before the first sweep. While other processes note that they are alive
 * there is nothing to credit, and of several that start after an outage one credits it.
 */
export async function creditDowntime(tx: Tx, act: Act, { down_above_ms = 0 }: Liveness): Promise<Downtime> {
  const noted = await notedAt(tx, ALIVE)
  const down_ms = Math.max(0, elapsed(noted ?? act.now, act.now))
  if (down_ms <= down_above_ms) return NONE
  const downtime = await credit(tx, noted!, down_ms)
  await tx.platform_facts.put({ name: ALIVE, value: act.now })
  return downtime
}

async function credit(tx: Tx, down_since: Timestamp, down_ms: number): Promise<Downtime> {
  let credited = 0
  for (const health of BREATHING) {
    for (const { installation_id, lease_expires_at, heartbeat_interval } of await tx.installations.find({ where: { health, lease_expires_at: { gt: down_since } } })) {
      await tx.installations.update({ installation_id }, { lease_expires_at: plus(lease_expires_at, down_ms + heartbeat_interval * 1000) })
      credited += 1
    }
  }
  return { credited, down_ms }
}
