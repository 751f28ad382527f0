import { isJsonObject, type Json } from '../../../domain/json.ts'
import { RESPONSIVE_HEALTH } from '../../../domain/installations/installation.ts'
import { compareText } from '../../../domain/order.ts'
import type { Installation } from '../../../domain/records.ts'
import { elapsed, plus, type Timestamp } from '../../../domain/time.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { readText } from '../facts.ts'
import type { SweepConditions } from './expiry.ts'

const ALIVE_FACT = 'alive_at'
const PENDING_FACT = 'downtime_owed'
/** Limits how many installations one transaction examines. */
const STEP = 250

/** The default precision of the stored time at which the platform was last alive. Any error favours the installations. */
const ALIVE_PRECISION_MS = 10_000

/** Settings with which processes that share a store detect that the platform was down. */
export interface Liveness {
  /** The time after which the stored time is updated, in milliseconds. */
  readonly precision_ms?: number
  /** If the gap between two stored times is longer, no process was alive, or none could reach the store. */
  readonly down_above_ms?: number
}
export interface DowntimeCredit {
  readonly credited: number
  readonly down_ms: number
}
/** `began` is the end of the outage for which an earlier step of this caller began to give credit. */
export interface CreditInput extends Liveness {
  readonly began?: Timestamp | undefined
}
/** The result of one step: `outage` is the end of the credited outage, and `more` states whether another step is needed. */
export interface CreditStep extends DowntimeCredit, Pick<CreditInput, 'began'> {
  readonly outage?: Timestamp
  readonly more: boolean
}
const NO_CREDIT: CreditStep = { credited: 0, down_ms: 0, more: false }

/**
 * An outage that has not been credited to all installations yet. It still has to be credited to those after the identifier `after`. Each
 * step updates it in its transaction, so every installation is credited once, regardless of which processes take the steps and of how its
 * health changes in the meantime.
 */
interface PendingCredit {
  readonly since: Timestamp
  readonly until: Timestamp
  readonly down_ms: number
  readonly after: string
}

/**
 * Stores the current time as the time at which the platform was last alive, so that the next start can determine how long it was down. If
 * this reveals an outage, the same transaction begins to credit it. While a credit is pending, takes its next step and stores no time.
 */
export async function recordAlive(
  tx: Tx,
  context: CallContext,
  { precision_ms = ALIVE_PRECISION_MS, down_above_ms = Infinity, began }: CreditInput,
): Promise<CreditStep> {
  const isRecent = (recorded: Timestamp | undefined) =>
    recorded !== undefined && Math.abs(elapsed(recorded, context.now)) < precision_ms
  const facts = await readFacts(tx)
  if (!facts.is_credit_pending && isRecent(facts.alive_at)) return NO_CREDIT
  const recorded = await readText(tx, ALIVE_FACT)
  const pending = await findPendingCredit(tx)
  if (pending) return takeCreditStep(tx, pending, began)
  if (isRecent(recorded)) return NO_CREDIT
  await tx.platform_facts.put({ name: ALIVE_FACT, value: context.now })
  return elapsed(recorded ?? context.now, context.now) > down_above_ms
    ? takeCreditStep(tx, newCredit(recorded!, context), context.now)
    : NO_CREDIT
}

/**
 * Extends every lease that was valid when the platform went down by the time it was down plus one interval, so that no installation loses
 * its lease because of an outage of the platform (docs/specification/installations.md#downtime-credit). It runs at startup, before the
 * first sweep, and completes a credit that an earlier start left unfinished. No credit is given while other processes record that they are
 * alive. If several processes start after an outage, each takes steps of the same credit
 * (docs/specification/installations.md#credit-progress).
 */
export async function creditDowntime(
  tx: Tx,
  context: CallContext,
  { down_above_ms = 0, began }: CreditInput,
): Promise<CreditStep> {
  const recorded = await readText(tx, ALIVE_FACT)
  const pending = await findPendingCredit(tx)
  if (pending) return takeCreditStep(tx, pending, began)
  if (began !== undefined || elapsed(recorded ?? context.now, context.now) <= down_above_ms)
    return NO_CREDIT
  await tx.platform_facts.put({ name: ALIVE_FACT, value: context.now })
  return takeCreditStep(tx, newCredit(recorded!, context), context.now)
}

/** Returns whether leases may expire. They may not expire while an outage, or a possible outage, has not been credited. */
export async function mayExpire(
  tx: ReadTx,
  context: CallContext,
  { alive_within_ms = Infinity }: SweepConditions,
): Promise<boolean> {
  const { alive_at = context.now, is_credit_pending } = await readFacts(tx)
  return !is_credit_pending && elapsed(alive_at, context.now) <= alive_within_ms
}

/** Reads both facts in one query, without locks. */
async function readFacts(
  tx: ReadTx,
): Promise<{ alive_at: Timestamp | undefined; is_credit_pending: boolean }> {
  const facts = await tx.platform_facts.find({
    where: { name: { in: [ALIVE_FACT, PENDING_FACT] } },
    lock: false,
  })
  const alive_at = facts.find(({ name }) => name === ALIVE_FACT)?.value
  return {
    alive_at: typeof alive_at === 'string' ? alive_at : undefined,
    is_credit_pending: facts.some(({ name }) => name === PENDING_FACT),
  }
}

async function findPendingCredit(tx: ReadTx): Promise<PendingCredit | undefined> {
  const fact = await tx.platform_facts.get({ name: PENDING_FACT })
  return fact && pendingCreditOf(fact.value)
}

/** Reads a stored credit. @throws Error if it is invalid, because leases must not expire before it is corrected */
function pendingCreditOf(value: Json): PendingCredit {
  const { since, until, down_ms, after, ordered_by } = isJsonObject(value) ? value : {}
  if (
    typeof since !== 'string' ||
    typeof until !== 'string' ||
    typeof down_ms !== 'number' ||
    typeof after !== 'string'
  )
    throw new Error(`The platform fact ${PENDING_FACT} does not describe an outage`)
  // An earlier version credited installations one health state at a time. Its credit starts over, because a lease may be too long but never
  // too short.
  return { since, until, down_ms, after: ordered_by === ORDER ? after : '' }
}

const ORDER = 'installation_id'
/** Returns the stored form of a credit. An earlier version that continues it needs `health`, and begins with online installations. */
const storedCredit = (credit: PendingCredit): Json => ({
  ...credit,
  ordered_by: ORDER,
  health: RESPONSIVE_HEALTH[0],
})

const newCredit = (since: Timestamp, { now }: CallContext): PendingCredit => ({
  since,
  until: now,
  down_ms: elapsed(since, now),
  after: '',
})

/** Credits the next installations. If another process began to credit this outage, a further step checks for a later outage. */
async function takeCreditStep(
  tx: Tx,
  pending: PendingCredit,
  began: Timestamp | undefined,
): Promise<CreditStep> {
  const { until, down_ms } = pending
  const { credited, remaining } = await creditNextInstallations(tx, pending)
  if (remaining) await tx.platform_facts.put({ name: PENDING_FACT, value: storedCredit(remaining) })
  else await tx.platform_facts.delete({ name: PENDING_FACT })
  return {
    credited,
    down_ms,
    outage: until,
    began,
    more: remaining !== undefined || until !== began,
  }
}

/** Credits installations in the order of their identifiers, which do not change, while their health does. */
async function creditNextInstallations(
  tx: Tx,
  pending: PendingCredit,
): Promise<{ credited: number; remaining?: PendingCredit }> {
  const examined = await findResponsive(tx, pending.after)
  const credited = await creditInstallations(tx, pending, examined)
  if (examined.length < STEP) return { credited }
  return { credited, remaining: { ...pending, after: examined.at(-1)!.installation_id } }
}

/** Finds the next STEP responsive installations after an identifier. For each health, an index has this order. */
async function findResponsive(tx: Tx, after: string): Promise<readonly Installation[]> {
  const found = new Map<string, Installation>()
  // Online installations are read first, so an installation that becomes unhealthy between the two queries is found twice. An installation
  // that comes online in between is not found, but it needs no credit, because only a heartbeat or a recovery brings it online.
  for (const health of RESPONSIVE_HEALTH)
    for (const installation of await tx.installations.find({
      where: { health },
      orderBy: ['installation_id'],
      after: [after],
      limit: STEP,
      lock: false,
    }))
      found.set(installation.installation_id, installation)
  return [...found.values()]
    .toSorted((a, b) => compareText(a.installation_id, b.installation_id))
    .slice(0, STEP)
}

async function creditInstallations(
  tx: Tx,
  { since, until, down_ms }: PendingCredit,
  examined: readonly Installation[],
): Promise<number> {
  // An installation that was seen after the outage has renewed its lease since then.
  const needsCredit = ({ lease_expires_at, last_seen_at }: Installation) =>
    lease_expires_at > since && last_seen_at <= until
  const locked = await tx.installations.getMany(
    examined.filter(needsCredit).map(({ installation_id }) => ({ installation_id })),
  )
  const credited = locked.filter(
    (installation) => installation !== undefined && needsCredit(installation),
  ) as readonly Installation[]
  await tx.installations.updateMany(
    credited.map(({ installation_id, lease_expires_at, heartbeat_interval }) => ({
      key: { installation_id },
      changes: { lease_expires_at: plus(lease_expires_at, down_ms + heartbeat_interval * 1000) },
    })),
  )
  return credited.length
}
