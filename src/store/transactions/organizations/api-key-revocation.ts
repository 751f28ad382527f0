import { MAX_API_KEY_GENERATIONS, API_KEY_REVOCATION_BATCH } from '../../../domain/limits.ts'
import type { ApiKey } from '../../../domain/records.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { appendAudit } from '../audit/records.ts'
import { findAdministered, type AdministrationScope } from './administrators.ts'
import type { KeyRequester } from './api-keys.ts'

/**
 * The result of one step of revoking `key`; `more` states whether further steps may be needed, for keys that revoked keys of the
 * organization created.
 */
export interface RevocationStep {
  readonly kind: 'revoked'
  readonly key: ApiKey
  readonly more: boolean
}

/**
 * Takes one step of revoking a key permanently with all keys that it created; the caller repeats it while `more`. No permission is checked.
 * Returns undefined if there is no such key.
 */
export async function revokeApiKey(
  tx: Tx,
  context: CallContext,
  { key_id }: { key_id: string },
): Promise<RevocationStep | undefined> {
  const found = await tx.api_keys.first({ where: { key_id }, lock: false })
  if (!found) return undefined
  await tx.organizations.get({ organization_id: found.organization_id })
  return revoke(tx, context, key_id)
}

export type RevocationOutcome =
  | { kind: 'not_found' | 'no_such_key' | 'not_creator' }
  | RevocationStep

/**
 * Takes the first step of revoking a key of the requester's organization with all keys that it created. A key can only revoke itself and
 * keys that it created, directly or through others; one that is bound to a workspace can only revoke itself
 * (docs/specification/trust.md#api-keys).
 */
export async function revokeOwnApiKey(
  tx: Tx,
  context: CallContext,
  { key_id, by_key, reach, ...input }: AdministrationScope & KeyRequester & { key_id: string },
): Promise<RevocationOutcome> {
  // A key that is bound to one workspace administers nothing else, but anyone who finds it must be able to revoke it.
  const within = by_key === key_id ? { ...reach, workspace_id: null } : reach
  if (!(await findAdministered(tx, { ...input, reach: within }))) return { kind: 'not_found' }
  const found = await tx.api_keys.first({ where: { key_id }, lock: false })
  if (found?.organization_id !== input.organization_id) return { kind: 'no_such_key' }
  if (by_key !== undefined && !(await isCreatedBy(tx, found, by_key)))
    return { kind: 'not_creator' }
  return revoke(tx, context, key_id)
}

/**
 * Returns whether a key is `creator` or was created by it, directly or through others. At most `MAX_API_KEY_GENERATIONS` creators are
 * examined.
 */
async function isCreatedBy(tx: ReadTx, key: ApiKey, creator: string): Promise<boolean> {
  let current: ApiKey | undefined = key
  for (let generation = 0; current && generation <= MAX_API_KEY_GENERATIONS; generation += 1) {
    if (current.key_id === creator) return true
    const key_id: string | null = current.created_by_key
    current =
      key_id === null ? undefined : await tx.api_keys.first({ where: { key_id }, lock: false })
  }
  return false
}

/** Takes one step of revoking a key and the keys that it created. The caller must have locked the organization. */
async function revoke(tx: Tx, context: CallContext, key_id: string): Promise<RevocationStep> {
  const key = (await tx.api_keys.get({ key_id }))!
  const wasActive = key.revoked_at === null
  if (wasActive) await markRevoked(tx, context, key)
  const { more } = await revokeDescendants(tx, context, {
    organization_id: key.organization_id,
    limit: API_KEY_REVOCATION_BATCH - 1,
  })
  return { kind: 'revoked', key: wasActive ? { ...key, revoked_at: context.now } : key, more }
}

async function markRevoked(
  tx: Tx,
  context: CallContext,
  { key_id, organization_id, created_by_key }: ApiKey,
): Promise<void> {
  await tx.api_keys.update({ key_id }, { revoked_at: context.now, revoking: true })
  await appendAudit(tx, context, {
    event_type: 'api_key.revoked',
    organization_id,
    target: { type: 'api_key', id: key_id },
    metadata: created_by_key === null ? {} : { created_by_key },
  })
}

/** Revokes up to `limit` keys that were created by revoked keys. The caller must have locked the organization. */
async function revokeDescendants(
  tx: Tx,
  context: CallContext,
  { organization_id, limit }: { organization_id: string; limit: number },
): Promise<{ revoked: number; more: boolean }> {
  let revoked = 0
  for (;;) {
    const creator = await tx.api_keys.first({ where: { organization_id, revoking: true } })
    if (!creator) return { revoked, more: false }
    const remaining = limit - revoked
    const created = await tx.api_keys.find({
      where: { created_by_key: creator.key_id, revoked_at: null },
      orderBy: ['created_at', 'key_id'],
      limit: API_KEY_REVOCATION_BATCH,
    })
    for (const key of created.slice(0, remaining)) await markRevoked(tx, context, key)
    revoked += Math.min(created.length, remaining)
    if (created.length > remaining || created.length === API_KEY_REVOCATION_BATCH)
      return { revoked, more: true }
    await tx.api_keys.update({ key_id: creator.key_id }, { revoking: false })
  }
}

/** Revokes the keys that are bound to a workspace. A sweep revokes the keys that they created. */
export async function revokeWorkspaceKeys(
  tx: Tx,
  context: CallContext,
  scope: { organization_id: string; workspace_id: string },
): Promise<void> {
  for (const key of await tx.api_keys.find({ where: scope }))
    if (key.revoked_at === null) await markRevoked(tx, context, key)
}

/** Continues interrupted revocations by one step. */
export async function continueRevocations(
  tx: Tx,
  context: CallContext,
  _: object,
): Promise<{ revoked: number; more: boolean }> {
  const pending = await tx.api_keys.first({ where: { revoking: true }, lock: false })
  if (!pending) return { revoked: 0, more: false }
  const { organization_id } = pending
  await tx.organizations.get({ organization_id })
  const step = await revokeDescendants(tx, context, {
    organization_id,
    limit: API_KEY_REVOCATION_BATCH,
  })
  return { ...step, more: true }
}
