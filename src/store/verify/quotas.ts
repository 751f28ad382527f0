import { INSTALLATION_QUOTA_WINDOW_MS } from '../../domain/limits.ts'
import { QUOTAS, type Plan, type Resource } from '../../domain/plans.ts'
import { plus, type Timestamp } from '../../domain/time.ts'
import type { StoredRow } from '../snapshot.ts'
import type { TableName } from '../tables.ts'
import type { Check } from './check.ts'

/** What counts against a quota, as it is counted when one more is asked for. */
const COUNTED: Readonly<Record<Resource, { readonly table: TableName; readonly counts: (row: StoredRow, now: Timestamp) => boolean }>> = {
  workspaces: { table: 'workspaces', counts: () => true },
  installations: {
    table: 'installations',
    counts: ({ lifecycle, last_seen_at }, now) => (lifecycle === 'active' || lifecycle === 'paused') && (last_seen_at as Timestamp) > plus(now, -INSTALLATION_QUOTA_WINDOW_MS),
  },
  install_tokens: { table: 'install_tokens', counts: ({ consumed_at, expires_at }, now) => consumed_at === null && (expires_at as Timestamp) > now },
}

/** Organizations that have more than their plan allows: after a change to a lower plan that is how it is. */
export const quotas: Check = {
  name: 'quotas',
  says: 'no organization has more than its plan allows',
  mild: true,
  async* run({ snapshot: { rows }, now }) {
    const plans = new Map<unknown, Plan>()
    for await (const some of rows('organizations')) for (const { organization_id, plan } of some) plans.set(organization_id, plan as Plan)
    for (const [resource, { table, counts }] of Object.entries(COUNTED)) {
      const used = new Map<unknown, number>()
      for await (const some of rows(table)) for (const row of some) if (counts(row, now)) used.set(row['organization_id'], (used.get(row['organization_id']) ?? 0) + 1)
      for (const [organization_id, count] of used) {
        const plan = plans.get(organization_id)
        const max = plan && QUOTAS[resource as Resource][plan]
        if (max !== undefined && max !== null && count > max) yield `organizations ${String(organization_id)}: it has ${count} ${resource.replaceAll('_', ' ')}, and its plan ${plan} allows ${max}`
      }
    }
  },
}
