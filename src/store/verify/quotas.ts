import { QUOTAS, type Resource } from '../../domain/organizations/plans.ts'
import { STORED, storedBytesOf } from '../../domain/organizations/stored-bytes.ts'
import type { Organization } from '../../domain/records.ts'
import type { Snapshot } from '../snapshot.ts'
import { countUsed } from '../transactions/organizations/quotas.ts'
import { type Check, eachRow, eachRecord } from './check.ts'

/** Finds organizations that have more than their plan allows. This is legitimate after a change to a lower plan. */
export const quotas: Check = {
  name: 'quotas',
  says: 'no organization has more than its plan allows',
  remarksOnly: true,
  async *run({ snapshot, now }) {
    const bytes = await storedBytes(snapshot)
    for await (const organization of eachRecord(snapshot, 'organizations')) {
      const stored_bytes = bytes.get(organization.organization_id) ?? 0
      yield* exceeded(organization, (resource) =>
        resource === 'stored_bytes'
          ? Promise.resolve(stored_bytes)
          : countUsed(snapshot.tx, organization, resource, { now, limit: Infinity }),
      )
    }
  },
}

async function* exceeded(
  { organization_id, plan }: Organization,
  countOf: (resource: Resource) => Promise<number>,
): AsyncGenerator<string> {
  for (const resource of Object.keys(QUOTAS) as Resource[]) {
    const max = QUOTAS[resource][plan]
    const count = max === null ? 0 : await countOf(resource)
    if (max !== null && count > max)
      yield `organizations ${organization_id}: it has ${count} ${resource.replaceAll('_', ' ')}, but its ${plan} plan allows ${max}`
  }
}

/** Returns the stored bytes of each organization. A store that this version has not opened has no counters for them. */
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
