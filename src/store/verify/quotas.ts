import { isExpired } from '../../domain/organizations/access.ts'
import { isOperative, type Lifecycle } from '../../domain/installations/installation.ts'
import { INSTALLATION_QUOTA_WINDOW_MS } from '../../domain/limits.ts'
import { QUOTAS, type Plan, type Resource } from '../../domain/organizations/plans.ts'
import { STORED, storedBytesOf } from '../../domain/organizations/stored-bytes.ts'
import { plus, type Timestamp } from '../../domain/time.ts'
import type { ApiKey } from '../../domain/records.ts'
import type { Snapshot } from '../snapshot.ts'
import type { StoredRow, TableName } from '../tables.ts'
import { type Check, eachRecord, eachRow } from './check.ts'

/** Defines which rows count against each quota, by the rules that also apply when another item is requested. */
const COUNTED: Readonly<
  Record<
    Exclude<Resource, 'stored_bytes'>,
    { readonly table: TableName; readonly counts: (row: StoredRow, now: Timestamp) => boolean }
  >
> = {
  workspaces: { table: 'workspaces', counts: () => true },
  agents: { table: 'agents', counts: () => true },
  api_keys: {
    table: 'api_keys',
    counts: (row, now) =>
      row['revoked_at'] === null && !isExpired(row as Pick<ApiKey, 'expires_at'>, now),
  },
  installations: {
    table: 'installations',
    counts: ({ lifecycle, last_seen_at }, now) =>
      isOperative({ lifecycle: lifecycle as Lifecycle }) &&
      (last_seen_at as Timestamp) > plus(now, -INSTALLATION_QUOTA_WINDOW_MS),
  },
  install_tokens: {
    table: 'install_tokens',
    counts: ({ consumed_at, expires_at }, now) =>
      consumed_at === null && (expires_at as Timestamp) > now,
  },
}

/** Finds organizations that have more than their plan allows. This is legitimate after a change to a lower plan. */
export const quotas: Check = {
  name: 'quotas',
  says: 'no organization has more than its plan allows',
  remarksOnly: true,
  async *run({ snapshot, now }) {
    const plans = new Map<unknown, Plan>()
    for await (const { organization_id, plan } of eachRecord(snapshot, 'organizations'))
      plans.set(organization_id, plan)
    for (const resource of Object.keys(COUNTED) as (keyof typeof COUNTED)[])
      yield* exceeded(resource, await used(snapshot, resource, now), plans)
    yield* exceeded('stored_bytes', await storedBytes(snapshot), plans)
  },
}

async function storedBytes(snapshot: Snapshot): Promise<ReadonlyMap<unknown, number>> {
  const totals = new Map<unknown, number>()
  for (const { table, fields } of STORED) {
    for await (const row of eachRow(snapshot, table))
      totals.set(
        row['organization_id'],
        (totals.get(row['organization_id']) ?? 0) + storedBytesOf(row, fields),
      )
  }
  return totals
}

async function used(
  snapshot: Snapshot,
  resource: keyof typeof COUNTED,
  now: Timestamp,
): Promise<ReadonlyMap<unknown, number>> {
  const { table, counts } = COUNTED[resource]
  const totals = new Map<unknown, number>()
  for await (const row of eachRow(snapshot, table))
    if (counts(row, now))
      totals.set(row['organization_id'], (totals.get(row['organization_id']) ?? 0) + 1)
  return totals
}

function* exceeded(
  resource: Resource,
  counted: ReadonlyMap<unknown, number>,
  plans: ReadonlyMap<unknown, Plan>,
): Generator<string> {
  for (const [organization_id, count] of counted) {
    const plan = plans.get(organization_id)
    const max = plan && QUOTAS[resource][plan]
    if (typeof max === 'number' && count > max)
      yield `organizations ${String(organization_id)}: it has ${count} ${resource.replaceAll('_', ' ')}, but its ${plan} plan allows ${max}`
  }
}
