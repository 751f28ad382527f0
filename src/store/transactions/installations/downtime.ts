import type { Installation } from '../../../domain/records.ts'
import { elapsed, plus, type Timestamp } from '../../../domain/time.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { notedAt } from '../lock.ts'
import type { Turn } from './expiry.ts'

export const BREATHING = ['online', 'unhealthy'] as const
const ALIVE = 'alive_at'
const OWED = 'downtime_owed'
/** How many installations one transaction looks at. */
const STEP = 250

/** How exactly a later start knows when the platform was last alive, unless it is asked for more; the error is in favour of the installations. */
const ALIVE_PRECISION_MS = 10_000

/** How processes that share a store know whether the platform is down. */
export interface Liveness {
  /** How exactly it is noted when the platform was alive. */
  readonly precision_ms?: number
  /** A gap between notes that is longer means that no process was alive, or none could reach the store. */
  readonly down_above_ms?: number
}
export interface Downtime {
  readonly credited: number
  readonly down_ms: number
}
/** `began`: the end of the outage whose crediting this caller began with an earlier step. */
export interface Crediting extends Liveness {
  readonly began?: Timestamp | undefined
}
/** One step; `outage` is the end of the outage it was about, and `more` whether another step is wanted. */
export interface CreditStep extends Downtime, Pick<Crediting, 'began'> {
  readonly outage?: Timestamp
  readonly more: boolean
}
const NONE: CreditStep = { credited: 0, down_ms: 0, more: false }

/**
 * An outage that is on record and not credited to everybody yet: who comes after `after` among those of this health, and who has the
 * next health, still waits. It is moved in the transaction of what it tells, so everybody is credited once, whoever takes the steps.
 */
interface Debt {
  readonly since: Timestamp
  readonly until: Timestamp
  readonly down_ms: number
  readonly health: (typeof BREATHING)[number]
  readonly after: string
}

/** Notes that the platform is alive, so that the next start knows how long it was not. A gap that says it was down is credited first. */
export async function noteAlive(
  tx: Tx,
  context: CallContext,
  { precision_ms = ALIVE_PRECISION_MS, down_above_ms = Infinity, began }: Crediting,
): Promise<CreditStep> {
  const isFresh = (noted: Timestamp | undefined) =>
    noted !== undefined && Math.abs(elapsed(noted, context.now)) < precision_ms
  const seen = await glance(tx)
  if (!seen.debt && isFresh(seen.noted)) return NONE
  const noted = await notedAt(tx, ALIVE)
  const debt = await debtOf(tx)
  if (debt) return pay(tx, debt, began)
  if (isFresh(noted)) return NONE
  await tx.platform_facts.put({ name: ALIVE, value: context.now })
  return elapsed(noted ?? context.now, context.now) > down_above_ms
    ? pay(tx, debtSince(noted!, context), context.now)
    : NONE
}

/**
 * Extends every lease that was alive when the platform went down by the time it was down plus one interval, so that no installation loses
 * its lease over an outage of the platform (docs/specification/installations.md#downtime-credit). Runs at start, before the first sweep,
 * and completes what an earlier start left undone. No credit is given while other processes record that they are alive. Of several
 * processes that start after an outage, each takes steps of the same credit (docs/specification/installations.md#credit-progress).
 */
export async function creditDowntime(
  tx: Tx,
  context: CallContext,
  { down_above_ms = 0, began }: Crediting,
): Promise<CreditStep> {
  const noted = await notedAt(tx, ALIVE)
  const debt = await debtOf(tx)
  if (debt) return pay(tx, debt, began)
  if (began !== undefined || elapsed(noted ?? context.now, context.now) <= down_above_ms)
    return NONE
  await tx.platform_facts.put({ name: ALIVE, value: context.now })
  return pay(tx, debtSince(noted!, context), context.now)
}

/** Nothing expires while an outage has to be credited, or what may be one. */
export async function mayExpire(
  tx: ReadTx,
  context: CallContext,
  { alive_within_ms = Infinity }: Turn,
): Promise<boolean> {
  const { noted = context.now, debt } = await glance(tx)
  return !debt && elapsed(noted, context.now) <= alive_within_ms
}

/** Both facts as they stood at one moment. */
async function glance(tx: ReadTx): Promise<{ noted: Timestamp | undefined; debt: boolean }> {
  const facts = await tx.platform_facts.find({
    where: { name: { in: [ALIVE, OWED] } },
    lock: false,
  })
  const noted = facts.find(({ name }) => name === ALIVE)?.value
  return {
    noted: typeof noted === 'string' ? noted : undefined,
    debt: facts.some(({ name }) => name === OWED),
  }
}

const debtOf = async (tx: ReadTx): Promise<Debt | undefined> =>
  (await tx.platform_facts.get({ name: OWED }))?.value as unknown as Debt | undefined

const debtSince = (since: Timestamp, { now }: CallContext): Debt => ({
  since,
  until: now,
  down_ms: elapsed(since, now),
  health: BREATHING[0],
  after: '',
})

/** Credits the next ones. What somebody else began is followed by a look whether the platform was down after that, too. */
async function pay(tx: Tx, debt: Debt, began: Timestamp | undefined): Promise<CreditStep> {
  const { until, down_ms } = debt
  const { credited, rest } = await creditNext(tx, debt)
  if (rest) await tx.platform_facts.put({ name: OWED, value: { ...rest } })
  else await tx.platform_facts.delete({ name: OWED })
  return { credited, down_ms, outage: until, began, more: rest !== undefined || until !== began }
}

/** Walks on in an order that nothing moves anybody in, whoever beats meanwhile. */
async function creditNext(tx: Tx, debt: Debt): Promise<{ credited: number; rest?: Debt }> {
  let [credited, room] = [0, STEP]
  for (const health of BREATHING.slice(BREATHING.indexOf(debt.health))) {
    const after = health === debt.health ? debt.after : ''
    const looked = await tx.installations.find({
      where: { health },
      orderBy: ['installation_id'],
      after: [after],
      limit: room,
      lock: false,
    })
    credited += await credit(tx, debt, looked)
    if (looked.length === room)
      return { credited, rest: { ...debt, health, after: looked.at(-1)!.installation_id } }
    room -= looked.length
  }
  return { credited }
}

async function credit(
  tx: Tx,
  { since, until, down_ms }: Debt,
  looked: readonly Installation[],
): Promise<number> {
  // Who was heard of since needs no credit, and may have got it already under another health.
  const isOwed = ({ lease_expires_at, last_seen_at }: Installation) =>
    lease_expires_at > since && last_seen_at <= until
  const held = await tx.installations.getMany(
    looked.filter(isOwed).map(({ installation_id }) => ({ installation_id })),
  )
  const owed = held.filter((one) => one !== undefined && isOwed(one)) as readonly Installation[]
  await tx.installations.updateMany(
    owed.map(({ installation_id, lease_expires_at, heartbeat_interval }) => ({
      key: { installation_id },
      changes: { lease_expires_at: plus(lease_expires_at, down_ms + heartbeat_interval * 1000) },
    })),
  )
  return owed.length
}
