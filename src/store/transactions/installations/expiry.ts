import { expiryBatch, livingThatMatter } from '../../../domain/installations/expiry.ts'
import type { Installation } from '../../../domain/records.ts'
import { elapsed, type Timestamp } from '../../../domain/time.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { holdsTurn, isTurn } from '../lock.ts'
import { appendAudits } from '../audit/records.ts'
import { BREATHING, mayExpire } from './downtime.ts'

/** How many due installations of each health one pass looks at. */
const DUE = 500
/** How many are marked in one transaction, for which whoever comes meanwhile has to wait. */
const STEP = 25
const SWEPT = 'leases_swept_at'
/** Among those that are due nobody is without. */
const BY_WATCH = ['watch_at'] as unknown as ['created_at']
/** All of them: the index that counts by health has them first. */
const LIFECYCLES = ['active', 'paused', 'revoked', 'terminated'] as const

/** When a sweep may be made, where processes share a store. */
export interface Turn {
  /** Since the last pass, of whichever process: the share of a workspace in one pass is that of the platform. */
  readonly pause_ms?: number
  /** Nothing expires while the last note of being alive is older: what may be an outage is credited first. */
  readonly alive_within_ms?: number
}
/** Whom a pass may mark offline: the longest overdue of each workspace first, then those that are only to be looked at later. */
interface Chosen {
  readonly installation_id: string
  readonly overdue: boolean
}
/** What is left of a pass, and the moment by which it is known. */
export interface Pass {
  readonly turn: Turn
  readonly begun_at: Timestamp
  readonly left: readonly Chosen[]
}
export interface Expired {
  readonly expired: number
  readonly held: number
  readonly pass: Pass
}

/**
 * Begins a pass: chooses the installations to mark offline whose lease ran out, a bounded share of each workspace, and marks the first
 * of them. Tells how many, and how many the guard held back; undefined where it is nobody's turn.
 */
export async function beginExpiry(
  tx: Tx,
  context: CallContext,
  turn: Turn,
): Promise<Expired | undefined> {
  if (
    !(await mayExpire(tx, context, turn)) ||
    !(await isTurn(tx, context, SWEPT, turn.pause_ms ?? 0))
  )
    return undefined
  const { chosen, held } = await choose(tx, context)
  return { ...(await mark(tx, context, { turn, begun_at: context.now, left: chosen })), held }
}

/** Goes on with a pass, unless an outage has to be credited first or another pass has begun, which may mark as many as a whole pass may. */
export async function continueExpiry(
  tx: Tx,
  context: CallContext,
  pass: Pass,
): Promise<Omit<Expired, 'held'>> {
  const {
    turn: { pause_ms = 0 },
    begun_at,
  } = pass
  const goesOn =
    (await mayExpire(tx, context, pass.turn)) &&
    (pause_ms === 0 || (await holdsTurn(tx, SWEPT, begun_at)))
  return goesOn ? mark(tx, context, pass) : { expired: 0, pass: { ...pass, left: [] } }
}

async function choose(
  tx: ReadTx,
  { now }: CallContext,
): Promise<{ chosen: readonly Chosen[]; held: number }> {
  const watched: Installation[] = []
  for (const health of BREATHING) {
    watched.push(
      ...(await tx.installations.find({
        where: { health, watch_at: null },
        limit: DUE,
        lock: false,
      })),
    )
    watched.push(
      ...(await tx.installations.find({
        where: { health, watch_at: { lte: now } },
        orderBy: BY_WATCH,
        limit: DUE,
        lock: false,
      })),
    )
  }
  const [due, alive] = [watched.filter(isOverdue), watched.filter((one) => !isOverdue(one))]
  const longestFirst = due.toSorted((a, b) => elapsed(b.lease_expires_at, a.lease_expires_at))
  const batches = []
  for (const [workspace_id, group] of Map.groupBy(
    longestFirst,
    (installation) => installation.workspace_id,
  )) {
    batches.push(
      expiryBatch(
        group,
        await tx.installations.count(
          { workspace_id, lifecycle: { in: LIFECYCLES }, health: { in: BREATHING } },
          livingThatMatter(group.length),
        ),
      ),
    )
  }
  const chosen = [
    ...batches.flatMap((batch) => batch.now.map(choice(true))),
    ...alive.map(choice(false)),
  ]
  return { chosen, held: batches.reduce((sum, { held }) => sum + held, 0) }

  function isOverdue({ lease_expires_at }: Installation): boolean {
    return lease_expires_at <= now
  }
}

const choice =
  (overdue: boolean) =>
  ({ installation_id }: Installation): Chosen => ({ installation_id, overdue })

/** Marks the next ones, except those that were heard of since they were chosen, or that somebody else holds right now. */
async function mark(
  tx: Tx,
  context: CallContext,
  { left, ...pass }: Pass,
): Promise<Omit<Expired, 'held'>> {
  const next = left.slice(0, STEP)
  const found = await tx.installations.getMany(
    next.map(({ installation_id }) => ({ installation_id })),
    { skipLocked: true },
  )
  const overdue = found.filter(
    (one, at): one is Installation =>
      next[at]!.overdue &&
      one !== undefined &&
      isBreathing(one) &&
      one.lease_expires_at <= context.now,
  )
  const alive = found.filter(
    (one): one is Installation =>
      one !== undefined &&
      one.lease_expires_at > context.now &&
      (one.watch_at ?? context.now) <= context.now,
  )
  await tx.installations.updateMany(
    alive.map(({ installation_id, lease_expires_at }) => ({
      key: { installation_id },
      changes: { watch_at: lease_expires_at },
    })),
  )
  await tx.installations.updateMany(
    overdue.map(({ installation_id }) => ({
      key: { installation_id },
      changes: { health: 'offline' },
    })),
  )
  await appendAudits(
    tx,
    context,
    overdue.map(({ installation_id, organization_id, workspace_id, lease_expires_at }) => ({
      event_type: 'installation.lease_expired',
      organization_id,
      workspace_id,
      target: { type: 'installation', id: installation_id },
      metadata: { lease_expires_at },
    })),
  )
  return { expired: overdue.length, pass: { ...pass, left: left.slice(STEP) } }
}

const isBreathing = ({ health }: Installation): boolean =>
  (BREATHING as readonly string[]).includes(health)
