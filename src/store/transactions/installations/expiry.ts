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
import { isCurrentRun, tryBeginRun } from '../facts.ts'
import { appendAudits, installationEvent } from '../audit/records.ts'
import { mayExpire } from './downtime.ts'

/** Limits how many installations each query of a pass reads. */
const MAX_EXAMINED = 500
/** Limits how many installations one transaction marks, because their heartbeats have to wait for it. */
const STEP = 25
const SWEEP_FACT = 'leases_swept_at'

/** The conditions under which a pass may begin if several processes share a store. */
export interface SweepConditions {
  /** The minimum time since the last pass of any process, because a pass limits how many installations of a workspace expire. */
  readonly pause_ms?: number
  /**
   * Nothing expires if the platform was last recorded as alive longer ago than this, because there may have been an outage, for which
   * leases have to be extended first.
   */
  readonly alive_within_ms?: number
}
/** An installation that a pass examines: its lease is overdue, or only the time of its next check has to be moved. */
interface ExpiryCandidate {
  readonly installation_id: string
  readonly overdue: boolean
}
/** The remaining part of a pass, which is identified by the time at which it began. */
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
 * Begins a pass: chooses installations with expired leases, longest overdue first and a bounded share of each workspace, and marks the
 * first of them offline. Returns how many were marked and how many were left because of the bound, or undefined if no pass may begin now.
 */
export async function beginExpiry(
  tx: Tx,
  context: CallContext,
  conditions: SweepConditions,
): Promise<ExpiryStep | undefined> {
  if (
    !(await mayExpire(tx, context, conditions)) ||
    !(await tryBeginRun(tx, context, SWEEP_FACT, conditions.pause_ms ?? 0))
  )
    return undefined
  const { chosen, held } = await chooseCandidates(tx, context)
  return {
    ...(await markOffline(tx, context, { conditions, begun_at: context.now, remaining: chosen })),
    held,
  }
}

/** Continues a pass, unless an outage has to be credited first or another pass has begun, which has its own bound. */
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
    (pause_ms === 0 || (await isCurrentRun(tx, SWEEP_FACT, begun_at)))
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
  // An installation whose health changes between two of the queries may be found by both.
  const distinct = [...new Map(examined.map((each) => [each.installation_id, each])).values()]
  const [overdue, notExpired] = [
    distinct.filter(isOverdue),
    distinct.filter((installation) => !isOverdue(installation)),
  ]
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
    ...notExpired.map(candidate(false)),
  ]
  return { chosen, held: batches.reduce((sum, { held }) => sum + held, 0) }

  function isOverdue({ lease_expires_at }: Installation): boolean {
    return lease_expires_at <= now
  }
}

const candidate =
  (overdue: boolean) =>
  ({ installation_id }: Installation): ExpiryCandidate => ({ installation_id, overdue })

/**
 * Marks the next overdue installations offline, except those that were seen since they were chosen, and moves the next check of those whose
 * lease has not ended to the end of the lease. Installations that another transaction has locked are skipped.
 */
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
    (installation, at): installation is Installation =>
      next[at]!.overdue &&
      installation !== undefined &&
      isResponsive(installation) &&
      installation.lease_expires_at <= context.now,
  )
  const notExpired = found.filter(
    (installation): installation is Installation =>
      installation !== undefined &&
      installation.lease_expires_at > context.now &&
      (installation.lease_check_at ?? context.now) <= context.now,
  )
  await tx.installations.updateMany(
    notExpired.map(({ installation_id, lease_expires_at }) => ({
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
    overdue.map((installation) =>
      installationEvent('installation.lease_expired', installation, {
        lease_expires_at: installation.lease_expires_at,
      }),
    ),
  )
  return { expired: overdue.length, pass: { ...pass, remaining: remaining.slice(STEP) } }
}
