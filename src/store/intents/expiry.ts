import { expiryBatch, livingThatMatter } from '../../domain/expiry.ts'
import type { Installation } from '../../domain/records.ts'
import { elapsed, type Timestamp } from '../../domain/time.ts'
import type { Act } from '../act.ts'
import type { ReadTx, Tx } from '../database.ts'
import { holdsTurn, isTurn } from './alone.ts'
import { appendAudits } from './audit.ts'
import { BREATHING, mayExpire } from './downtime.ts'

/** How many due installations of each health one pass looks at. */
const DUE = 500
/** How many are marked in one transaction, for which whoever comes meanwhile has to wait. */
const STEP = 25
const SWEPT = 'leases_swept_at'
/** All of them: the index that counts by health has them first. */
const LIFECYCLES = ['active', 'paused', 'revoked', 'terminated'] as const

/** When a sweep may be made, where processes share a store. */
export interface Turn {
  /** Since the last pass, of whichever process: the share of a workspace in one pass is that of the platform. */
  readonly pause_ms?: number
  /** Nothing expires while the last note of being alive is older: what may be an outage is credited first. */
  readonly alive_within_ms?: number
}
/** What a pass may still mark offline, the longest overdue of each workspace first, and the moment by which the pass is known. */
export interface Pass { readonly turn: Turn; readonly begun_at: Timestamp; readonly left: readonly string[] }
export interface Expired { readonly expired: number; readonly held: number; readonly pass: Pass }

/**
 * Begins a pass: chooses the installations to mark offline whose lease ran out, a bounded share of each workspace, and marks the first
 * of them. Tells how many, and how many the guard held back; undefined where it is nobody's turn.
 */
export async function beginExpiry(tx: Tx, act: Act, turn: Turn): Promise<Expired | undefined> {
  if (!(await mayExpire(tx, act, turn)) || !(await isTurn(tx, act, SWEPT, turn.pause_ms ?? 0))) return undefined
  const { chosen, held } = await choose(tx, act)
  return { ...(await mark(tx, act, { turn, begun_at: act.now, left: chosen })), held }
}

/** Goes on with a pass, unless an outage has to be credited first or another pass has begun, which may mark as many as a whole pass may. */
export async function continueExpiry(tx: Tx, act: Act, pass: Pass): Promise<Omit<Expired, 'held'>> {
  const { turn: { pause_ms = 0 }, begun_at } = pass
  const goesOn = (await mayExpire(tx, act, pass.turn)) && (pause_ms === 0 || (await holdsTurn(tx, SWEPT, begun_at)))
  return goesOn ? mark(tx, act, pass) : { expired: 0, pass: { ...pass, left: [] } }
}

async function choose(tx: ReadTx, { now }: Act): Promise<{ chosen: readonly string[]; held: number }> {
  const due: Installation[] = []
  for (const health of BREATHING) due.push(...(await tx.installations.find({ where: { health, lease_expires_at: { lte: now } }, orderBy: ['lease_expires_at'], limit: DUE, glance: true })))
  const longestFirst = due.toSorted((a, b) => elapsed(b.lease_expires_at, a.lease_expires_at))
  const batches = []
  for (const [workspace_id, group] of Map.groupBy(longestFirst, (installation) => installation.workspace_id)) {
    batches.push(expiryBatch(group, await tx.installations.count({ workspace_id, lifecycle: { in: LIFECYCLES }, health: { in: BREATHING } }, livingThatMatter(group.length))))
  }
  return { chosen: batches.flatMap((batch) => batch.now.map(({ installation_id }) => installation_id)), held: batches.reduce((sum, { held }) => sum + held, 0) }
}

/** Marks the next ones, except those that were heard of since they were chosen, or that somebody else holds right now. */
async function mark(tx: Tx, act: Act, { left, ...pass }: Pass): Promise<Omit<Expired, 'held'>> {
  const found = await tx.installations.getMany(left.slice(0, STEP).map((installation_id) => ({ installation_id })), { free: true })
  const overdue = found.filter((one) => one !== undefined && isBreathing(one) && one.lease_expires_at <= act.now) as readonly Installation[]
  await tx.installations.updateMany(overdue.map(({ installation_id }) => ({ key: { installation_id }, changes: { health: 'offline' } })))
  await appendAudits(tx, act, overdue.map(({ installation_id, organization_id, workspace_id, lease_expires_at }) => ({
    event_type: 'installation.lease_expired', organization_id, workspace_id, target: { type: 'installation', id: installation_id }, metadata: { lease_expires_at },
  })))
  return { expired: overdue.length, pass: { ...pass, left: left.slice(STEP) } }
}

const isBreathing = ({ health }: Installation): boolean => (BREATHING as readonly string[]).includes(health)
