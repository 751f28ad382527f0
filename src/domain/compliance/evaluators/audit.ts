import { retentionDays } from '../../audit/retention.ts'
import type { AuditRecord } from '../../audit/record.ts'
import type { JsonObject } from '../../json.ts'
import { DAY_MS, plus, type Timestamp } from '../../time.ts'
import { finding, sampleSize, type Evaluator, type Finding } from '../evidence.ts'
import type { ComplianceFacts, Sample } from '../facts.ts'

/** Sets how late a purge may be before the retention counts as violated. Passes run hourly, and a backlog is removed in batches. */
const PURGE_GRACE_MS = 2 * DAY_MS

/** Evaluates whether the log is complete and unchanged, as far as it was verified. */
export const auditChain: Evaluator = ({ chain: { head, tail, complete, checkpoint } }) => {
  const result = (() => {
    if (!head)
      return ['insufficient_evidence', 'The organization has no audit record yet.'] as const
    if (tail.broken)
      return [
        'not_satisfied',
        `The chain is broken at record ${tail.broken.sequence}: ${tail.broken.fault}.`,
      ] as const
    if (checkpoint?.valid === false)
      return [
        'not_satisfied',
        'The chain begins after a checkpoint that the platform did not sign.',
      ] as const
    if (!complete)
      return [
        'partially_satisfied',
        `The newest ${tail.checked} records form an unbroken chain; older ones were not verified for this report. Use \`svc-registry audit verify\` to verify all of them.`,
      ] as const
    return [
      'satisfied',
      checkpoint
        ? 'All records that are kept form an unbroken chain from the signed checkpoint of the last purge.'
        : 'All records form an unbroken chain from the first one.',
    ] as const
  })()
  return finding(result, {
    'Newest record': head?.sequence,
    'Its hash': head?.hash,
    'Records verified': tail.checked,
    'Purged up to record': checkpoint?.statement.sequence,
    Purged: checkpoint?.statement.purged_at,
    'Hash of the last purged record': checkpoint?.statement.hash,
  })
}

/**
 * Evaluates how long records are kept.
 * @param required the days that a control requires; if absent, it suffices that the organization's own retention is enforced
 */
export function retention(
  { organization, chain: { oldest, checkpoint }, events }: ComplianceFacts,
  now: Timestamp,
  required?: number,
): Finding {
  const kept = retentionDays(organization, now)
  const overdue = oldest !== null && oldest.occurred_at < plus(now, -kept * DAY_MS - PURGE_GRACE_MS)
  const chosen = organization.audit_log_retention_days !== null
  const result = (() => {
    if (required !== undefined && kept < required)
      return [
        'not_satisfied',
        `Audit records are kept for ${kept} days; ${required} are required.`,
      ] as const
    if (required !== undefined)
      return [
        'satisfied',
        `Audit records are kept for ${kept} days; at least ${required} are required.`,
      ] as const
    if (overdue)
      return [
        'partially_satisfied',
        `Records are removed after ${kept} days, but older ones have not been removed yet.`,
      ] as const
    return [
      'satisfied',
      `Audit records are kept for ${kept} days, ${chosen ? 'as the organization chose' : 'which is the default'}, and then removed.`,
    ] as const
  })()
  return finding(
    result,
    {
      'Days kept': kept,
      'Days required': required,
      'Chosen by the organization': chosen ? 'yes' : 'no',
      'Oldest record kept': oldest?.occurred_at,
      'Last purge': checkpoint?.statement.purged_at,
      'Shorter retention from': organization.retention_shortening?.effective_at,
    },
    events['audit.retention_changed'],
  )
}

/** The reason recorded for an export that sent nothing, because neither its request nor the settings had a usable destination. */
const NOT_CONFIGURED = 'CREDENTIAL_MISSING'

/**
 * Returns whether exports without a destination may have displaced a failure from the sample: the sample contains nothing else and does not
 * reach back to the last success.
 */
const mayHideFailure = (
  { truncated, items }: Sample<AuditRecord>,
  attempted: readonly AuditRecord[],
  lastSuccess: number,
): boolean =>
  truncated &&
  attempted.length === 0 &&
  lastSuccess < (items.at(-1)?.sequence ?? Number.POSITIVE_INFINITY)

/**
 * Evaluates whether audit records were exported to another system or, failing that, whether support was requested. A partial export does
 * not count as a success, and an export without a destination counts neither as a success nor as a failure
 * (docs/specification/compliance.md#unconfigured-exports).
 */
export const alerts: Evaluator = ({ events }) => {
  const [exported, failed, support] = [
    events['audit.exported'],
    events['audit.export_failed'],
    events['support.requested'],
  ]
  const lastOf = (records: readonly AuditRecord[], succeeded: boolean) =>
    Math.max(
      0,
      ...records
        .filter(({ outcome }) => (outcome === 'success') === succeeded)
        .map(({ sequence }) => sequence),
    )
  const lastSuccess = lastOf(exported.items, true)
  const attempted = failed.items.filter(({ reason }) => reason !== NOT_CONFIGURED)
  const lastFailure = Math.max(lastOf(exported.items, false), attempted[0]?.sequence ?? 0)
  const result = (() => {
    if (lastSuccess > lastFailure && mayHideFailure(failed, attempted, lastSuccess))
      return [
        'insufficient_evidence',
        'Audit records were exported to another system, but so many exports without a destination followed that a failed one may not have been read for this report.',
      ] as const
    if (lastSuccess > lastFailure)
      return [
        'satisfied',
        'Audit records were exported to another system, and the latest export succeeded.',
      ] as const
    if (lastSuccess > 0)
      return [
        'partially_satisfied',
        'Audit records were exported to another system, but the latest export failed, at least in part.',
      ] as const
    if (lastFailure > 0)
      return [
        'not_satisfied',
        'Every export of audit records in the window failed, at least in part.',
      ] as const
    if (support.items.length > 0)
      return [
        'partially_satisfied',
        'Support was requested in the window, but no audit record was exported to another system.',
      ] as const
    return [
      'insufficient_evidence',
      'No export of audit records and no request for support is on record in the window.',
    ] as const
  })()
  return finding(
    result,
    {
      'Exports in the window': sampleSize(exported),
      'Failed exports in the window': sampleSize(failed),
      'Last export': exported.items[0]?.occurred_at,
      'Support requests in the window': sampleSize(support),
    },
    exported,
    failed,
    support,
  )
}

/** Evaluates whether images of the organization were scanned and the latest scan of each had no critical or high-severity finding. */
export const images: Evaluator = ({ events }) => {
  const scans = events['image.scan_completed']
  const latest = [
    ...new Map(scans.items.toReversed().map((scan) => [scan.metadata['ref'], scan])).values(),
  ].map(highestSeverityIn)
  const [critical, high, unknown] = [
    latest.filter((found) => found === 'critical').length,
    latest.filter((found) => found === 'high').length,
    latest.filter((found) => found === 'unknown').length,
  ]
  const result = (() => {
    if (latest.length === 0)
      return [
        'insufficient_evidence',
        'No container image of the organization was scanned in the window.',
      ] as const
    if (critical > 0)
      return [
        'not_satisfied',
        `The latest scan had critical findings in ${critical} of ${latest.length} images.`,
      ] as const
    if (high > 0)
      return [
        'partially_satisfied',
        `The latest scan had high-severity findings in ${high} of ${latest.length} images, and no critical ones.`,
      ] as const
    if (unknown > 0)
      return [
        'partially_satisfied',
        `The latest scan of ${unknown} of ${latest.length} images failed or had no vulnerability data.`,
      ] as const
    return [
      'satisfied',
      'The latest scan of every image had no critical or high-severity findings.',
    ] as const
  })()
  return finding(
    result,
    {
      'Scans in the window': sampleSize(scans),
      'Images scanned': latest.length,
      'Last scan': scans.items[0]?.occurred_at,
      'Images with critical findings': critical,
      'Images with high-severity findings': high,
      'Images without vulnerability data': unknown,
    },
    scans,
  )
}

/** Returns `critical` or `high` if a scan had such findings, otherwise `none`; `unknown` if it failed or had no vulnerability data. */
function highestSeverityIn({
  outcome,
  metadata,
}: AuditRecord): 'critical' | 'high' | 'none' | 'unknown' {
  const { critical, high } = (metadata['summary'] ?? {}) as JsonObject
  if (
    outcome !== 'success' ||
    typeof critical !== 'number' ||
    metadata['status'] === 'completed_without_vulnerability_data'
  )
    return 'unknown'
  if (critical > 0) return 'critical'
  return high === 0 ? 'none' : 'high'
}
