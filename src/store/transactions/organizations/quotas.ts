import { LIVE } from '../../../domain/installations/installation.ts'
import { INSTALLATION_QUOTA_WINDOW_MS } from '../../../domain/limits.ts'
import {
  overQuota,
  QUOTAS,
  SUPPORT_RESERVE,
  UNDER_WAY,
  type QuotaExceeded,
  type Resource,
  type TooManyUnderWay,
  type WorkUnderWay,
} from '../../../domain/organizations/plans.ts'
import type { Organization } from '../../../domain/records.ts'
import { dayOf, plus, type Timestamp } from '../../../domain/time.ts'
import type { CallContext } from '../../context.ts'
import { BYTES } from '../../counts.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { appendAudit } from '../audit/records.ts'

interface Allowance {
  /** Lets a tenth more be stored: for requests to support, so that an organization at its limit can still ask for help. */
  readonly reserve?: boolean
}

/**
 * Refuses, and audits the refusal, when the organization already has as many of a resource as its plan allows. The organization is held
 * until the work is done, so of two that take the last place one gets it.
 */
export const quota = (
  tx: Tx,
  context: CallContext,
  organization_id: string,
  resource: Resource,
  allowance?: Allowance,
): Promise<QuotaExceeded | undefined> => quotas(tx, context, organization_id, [resource], allowance)

/** The first of several quotas that refuses. */
export async function quotas(
  tx: Tx,
  context: CallContext,
  organization_id: string,
  resources: readonly Resource[],
  { reserve = false }: Allowance = {},
): Promise<QuotaExceeded | undefined> {
  const organization = await tx.organizations.get({ organization_id })
  if (!organization) return undefined
  for (const resource of resources) {
    const full = await exceeded(tx, context, organization, resource)
    if (!full || (reserve && full.current < full.max * SUPPORT_RESERVE)) continue
    await appendAudit(tx, context, {
      event_type: 'plan.limit_exceeded',
      organization_id,
      target: { type: 'organization', id: organization_id },
      outcome: 'denied',
      metadata: { resource, plan: full.plan, current: full.current, max: full.max },
    })
    return full
  }
  return undefined
}

async function exceeded(
  tx: Tx,
  { now }: CallContext,
  organization: Organization,
  resource: Resource,
): Promise<QuotaExceeded | undefined> {
  const { plan } = organization
  const max = QUOTAS[resource][plan]
  // Counting is what costs here, and without a limit there is nothing to count for.
  return max === null
    ? undefined
    : overQuota(
        plan,
        resource,
        await usedOf(tx, organization, resource, { now, most: max + COUNTED_BEYOND }),
      )
}

/** A plan can be lowered below what there is. How far below is told up to here, so that a refusal costs no more the larger the fleet. */
const COUNTED_BEYOND = 10_000

/** How much of a resource counts against the plan; beyond `most` nobody needs to know exactly. */
export function usedOf(
  tx: ReadTx,
  { organization_id }: Organization,
  resource: Resource,
  { now, most }: { now: Timestamp; most: number },
): Promise<number> {
  switch (resource) {
    case 'workspaces':
      return tx.workspaces.count({ organization_id })
    case 'agents':
      return tx.agents.count({ organization_id })
    case 'api_keys':
      return liveKeys(tx, organization_id, now, most)
    case 'install_tokens':
      return tx.install_tokens.count(
        { organization_id, consumed_at: null, expires_at: { gt: now } },
        most,
      )
    case 'installations':
      return seenSince(tx, organization_id, plus(now, -INSTALLATION_QUOTA_WINDOW_MS), most)
    case 'stored_bytes':
      return storedBytes(tx, organization_id)
  }
}

/** Keys that can be used: those that have expired take nobody's place. */
async function liveKeys(
  tx: ReadTx,
  organization_id: string,
  now: Timestamp,
  most: number,
): Promise<number> {
  const live = { organization_id, revoked_at: null }
  return (
    (await tx.api_keys.count({ ...live, expires_at: null }, most)) +
    (await tx.api_keys.count({ ...live, expires_at: { gt: now } }, most))
  )
}

async function seenSince(
  tx: ReadTx,
  organization_id: string,
  since: Timestamp,
  most: number,
): Promise<number> {
  const where = { organization_id, lifecycle: { in: LIVE }, last_seen_at: { gt: since } }
  const seen = await tx.installations.count({ ...where, seen_on: { gte: dayOf(since) } }, most)
  return seen + (await tx.installations.count({ ...where, seen_on: null }, most))
}

const BYTES_NAMES = BYTES.map(({ name }) => name)
async function storedBytes(tx: ReadTx, organization_id: string): Promise<number> {
  const kept = await tx.counters.find({
    where: { name: { in: BYTES_NAMES }, grouping: '', value: organization_id },
    lock: false,
  })
  return kept.reduce((sum, { rows }) => sum + rows, 0)
}

/**
 * Refuses work of which the organization has as much under way as its plan allows. It may be asked for again as soon as some has ended.
 * The organization is held until the work is done.
 */
export async function tooManyUnderWay(
  tx: Tx,
  organization_id: string,
  work: WorkUnderWay,
): Promise<TooManyUnderWay | undefined> {
  const organization = await tx.organizations.get({ organization_id })
  if (!organization) return undefined
  const most = UNDER_WAY[work][organization.plan]
  const count =
    work === 'tasks'
      ? await tx.tasks.count({ organization_id, status: 'working' })
      : await tx.image_scans.count({ organization_id, status: { in: ['queued', 'running'] } })
  return count >= most ? { kind: 'under_way', work, most } : undefined
}
