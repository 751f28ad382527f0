import { isJsonObject } from '../../../domain/json.ts'
import { AVAILABLE } from '../../../domain/installations/installation.ts'
import {
  hourOf,
  periodStart,
  SAMPLE_MS,
  trendOf,
  type FleetCount,
  type FleetHour,
  type Period,
  type TrendPoint,
} from '../../../domain/installations/trends.ts'
import { reaches, type Reach } from '../../../domain/organizations/access.ts'
import { ms, type Timestamp } from '../../../domain/time.ts'
import type { CallContext } from '../../context.ts'
import { countFor } from '../../counts.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { readFact } from '../facts.ts'

/** Adds what a process has counted in memory to the current hour. */
export async function addToTrends(
  tx: Tx,
  { now }: CallContext,
  { counts }: { counts: readonly FleetCount[] },
): Promise<{ added: number }> {
  const hour = hourOf(now)
  if (counts.length > 0)
    await tx.fleet_hours.add(
      counts.map((one) => ({ ...one, hour })),
      'amount',
    )
  return { added: counts.length }
}

const SAMPLING_FACT = 'fleet_sampling'
/** Limits how many organizations one transaction counts. */
const STEP = 500
/** The name of the maintained count of active, responsive installations by organization. */
const RESPONSIVE = countFor('installations', {
  organization_id: '',
  lifecycle: AVAILABLE.lifecycle,
  health: AVAILABLE.health,
})!.count.name

/** How far the organizations have been counted in one interval: all up to `after`, or all of them. */
interface Sampling {
  readonly interval: number
  readonly after: string | null
}

/**
 * Adds the number of active, responsive installations to the current hour of each organization, once every five minutes. It reads only
 * maintained counts, a bounded number in each transaction; the next transaction continues after the last organization that was counted.
 */
export async function sampleFleets(
  tx: Tx,
  { now }: CallContext,
  _: object,
): Promise<{ sampled: number; more: boolean }> {
  const interval = Math.floor(ms(now) / SAMPLE_MS)
  const last = samplingOf(await readFact(tx, SAMPLING_FACT))
  const after = last?.interval === interval ? last.after : ''
  if (after === null) return { sampled: 0, more: false }
  const counters = await tx.counters.find({
    where: { name: RESPONSIVE, grouping: '', shard: 0, value: { gt: after } },
    orderBy: ['value'],
    limit: STEP,
    lock: false,
  })
  const hour = hourOf(now)
  const sums = counters.flatMap(({ value: organization_id, rows }): readonly FleetHour[] => [
    { organization_id, metric: 'online', hour, amount: rows },
    { organization_id, metric: 'samples', hour, amount: 1 },
  ])
  if (sums.length > 0) await tx.fleet_hours.add(sums, 'amount')
  const next: Sampling = {
    interval,
    after: counters.length === STEP ? counters.at(-1)!.value : null,
  }
  await tx.platform_facts.put({ name: SAMPLING_FACT, value: { ...next } })
  return { sampled: counters.length, more: next.after !== null }
}

function samplingOf(value: unknown): Sampling | undefined {
  if (!isJsonObject(value)) return undefined
  const { interval, after } = value
  return typeof interval === 'number' && (after === null || typeof after === 'string')
    ? { interval, after }
    : undefined
}

/** Returns the trends of an organization over a period that ends now (docs/specification/installations.md#trends). */
export async function readTrends(
  tx: ReadTx,
  input: { reach: Reach; organization_id: string; period: Period; now: Timestamp },
): Promise<{ kind: 'not_found' } | { kind: 'trends'; points: readonly TrendPoint[] }> {
  const { reach, organization_id, period, now } = input
  const organization = await tx.organizations.first({ where: { organization_id }, lock: false })
  if (!organization || !reaches(reach, { organization_id })) return { kind: 'not_found' }
  const sums = await tx.fleet_hours.find({
    where: { organization_id, hour: { gte: periodStart(period, now) } },
    lock: false,
  })
  return { kind: 'trends', points: trendOf(sums, period, now) }
}
