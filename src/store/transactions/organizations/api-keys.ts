import {
  grantRights,
  deriveRights,
  isExpired,
  type DerivedRightsDecision,
} from '../../../domain/organizations/access.ts'
import { passedWarning } from '../../../domain/organizations/key-expiry.ts'
import type { QuotaExceeded } from '../../../domain/organizations/plans.ts'
import { plus, type Timestamp } from '../../../domain/time.ts'
import { API_KEY_PREFIX, hashToken, mint } from '../../../domain/tokens.ts'
import type { ApiKey } from '../../../domain/records.ts'
import { newId } from '../../../domain/uuid.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { findAdministered, type AdministrationScope } from './administrators.ts'
import { appendAudit } from '../audit/records.ts'
import { pageOf, type Page, type Paging } from '../page.ts'
import { checkQuotas } from './quotas.ts'

const PREVIEW_LENGTH = API_KEY_PREFIX.length + 6

export interface ApiKeyInput {
  organization_id: string
  workspace_id?: string | undefined
  name: string
  scopes?: readonly string[] | undefined
  /** The lifetime in minutes; without it the key is valid until it is revoked. */
  expiry_minutes?: number | undefined
  /** The token, if it already exists (in the sandbox and tests, and for the first key of a store); otherwise a token is generated. */
  token?: string | undefined
}
type CreatedKey = { kind: 'created'; token: string; key: ApiKey }

/** Creates an API key on behalf of the operator. The token appears only in the result. */
export async function createApiKey(
  tx: Tx,
  context: CallContext,
  { expiry_minutes, ...input }: ApiKeyInput,
): Promise<{ kind: 'not_found' } | CreatedKey> {
  const { organization_id, workspace_id = null } = input
  if (!(await tx.organizations.get({ organization_id }))) return { kind: 'not_found' }
  if (workspace_id !== null && !(await isWorkspaceOf(tx, organization_id, workspace_id)))
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

/**
 * Returns whether a workspace belongs to the organization. The caller has locked the organization, as every step of a deletion of the
 * workspace does. The workspace is not locked, because all other transactions lock a workspace before its organization.
 */
const isWorkspaceOf = async (
  tx: ReadTx,
  organization_id: string,
  workspace_id: string,
): Promise<boolean> =>
  (await tx.workspaces.first({ where: { workspace_id }, lock: false }))?.organization_id ===
  organization_id

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
  { token: existing, ...rights }: NewKey,
): Promise<CreatedKey> {
  const token = existing ?? mint(API_KEY_PREFIX, context.random(32)).token
  const { organization_id, workspace_id, name, scopes, expires_at, created_by_key } = rights
  const key: ApiKey = {
    key_id: `key_${newId(context)}`,
    hash: hashToken(token),
    preview: token.slice(0, PREVIEW_LENGTH),
    ...rights,
    created_at: context.now,
    last_used_at: null,
    last_used_from: null,
    unusual_use: null,
    // A warning whose time has already passed is not sent for a new key.
    warned_days: passedWarning(expires_at, context.now),
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

/** The requester: a person, identified by e-mail address, or an API key. */
export interface KeyRequester {
  readonly by?: string | undefined
  readonly by_key?: string | undefined
}
export interface NewKeyInput extends AdministrationScope, KeyRequester {
  readonly name: string
  readonly scopes?: readonly string[] | undefined
  readonly workspace_id?: string | undefined
  readonly expiry_minutes?: number | undefined
}
export type NewKeyOutcome =
  | { kind: 'creator_revoked' | 'creator_expired' | 'not_found' | 'workspace_not_found' }
  | QuotaExceeded
  | Exclude<DerivedRightsDecision, { kind: 'allowed' }>
  | CreatedKey

/**
 * Creates an API key in the requester's organization. A key cannot create one with more rights than its own
 * (docs/specification/trust.md#api-keys).
 */
export async function createOwnApiKey(
  tx: Tx,
  context: CallContext,
  { reach, by, by_key, ...input }: NewKeyInput,
): Promise<NewKeyOutcome> {
  const { organization_id, workspace_id = null, name, scopes } = input
  const organization = await findAdministered(tx, { reach, organization_id })
  const requestedRights = {
    scopes: scopes && [...new Set(scopes)],
    expires_at: expiryOf(context, input.expiry_minutes),
  }
  // The creating key is locked, so that it cannot be revoked without the key that it creates here.
  const creator = by_key === undefined ? undefined : await tx.api_keys.get({ key_id: by_key })
  if (by_key !== undefined && (!creator || creator.revoked_at !== null))
    return { kind: 'creator_revoked' }
  if (creator && isExpired(creator, context.now)) return { kind: 'creator_expired' }
  const granted = creator ? deriveRights(creator, requestedRights) : grantRights(requestedRights)
  if (granted.kind !== 'allowed') return granted
  if (!organization) return { kind: 'not_found' }
  if (workspace_id !== null && !(await isWorkspaceOf(tx, organization_id, workspace_id)))
    return { kind: 'workspace_not_found' }
  const exceeded = await checkQuotas(tx, context, organization_id, ['api_keys', 'stored_bytes'])
  if (exceeded) return exceeded
  return insertKey(tx, context, {
    organization_id,
    workspace_id,
    name,
    ...granted.rights,
    created_by: by ?? null,
    created_by_key: by_key ?? null,
  })
}

/** Lists the API keys of an organization for the operator, or those that one of them created, oldest first. */
export const listApiKeysAsOperator = (
  tx: ReadTx,
  { organization_id, created_by_key }: { organization_id: string; created_by_key?: string },
) =>
  tx.api_keys.find({
    where: { organization_id, ...(created_by_key !== undefined && { created_by_key }) },
    orderBy: ['created_at'],
  })

type Position = readonly [time: string, id: string]

export interface ApiKeyFilter {
  readonly key_id?: string | undefined
  /** Lists only keys that this key created. */
  readonly created_by_key?: string | undefined
  /** Lists only keys that are neither revoked nor expired now, and expire before this time. */
  readonly expires_before?: Timestamp | undefined
  readonly now?: Timestamp
}

/** Lists the API keys of an organization, newest first. */
export async function listApiKeys(
  tx: ReadTx,
  {
    reach,
    organization_id,
    key_id,
    created_by_key,
    expires_before,
    now = '',
    ...paging
  }: AdministrationScope & ApiKeyFilter & Paging<Position>,
): Promise<{ kind: 'not_found' } | Page<ApiKey, Position>> {
  if (!(await findAdministered(tx, { reach, organization_id }))) return { kind: 'not_found' }
  const where = {
    organization_id,
    ...(key_id !== undefined && { key_id }),
    ...(created_by_key !== undefined && { created_by_key }),
    ...(expires_before !== undefined && {
      revoked_at: null,
      expires_at: { gt: now, lt: expires_before },
    }),
  }
  return pageOf<ApiKey, Position>(
    tx.api_keys,
    { where, orderBy: ['created_at', 'key_id'], descending: true },
    paging,
  )
}
