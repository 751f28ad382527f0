import { expiryBatch, maxCountNeeded } from '../../../domain/installations/lease.ts'
import {
  isResponsive,
  LIFECYCLES,
  RESPONSIVE_HEALTH,
} from '../../../domain/installations/installation.ts'
import type { Installation } from '../../../domain/records.ts'
import { elapsed, type Timestamp } from '../../../domain/time.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { holdsTurn, tryAcquireTurn } from '../lock.ts'
import { appendAudits } from '../audit/records.ts'
import { mayExpire } from './downtime.ts'

/** How many due installations of each health one pass examines. */
const MAX_EXAMINED = 500
/** How many installations one transaction marks, during which their heartbeats wait. */
const STEP = 25
const SWEEP_FACT = 'leases_swept_at'

/** When a pass may begin, if processes share a store. */
export interface SweepConditions {
  /** The minimum time since the last pass of any process, because a pass limits how many installations of a workspace expire. */
  readonly pause_ms?: number
  /** Nothing expires if the platform was last recorded as alive longer ago, because that may be an outage to be credited first. */
  readonly alive_within_ms?: number
}
/** An installation that a pass examines: one whose lease is overdue, or one whose check time only needs to be moved. */
interface ExpiryCandidate {
  readonly installation_id: string
  readonly overdue: boolean
}
/** The rest of a pass, which is identified by the time it began. */
export interface ExpiryPass {
  readonly conditions: SweepConditions
  readonly begun_at: Timestamp
  readonly remaining: readonly ExpiryCandidate[]
}
export interface ExpiryStep {
  readonly expired: number
  readonly held: number
  readonly pass: ExpiryPass
}

/**
 * Begins a pass: chooses installations whose leases have expired, longest overdue first and a bounded share of each workspace, and marks
 * the first of them offline. Returns how many were marked and how many the bound held back; undefined if no pass may begin now.
 */
export async function beginExpiry(
  tx: Tx,
  context: CallContext,
  conditions: SweepConditions,
): Promise<ExpiryStep | undefined> {
  if (
    !(await mayExpire(tx, context, conditions)) ||
    !(await tryAcquireTurn(tx, context, SWEEP_FACT, conditions.pause_ms ?? 0))
  )
    return undefined
  const { chosen, held } = await chooseCandidates(tx, context)
  return {
    ...(await markOffline(tx, context, { conditions, begun_at: context.now, remaining: chosen })),
    held,
  }
}

/** Continues a pass, unless an outage is to be credited first, or another pass has begun, which has a bound of its own. */
export async function continueExpiry(
  tx: Tx,
  context: CallContext,
  pass: ExpiryPass,
): Promise<Omit<ExpiryStep, 'held'>> {
  const {
    conditions: { pause_ms = 0 },
    begun_at,
  } = pass
  const mayContinue =
    (await mayExpire(tx, context, pass.conditions)) &&
    (pause_ms === 0 || (await holdsTurn(tx, SWEEP_FACT, begun_at)))
  return mayContinue
    ? markOffline(tx, context, pass)
    : { expired: 0, pass: { ...pass, remaining: [] } }
}

async function chooseCandidates(
  tx: ReadTx,
  { now }: CallContext,
): Promise<{ chosen: readonly ExpiryCandidate[]; held: number }> {
  const examined: Installation[] = []
  for (const health of RESPONSIVE_HEALTH) {
    examined.push(
      ...(await tx.installations.find({
        where: { health, lease_check_at: null },
        limit: MAX_EXAMINED,
        lock: false,
      })),
    )
    examined.push(
      ...(await tx.installations.find({
        where: { health, lease_check_at: { lte: now } },
        orderBy: ['lease_check_at'],
        limit: MAX_EXAMINED,
        lock: false,
      })),
    )
  }
  const [overdue, alive] = [examined.filter(isOverdue), examined.filter((one) => !isOverdue(one))]
  const longestFirst = overdue.toSorted((a, b) => elapsed(b.lease_expires_at, a.lease_expires_at))
  const batches = []
  for (const [workspace_id, group] of Map.groupBy(
    longestFirst,
    (installation) => installation.workspace_id,
  )) {
    batches.push(
      expiryBatch(
        group,
        await tx.installations.count(
          { workspace_id, lifecycle: { in: LIFECYCLES }, health: { in: RESPONSIVE_HEALTH } },
          maxCountNeeded(group.length),
        ),
      ),
    )
  }
  const chosen = [
    ...batches.flatMap((batch) => batch.now.map(candidate(true))),
    ...alive.map(candidate(false)),
  ]
  return { chosen, held: batches.reduce((sum, { held }) => sum + held, 0) }

  function isOverdue({ lease_expires_at }: Installation): boolean {
    return lease_expires_at <= now
  }
}

const candidate =
  (overdue: boolean) =>
  ({ installation_id }: Installation): ExpiryCandidate => ({ installation_id, overdue })

/** Marks the next installations, except those that were seen since they were chosen, or that another transaction has locked. */
async function markOffline(
  tx: Tx,
  context: CallContext,
  { remaining, ...pass }: ExpiryPass,
): Promise<Omit<ExpiryStep, 'held'>> {
  const next = remaining.slice(0, STEP)
  const found = await tx.installations.getMany(
    next.map(({ installation_id }) => ({ installation_id })),
    { skipLocked: true },
  )
  const overdue = found.filter(
    (one, at): one is Installation =>
      next[at]!.overdue &&
      one !== undefined &&
      isResponsive(one) &&
      one.lease_expires_at <= context.now,
  )
  const alive = found.filter(
    (one): one is Installation =>
      one !== undefined &&
      one.lease_expires_at > context.now &&
      (one.lease_check_at ?? context.now) <= context.now,
  )
  await tx.installations.updateMany(
    alive.map(({ installation_id, lease_expires_at }) => ({
      key: { installation_id },
      changes: { lease_check_at: lease_expires_at },
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
  return { expired: overdue.length, pass: { ...pass, remaining: remaining.slice(STEP) } }
}
