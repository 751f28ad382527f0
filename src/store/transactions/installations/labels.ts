import {
  changeLabels,
  keysOf,
  MAX_LABELS,
  normalizeLabels,
} from '../../../domain/installations/labels.ts'
import type { QuotaExceeded } from '../../../domain/organizations/plans.ts'
import { reaches, type Reach } from '../../../domain/organizations/access.ts'
import type { Installation } from '../../../domain/records.ts'
import type { CallContext } from '../../context.ts'
import type { Tx } from '../../database.ts'
import { appendAudit, installationEvent } from '../audit/records.ts'
import { checkStoredBytes } from '../organizations/quotas.ts'

export type LabelOutcome =
  | { kind: 'not_found' }
  | QuotaExceeded
  | { kind: 'labeled'; labels: readonly string[] }

/**
 * Replaces the labels of an installation (docs/specification/installations.md#labels). If the quota is exhausted, only a change that makes
 * them longer is refused.
 */
export async function setInstallationLabels(
  tx: Tx,
  context: CallContext,
  input: { reach: Reach; installation_id: string; labels: readonly string[] },
): Promise<LabelOutcome> {
  const { reach, installation_id } = input
  const found = await tx.installations.first({ where: { installation_id }, lock: false })
  if (!found || !reaches(reach, found)) return { kind: 'not_found' }
  // Every transaction that locks both locks the organization before an installation, to avoid deadlocks.
  await tx.organizations.get({ organization_id: found.organization_id })
  const installation = await tx.installations.get({ installation_id })
  if (!installation) return { kind: 'not_found' }
  const labels = normalizeLabels(input.labels)
  if (isLarger(labels, installation)) {
    const exceeded = await checkStoredBytes(tx, context, installation.organization_id)
    if (exceeded) return exceeded
  }
  await writeLabels(tx, context, installation, labels)
  return { kind: 'labeled', labels }
}

export interface LabelChange {
  readonly set: readonly string[]
  readonly remove: readonly string[]
}

/** Returns whether a change is within the limit on labels and makes the labels of the installation take more storage. */
export function growsLabels(installation: Installation, change: LabelChange): boolean {
  const labels = changeLabels(installation.labels ?? [], change)
  return labels.length <= MAX_LABELS && isLarger(labels, installation)
}

const isLarger = (labels: readonly string[], { labels: before }: Installation): boolean =>
  labels.join().length > (before ?? []).join().length

/** Changes some labels of an installation that is locked, and returns the outcome. */
export async function changeLabelsOf(
  tx: Tx,
  context: CallContext,
  installation: Installation,
  change: LabelChange,
): Promise<'applied' | 'unchanged' | 'too_many_labels'> {
  const labels = changeLabels(installation.labels ?? [], change)
  if (labels.length > MAX_LABELS) return 'too_many_labels'
  return (await writeLabels(tx, context, installation, labels)) ? 'applied' : 'unchanged'
}

/**
 * Writes labels that differ from the present ones, and records the change in the audit log. Only the keys of removed labels are recorded,
 * because the record of their addition contains the whole labels.
 */
async function writeLabels(
  tx: Tx,
  context: CallContext,
  installation: Installation,
  labels: readonly string[],
): Promise<boolean> {
  const before = installation.labels ?? []
  if (before.join() === labels.join()) return false
  await tx.installations.update({ installation_id: installation.installation_id }, { labels })
  await appendAudit(
    tx,
    context,
    installationEvent('installation.labeled', installation, {
      added: labels.filter((label) => !before.includes(label)),
      removed: keysOf(before).filter((key) => !keysOf(labels).includes(key)),
    }),
  )
  return true
}
