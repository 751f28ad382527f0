import { OPERATIVE_LIFECYCLES } from '../../../domain/installations/installation.ts'
import { INSTALLATION_QUOTA_WINDOW_MS } from '../../../domain/limits.ts'
import {
  overQuota,
  QUOTAS,
  SUPPORT_RESERVE,
  CONCURRENCY_LIMITS,
  type QuotaExceeded,
  type Resource,
  type ConcurrencyExceeded,
  type ConcurrentWork,
} from '../../../domain/organizations/plans.ts'
import type { Organization } from '../../../domain/records.ts'
import { dayOf, plus, type Timestamp } from '../../../domain/time.ts'
import type { CallContext } from '../../context.ts'
import { BYTES } from '../../counts.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { appendAudit } from '../audit/records.ts'

interface Allowance {
  /** Whether 10 % more may be stored. This applies to support requests, so that an organization at its limit can still ask for help. */
  readonly reserve?: boolean
}

/** Checks the quota for stored bytes like `checkQuotas`. */
export const checkStoredBytes = (
  tx: Tx,
  context: CallContext,
  organization_id: string,
  allowance?: Allowance,
): Promise<QuotaExceeded | undefined> =>
  checkQuotas(tx, context, organization_id, ['stored_bytes'], allowance)

/**
 * Returns a refusal, and records it in the audit log, if the organization has reached its quota for one of these resources. It locks the
 * organization until the transaction ends, so that two transactions cannot both use the last item of a quota.
 */
export async function checkQuotas(
  tx: Tx,
  context: CallContext,
  organization_id: string,
  resources: readonly Resource[],
  { reserve = false }: Allowance = {},
): Promise<QuotaExceeded | undefined> {
  const organization = await tx.organizations.get({ organization_id })
  if (!organization) return undefined
  for (const resource of resources) {
    const exceeded = await findExceeded(tx, context, organization, resource)
    if (!exceeded || (reserve && exceeded.current < exceeded.max * SUPPORT_RESERVE)) continue
    await appendAudit(tx, context, {
      event_type: 'plan.limit_exceeded',
      organization_id,
      target: { type: 'organization', id: organization_id },
      outcome: 'denied',
      metadata: { resource, plan: exceeded.plan, current: exceeded.current, max: exceeded.max },
    })
    return exceeded
  }
  return undefined
}

async function findExceeded(
  tx: Tx,
  { now }: CallContext,
  organization: Organization,
  resource: Resource,
): Promise<QuotaExceeded | undefined> {
  const { plan } = organization
  const max = QUOTAS[resource][plan]
  // Counting is expensive, so it is skipped if the plan sets no limit.
  return max === null
    ? undefined
    : overQuota(
        plan,
        resource,
        await countUsed(tx, organization, resource, { now, limit: max + COUNTED_BEYOND }),
      )
}

/** Limits how far an excess is counted, which bounds the cost of a refusal. An organization can exceed its quota after a downgrade. */
const COUNTED_BEYOND = 10_000

/**
 * Returns how much of a resource counts against the plan. `limit` bounds each query that has to count rows; counts that the store maintains
 * are returned whole.
 */
export function countUsed(
  tx: ReadTx,
  { organization_id }: Organization,
  resource: Resource,
  { now, limit }: { now: Timestamp; limit: number },
): Promise<number> {
  switch (resource) {
    case 'workspaces':
      return tx.workspaces.count({ organization_id })
    case 'agents':
      return tx.agents.count({ organization_id })
    case 'api_keys':
      return countUsableKeys(tx, organization_id, now, limit)
    case 'install_tokens':
      return tx.install_tokens.count(
        { organization_id, consumed_at: null, expires_at: { gt: now } },
        limit,
      )
    case 'installations':
      return countSeenSince(tx, organization_id, plus(now, -INSTALLATION_QUOTA_WINDOW_MS), limit)
    case 'stored_bytes':
      return readStoredBytes(tx, organization_id)
  }
}

/** Returns the number of keys that are neither revoked nor expired. */
async function countUsableKeys(
  tx: ReadTx,
  organization_id: string,
  now: Timestamp,
  limit: number,
): Promise<number> {
  const unrevoked = { organization_id, revoked_at: null }
  return (
    (await tx.api_keys.count({ ...unrevoked, expires_at: null }, limit)) +
    (await tx.api_keys.count({ ...unrevoked, expires_at: { gt: now } }, limit))
  )
}

async function countSeenSince(
  tx: ReadTx,
  organization_id: string,
  since: Timestamp,
  limit: number,
): Promise<number> {
  const where = {
    organization_id,
    lifecycle: { in: OPERATIVE_LIFECYCLES },
    last_seen_at: { gt: since },
  }
  const seen = await tx.installations.count(
    { ...where, last_seen_date: { gte: dayOf(since) } },
    limit,
  )
  return seen + (await tx.installations.count({ ...where, last_seen_date: null }, limit))
}

const BYTES_NAMES = BYTES.map(({ name }) => name)
async function readStoredBytes(tx: ReadTx, organization_id: string): Promise<number> {
  const counters = await tx.counters.find({
    where: { name: { in: BYTES_NAMES }, grouping: '', value: organization_id },
    lock: false,
  })
  return counters.reduce((sum, { rows }) => sum + rows, 0)
}

/**
 * Returns a refusal if the organization has as many tasks or scans in progress as its plan permits. It locks the organization until the
 * transaction ends.
 */
export async function checkConcurrencyLimit(
  tx: Tx,
  organization_id: string,
  work: ConcurrentWork,
): Promise<ConcurrencyExceeded | undefined> {
  const organization = await tx.organizations.get({ organization_id })
  if (!organization) return undefined
  const limit = CONCURRENCY_LIMITS[work][organization.plan]
  const count =
    work === 'tasks'
      ? await tx.tasks.count({ organization_id, status: 'working' })
      : await tx.image_scans.count({ organization_id, status: { in: ['queued', 'running'] } })
  return count >= limit ? { kind: 'concurrency', work, limit } : undefined
}
