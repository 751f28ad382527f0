import { isExpired } from '../../domain/organizations/access.ts'
import type { Plan } from '../../domain/organizations/plans.ts'
import type {
  AdminSession,
  ApiKey,
  Installation,
  Member,
  Organization,
  RuntimeToken,
} from '../../domain/records.ts'
import { afterFirstUse, isAccepted } from '../../domain/installations/runtime-token.ts'
import { elapsed, type Timestamp } from '../../domain/time.ts'
import type { CallContext } from '../context.ts'
import type { ReadTx, Tx } from '../database.ts'
import { isOperator } from './organizations/operators.ts'

/** The minimum time between two updates of a key's `last_used_at`, so that most requests that only read do not cause a write. */
const LAST_USED_PRECISION_MS = 60_000

/** Returns the API key with this hash and its organization, or `expired`; undefined if the key is unknown or revoked. */
export async function findApiKey(
  tx: ReadTx,
  { hash, now }: TokenQuery,
): Promise<
  { kind: 'valid'; key: ApiKey; organization: Organization } | { kind: 'expired' } | undefined
> {
  const key = await tx.api_keys.first({ where: { hash } })
  if (!key || key.revoked_at !== null) return undefined
  if (isExpired(key, now)) return { kind: 'expired' }
  const organization = await tx.organizations.get({ organization_id: key.organization_id })
  return organization && { kind: 'valid', key, organization }
}

/** Returns whether `last_used_at` should be updated. */
export const isLastUseStale = (key: ApiKey, now: Timestamp): boolean =>
  key.last_used_at === null || elapsed(key.last_used_at, now) > LAST_USED_PRECISION_MS

export interface Membership {
  readonly organization_id: string
  readonly name: string
  readonly plan: Plan
  readonly role: Member['role']
}

/** The organizations that a person belongs to, and whether they are an operator of the platform. */
export interface Roles {
  readonly memberships: readonly Membership[]
  readonly operator: boolean
}

/** Returns the admin session with this hash unless it has expired, with the current roles of its person. */
export async function findSession(
  tx: ReadTx,
  { hash, now }: TokenQuery,
): Promise<({ session: AdminSession } & Roles) | undefined> {
  const session = await tx.admin_sessions.first({ where: { hash } })
  if (!session || session.expires_at <= now) return undefined
  return { session, ...(await rolesOf(tx, session.email)) }
}

export const rolesOf = async (tx: ReadTx, email: string): Promise<Roles> => ({
  memberships: await membershipsOf(tx, email),
  operator: await isOperator(tx, email),
})

/** Returns whether a person has any role. Anybody else can sign in only to respond to an invitation. */
export const hasAccess = ({ memberships, operator }: Roles): boolean =>
  memberships.length > 0 || operator

/**
 * Returns the memberships of a person, earliest first. Nothing is locked: changes to members lock the organization first, and anybody can
 * request a PIN for an address.
 */
export async function membershipsOf(tx: ReadTx, email: string): Promise<readonly Membership[]> {
  const members = await tx.members.find({
    where: { email },
    orderBy: ['joined_at', 'user_id'],
    lock: false,
  })
  const organizations = await tx.organizations.find({
    where: { organization_id: { in: members.map((member) => member.organization_id) } },
    lock: false,
  })
  return members.flatMap(({ organization_id, role }) =>
    organizations
      .filter((organization) => organization.organization_id === organization_id)
      .map(({ name, plan }) => ({ organization_id, name, plan, role })),
  )
}

export interface TokenQuery {
  readonly hash: string
  readonly now: Timestamp
}
const TOKEN_COLUMNS = [
  'hash',
  'installation_id',
  'version',
  'first_used_at',
  'effective_expires_at',
] as const
const INSTALLATION_COLUMNS = [
  'installation_id',
  'agent_id',
  'organization_id',
  'workspace_id',
  'lifecycle',
  'heartbeat_interval',
] as const
/** The data that every request with a runtime token needs. */
export interface RuntimeCredential {
  readonly token: Pick<RuntimeToken, (typeof TOKEN_COLUMNS)[number]>
  readonly installation: Pick<Installation, (typeof INSTALLATION_COLUMNS)[number]>
  readonly plan: Plan
}

/**
 * Returns the runtime tokens with these hashes that have not expired, each at the position of its query. The lifecycle of the installation
 * is not checked, because a revoked installation still has to receive `terminate`.
 */
export async function findRuntimeTokens(
  tx: ReadTx,
  queries: readonly TokenQuery[],
): Promise<readonly (RuntimeCredential | undefined)[]> {
  const tokens = await tx.runtime_tokens.getMany(
    queries.map(({ hash }) => ({ hash })),
    { columns: TOKEN_COLUMNS },
  )
  const accepted = tokens.map((token, at) =>
    token && isAccepted(token, queries[at]!.now) ? token : undefined,
  )
  const installations = await mapPresent(accepted, (tokens) =>
    tx.installations.getMany(
      tokens.map(({ installation_id }) => ({ installation_id })),
      { columns: INSTALLATION_COLUMNS },
    ),
  )
  const organizations = await mapPresent(installations, (present) =>
    tx.organizations.getMany(
      present.map(({ organization_id }) => ({ organization_id })),
      { columns: ['plan'] },
    ),
  )
  return accepted.map((token, at) => {
    const [installation, organization] = [installations[at], organizations[at]]
    return token && installation && organization && { token, installation, plan: organization.plan }
  })
}

/** Returns the results of `find` for the defined elements at their positions; the others remain undefined. */
async function mapPresent<Item, Result>(
  items: readonly (Item | undefined)[],
  find: (present: readonly Item[]) => Promise<readonly (Result | undefined)[]>,
): Promise<readonly (Result | undefined)[]> {
  const results = (await find(items.filter((item) => item !== undefined)))[Symbol.iterator]()
  return items.map((item) =>
    item === undefined ? undefined : (results.next().value as Result | undefined),
  )
}

/** Records the first use of a runtime token, after which lower versions stay valid for five minutes. */
export async function useRuntimeToken(
  tx: Tx,
  context: CallContext,
  { hash }: { hash: string },
): Promise<void> {
  const found = await tx.runtime_tokens.first({ where: { hash }, lock: false })
  if (found?.first_used_at !== null) return
  // Every transaction locks an installation before its tokens, to avoid deadlocks.
  const { installation_id } = found
  await tx.installations.get({ installation_id })
  const all = await tx.runtime_tokens.find({ where: { installation_id }, orderBy: ['version'] })
  const used = all.find((token) => token.hash === hash)
  if (!used || used.first_used_at !== null || !isAccepted(used, context.now)) return
  for (const { hash: changed, first_used_at, effective_expires_at } of afterFirstUse(
    used,
    all,
    context.now,
  ))
    await tx.runtime_tokens.update({ hash: changed }, { first_used_at, effective_expires_at })
}
