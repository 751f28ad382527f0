import { changeRetention } from '../../../domain/audit/retention.ts'
import { reaches, type Reach } from '../../../domain/organizations/access.ts'
import type { Timestamp } from '../../../domain/time.ts'
import type { CallContext } from '../../context.ts'
import type { Tx } from '../../database.ts'
import { appendAudit } from './records.ts'
import { schedulePurge } from './purge.ts'

export type RetentionOutcome = { kind: 'not_found' } | { kind: 'set'; effective_at: Timestamp }

/** Sets how many days an organization's audit log is kept. A key that is bound to one workspace may not do this. */
export async function setRetention(
  tx: Tx,
  context: CallContext,
  input: { reach: Reach; organization_id: string; days: number },
): Promise<RetentionOutcome> {
  const { reach, organization_id, days } = input
  const organization = await tx.organizations.get({ organization_id })
  if (!organization || !reaches(reach, { organization_id }) || reach.workspace_id !== null)
    return { kind: 'not_found' }
  const { setting, effective_at } = changeRetention(organization, days, context.now)
  await tx.organizations.update({ organization_id }, { ...setting })
  await appendAudit(tx, context, {
    event_type: 'audit.retention_changed',
    organization_id,
    target: { type: 'organization', id: organization_id },
    metadata: { from: organization.audit_log_retention_days, to: days, effective_at },
  })
  await schedulePurge(tx, organization_id)
  return { kind: 'set', effective_at }
}
