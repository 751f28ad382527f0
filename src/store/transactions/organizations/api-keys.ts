import {
  asWanted,
  handedOn,
  isExpired,
  type HandedOn,
} from '../../../domain/organizations/api-keys.ts'
import { API_KEY_GENERATIONS_MOST, API_KEYS_REVOKED_AT_ONCE } from '../../../domain/limits.ts'
import type { QuotaExceeded } from '../../../domain/organizations/plans.ts'
import { plus } from '../../../domain/time.ts'
import { API_KEY_PREFIX, hashToken, mint } from '../../../domain/tokens.ts'
import type { ApiKey } from '../../../domain/records.ts'
import { newId, type CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { own, type Own } from './administrators.ts'
import { appendAudit } from '../audit/records.ts'
import { quotas } from './quotas.ts'

const PREVIEW_LENGTH = API_KEY_PREFIX.length + 6

export interface ApiKeyInput {
  organization_id: string
  workspace_id?: string | undefined
  name: string
  scopes?: readonly string[] | undefined
  /** How long it lasts; left out, until it is revoked. */
  expiry_minutes?: number | undefined
  /** The key's text where its owner has it already (fixtures, the first key of a store); else one is made. */
  token?: string | undefined
}
type Made = { kind: 'created'; token: string; key: ApiKey }

/** Makes an API key in the name of the operator; the answer is the only place where its text ever appears. */
export async function createApiKey(
  tx: Tx,
  context: CallContext,
  { expiry_minutes, ...input }: ApiKeyInput,
): Promise<{ kind: 'not_found' } | Made> {
  const { organization_id, workspace_id = null } = input
  if (!(await tx.organizations.get({ organization_id }))) return { kind: 'not_found' }
  if (
    workspace_id !== null &&
    (await tx.workspaces.get({ workspace_id }))?.organization_id !== organization_id
  )
    return { kind: 'not_found' }
  return insertKey(tx, context, {
    ...input,
    workspace_id,
    scopes: input.scopes ?? null,
    expires_at: expiryOf(context, expiry_minutes) ?? null,
    created_by: null,
    created_by_key: null,
  })
}

const expiryOf = ({ now }: CallContext, minutes: number | undefined) =>
  minutes === undefined ? undefined : plus(now, minutes * 60_000)

type NewKey = Pick<
  ApiKey,
  | 'organization_id'
  | 'workspace_id'
  | 'name'
  | 'scopes'
  | 'expires_at'
  | 'created_by'
  | 'created_by_key'
> &
  Pick<ApiKeyInput, 'token'>

async function insertKey(
  tx: Tx,
  context: CallContext,
  { token: given, ...rights }: NewKey,
): Promise<Made> {
  const token = given ?? mint(API_KEY_PREFIX, context.random(32)).token
  const { organization_id, workspace_id, name, scopes, expires_at, created_by_key } = rights
  const key: ApiKey = {
    key_id: `key_${newId(context)}`,
    hash: hashToken(token),
    preview: token.slice(0, PREVIEW_LENGTH),
    ...rights,
    created_at: context.now,
    last_used_at: null,
    revoked_at: null,
    revoking: false,
  }
  await tx.api_keys.insert(key)
  await appendAudit(tx, context, {
    event_type: 'api_key.created',
    organization_id,
    workspace_id,
    target: { type: 'api_key', id: key.key_id },
    metadata: {
      name,
      scopes,
      ...(expires_at !== null && { expires_at }),
      ...(created_by_key !== null && { created_by_key }),
    },
  })
  return { kind: 'created', token, key }
}

/** Who asks: a person by e-mail address, or a key. */
export interface Asking {
  readonly by?: string | undefined
  readonly by_key?: string | undefined
}
export interface NewKeyInput extends Own, Asking {
  readonly name: string
  readonly scopes?: readonly string[] | undefined
  readonly workspace_id?: string | undefined
  readonly expiry_minutes?: number | undefined
}
export type NewKeyOutcome =
  | { kind: 'maker_gone' | 'not_found' | 'workspace_not_found' }
  | QuotaExceeded
  | Exclude<HandedOn, { kind: 'allowed' }>
  | Made

/** Makes a key of one's own organization. A key makes none with more than itself (docs/specification/trust.md#api-keys). */
export async function makeApiKey(
  tx: Tx,
  context: CallContext,
  { reach, by, by_key, ...input }: NewKeyInput,
): Promise<NewKeyOutcome> {
  const { organization_id, workspace_id = null, name, scopes } = input
  const organization = await own(tx, { reach, organization_id })
  const wanted = {
    scopes: scopes && [...new Set(scopes)],
    expires_at: expiryOf(context, input.expiry_minutes),
  }
  // The maker is held, so it is not revoked before what it makes can be revoked with it.
  const maker = by_key === undefined ? undefined : await tx.api_keys.get({ key_id: by_key })
  if (
    by_key !== undefined &&
    (!maker || maker.revoked_at !== null || isExpired(maker, context.now))
  )
    return { kind: 'maker_gone' }
  const handed = maker ? handedOn(maker, wanted) : asWanted(wanted)
  if (handed.kind !== 'allowed') return handed
  if (!organization) return { kind: 'not_found' }
  if (
    workspace_id !== null &&
    (await tx.workspaces.get({ workspace_id }))?.organization_id !== organization_id
  )
    return { kind: 'workspace_not_found' }
  const full = await quotas(tx, context, organization_id, ['api_keys', 'stored_bytes'])
  if (full) return full
  return insertKey(tx, context, {
    organization_id,
    workspace_id,
    name,
    ...handed.rights,
    created_by: by ?? null,
    created_by_key: by_key ?? null,
  })
}

/** One step of a revocation: the key, and whether keys that it made are still to be revoked. */
export interface Revoked {
  readonly kind: 'revoked'
  readonly key: ApiKey
  readonly more: boolean
}

/** Revokes a key for good, and what it made, in the name of the operator; the next request with any of them is refused. */
export async function revokeApiKey(
  tx: Tx,
  context: CallContext,
  { key_id }: { key_id: string },
): Promise<Revoked | undefined> {
  const [seen] = await tx.api_keys.find({ where: { key_id }, lock: false })
  if (!seen) return undefined
  await tx.organizations.get({ organization_id: seen.organization_id })
  return revoke(tx, context, key_id)
}

export type EndingOutcome = { kind: 'not_found' | 'no_such_key' | 'not_maker' } | Revoked

/** Revokes a key of one's own organization, and what it made. A key revokes itself and what it made, and no others. */
export async function endApiKey(
  tx: Tx,
  context: CallContext,
  { key_id, by_key, ...input }: Own & Asking & { key_id: string },
): Promise<EndingOutcome> {
  if (!(await own(tx, input))) return { kind: 'not_found' }
  const [seen] = await tx.api_keys.find({ where: { key_id }, lock: false })
  if (seen?.organization_id !== input.organization_id) return { kind: 'no_such_key' }
  if (by_key !== undefined && !(await isMadeBy(tx, seen, by_key))) return { kind: 'not_maker' }
  return revoke(tx, context, key_id)
}

/** Whether a key is this one, or was made by it, directly or through others. Makers were alive together, so there are no more than keys can be. */
async function isMadeBy(tx: ReadTx, key: ApiKey, maker: string): Promise<boolean> {
  let current: ApiKey | undefined = key
  for (let generation = 0; current && generation <= API_KEY_GENERATIONS_MOST; generation += 1) {
    if (current.key_id === maker) return true
    const key_id: string | null = current.created_by_key
    current =
      key_id === null ? undefined : (await tx.api_keys.find({ where: { key_id }, lock: false }))[0]
  }
  return false
}

/** The organization is held. */
async function revoke(tx: Tx, context: CallContext, key_id: string): Promise<Revoked> {
  const key = (await tx.api_keys.get({ key_id }))!
  const isFirst = key.revoked_at === null
  if (isFirst) await end(tx, context, key)
  const { more } = await revokeDescendants(tx, context, {
    organization_id: key.organization_id,
    most: API_KEYS_REVOKED_AT_ONCE - 1,
  })
  return { kind: 'revoked', key: isFirst ? { ...key, revoked_at: context.now } : key, more }
}

async function end(
  tx: Tx,
  context: CallContext,
  { key_id, organization_id, created_by_key }: ApiKey,
  metadata: Readonly<Record<string, string>> = {},
): Promise<void> {
  await tx.api_keys.update({ key_id }, { revoked_at: context.now, revoking: true })
  await appendAudit(tx, context, {
    event_type: 'api_key.revoked',
    organization_id,
    target: { type: 'api_key', id: key_id },
    metadata: { ...metadata, ...(created_by_key !== null && { created_by_key }) },
  })
}

/** Revokes so many of the keys that revoked keys of an organization made. The organization is held. */
async function revokeDescendants(
  tx: Tx,
  context: CallContext,
  { organization_id, most }: { organization_id: string; most: number },
): Promise<{ revoked: number; more: boolean }> {
  let revoked = 0
  for (;;) {
    const [maker] = await tx.api_keys.find({ where: { organization_id, revoking: true }, limit: 1 })
    if (!maker) return { revoked, more: false }
    const left = most - revoked
    const made = await tx.api_keys.find({
      where: { created_by_key: maker.key_id, revoked_at: null },
      orderBy: ['created_at', 'key_id'],
      limit: API_KEYS_REVOKED_AT_ONCE,
    })
    for (const key of made.slice(0, left)) await end(tx, context, key)
    revoked += Math.min(made.length, left)
    if (made.length > left || made.length === API_KEYS_REVOKED_AT_ONCE)
      return { revoked, more: true }
    await tx.api_keys.update({ key_id: maker.key_id }, { revoking: false })
  }
}

/** Revokes the keys that are bound to a workspace. What one of them made a sweep revokes. */
export async function revokeKeysOf(
  tx: Tx,
  context: CallContext,
  bound: { organization_id: string; workspace_id: string },
): Promise<void> {
  for (const key of await tx.api_keys.find({ where: bound }))
    if (key.revoked_at === null) await end(tx, context, key)
}

/** Takes the next step of revocations that were interrupted. */
export async function continueRevocations(
  tx: Tx,
  context: CallContext,
  _: object,
): Promise<{ revoked: number; more: boolean }> {
  const [pending] = await tx.api_keys.find({ where: { revoking: true }, limit: 1, lock: false })
  if (!pending) return { revoked: 0, more: false }
  const { organization_id } = pending
  await tx.organizations.get({ organization_id })
  const step = await revokeDescendants(tx, context, {
    organization_id,
    most: API_KEYS_REVOKED_AT_ONCE,
  })
  return { ...step, more: true }
}

export const listApiKeys = (tx: ReadTx, { organization_id }: { organization_id: string }) =>
  tx.api_keys.find({ where: { organization_id }, orderBy: ['created_at'] })
