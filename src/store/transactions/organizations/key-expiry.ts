import { ACTING_ROLES } from '../../../domain/organizations/roles.ts'
import {
  dueWarning,
  isRenewedBy,
  passedWarning,
  WARNING_DAYS,
  warningHorizon,
  type WarningDays,
} from '../../../domain/organizations/key-expiry.ts'
import type { ApiKey, Member, Organization } from '../../../domain/records.ts'
import type { Timestamp } from '../../../domain/time.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { appendAudits } from '../audit/records.ts'
import { queueDelivery } from '../outbox.ts'

/** The maximum number of keys in one pass, and of members of an organization who get the e-mail. */
const [BATCH, MAX_RECIPIENTS] = [50, 50]

/**
 * Warns about keys that expire soon, a bounded number in each pass (docs/specification/organizations.md#expiry-warnings). The warning is
 * stored with the key in the same transaction as the audit record and the e-mails, so that each warning is sent once. Returns the number of
 * keys that were examined, including those for which no warning is sent.
 */
export async function warnExpiringKeys(
  tx: Tx,
  context: CallContext,
  _: object,
): Promise<{ examined: number }> {
  const due = await findDueKeys(tx, context)
  const byOrganization = [...Map.groupBy(due, ({ organization_id }) => organization_id)]
  let warned: readonly Warning[] = []
  for (const [organization_id, keys] of byOrganization.toSorted(([a], [b]) => (a < b ? -1 : 1)))
    warned = [...warned, ...(await warnOrganization(tx, context, organization_id, keys))]
  await appendAudits(
    tx,
    context,
    warned.map(({ key, days }) => ({
      event_type: 'api_key.expiring',
      organization_id: key.organization_id,
      workspace_id: key.workspace_id,
      target: { type: 'api_key', id: key.key_id },
      metadata: { name: key.name, expires_at: key.expires_at, days },
    })),
  )
  return { examined: due.length }
}

interface Warning {
  readonly key: ApiKey
  readonly days: WarningDays
}

/** Returns the keys for which a warning has become due since their last one. */
async function findDueKeys(tx: ReadTx, { now }: CallContext): Promise<readonly ApiKey[]> {
  const found: ApiKey[] = []
  for (const [at, days] of WARNING_DAYS.entries())
    found.push(
      ...(await tx.api_keys.find({
        where: {
          revoked_at: null,
          warned_days: WARNING_DAYS[at - 1] ?? null,
          expires_at: { gt: now, lte: warningHorizon(now, days) },
        },
        orderBy: ['expires_at'],
        limit: BATCH,
        lock: false,
      })),
    )
  return found.slice(0, BATCH)
}

/** Records the warnings of an organization's keys and queues the e-mails. The organization is locked, as it is when a key is revoked. */
async function warnOrganization(
  tx: Tx,
  context: CallContext,
  organization_id: string,
  due: readonly ApiKey[],
): Promise<readonly Warning[]> {
  await tx.organizations.get({ organization_id })
  const keys = await tx.api_keys.getMany(due.map(({ key_id }) => ({ key_id })))
  const warnings: Warning[] = []
  for (const key of keys.filter((one) => one !== undefined)) {
    const days = dueWarning(key, context.now)
    const { key_id, expires_at } = key
    await tx.api_keys.update({ key_id }, { warned_days: passedWarning(expires_at!, context.now) })
    if (days !== undefined && !(await isRenewed(tx, key))) warnings.push({ key, days })
  }
  for (const [days, group] of Map.groupBy(warnings, (warning) => warning.days))
    for (const { user_id } of await recipientsOf(tx, organization_id))
      await queueDelivery(
        tx,
        context,
        'api_key_expiring',
        { organization_id, user_id, days, keys: group.map(({ key }) => key.key_id) },
        organization_id,
      )
  return warnings
}

async function isRenewed(tx: ReadTx, key: ApiKey): Promise<boolean> {
  const { organization_id, name, created_at } = key
  const later = await tx.api_keys.find({
    where: { organization_id, revoked_at: null, name, created_at: { gt: created_at } },
    orderBy: ['created_at'],
    limit: BATCH,
    lock: false,
  })
  return later.some((other) => isRenewedBy(key, other))
}

const recipientsOf = (tx: ReadTx, organization_id: string): Promise<readonly Member[]> =>
  tx.members.find({
    where: { organization_id, role: { in: ACTING_ROLES } },
    orderBy: ['joined_at', 'user_id'],
    limit: MAX_RECIPIENTS,
    lock: false,
  })

export interface ExpiryNotice {
  readonly organization: Organization
  readonly recipient: Member
  readonly keys: readonly ApiKey[]
}

/**
 * Returns the content of a warning e-mail; undefined if the person no longer administers the organization, or if no key is left to warn
 * about.
 */
export async function findExpiryNotice(
  tx: ReadTx,
  {
    organization_id,
    user_id,
    keys: key_ids,
    now,
  }: {
    organization_id: string
    user_id: string
    keys: readonly string[]
    now: Timestamp
  },
): Promise<ExpiryNotice | undefined> {
  const organization = await tx.organizations.get({ organization_id })
  const recipient = await tx.members.get({ user_id })
  const found = await tx.api_keys.getMany(key_ids.map((key_id) => ({ key_id })))
  const keys = found
    .filter((key) => key !== undefined)
    .filter(
      (key) =>
        key.organization_id === organization_id &&
        key.revoked_at === null &&
        key.expires_at !== null &&
        key.expires_at > now,
    )
  return organization &&
    recipient?.organization_id === organization_id &&
    ACTING_ROLES.includes(recipient.role) &&
    keys.length > 0
    ? { organization, recipient, keys }
    : undefined
}
