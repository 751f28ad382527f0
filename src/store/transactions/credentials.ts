import { isExpired } from '../../domain/organizations/api-keys.ts'
import type { Plan } from '../../domain/organizations/plans.ts'
import type {
  AdminSession,
  ApiKey,
  Installation,
  Member,
  Organization,
  RuntimeToken,
} from '../../domain/records.ts'
import { firstUse, isAlive } from '../../domain/installations/runtime-token.ts'
import { elapsed, type Timestamp } from '../../domain/time.ts'
import type { CallContext } from '../context.ts'
import type { ReadTx, Tx } from '../database.ts'
import { each } from './each.ts'
import { isOperator } from './organizations/operators.ts'

/** `last_used_at` of a key is kept to this precision, so that reading does not become writing. */
const LAST_USED_PRECISION_MS = 60_000

/** The API key with this hash and its organization, unless it is revoked. One that has expired opens nothing, and its holder may know why. */
export async function findApiKey(
  tx: ReadTx,
  { hash, now }: TokenQuery,
): Promise<
  { kind: 'live'; key: ApiKey; organization: Organization } | { kind: 'expired' } | undefined
> {
  const key = await tx.api_keys.first({ where: { hash } })
  if (!key || key.revoked_at !== null) return undefined
  if (isExpired(key, now)) return { kind: 'expired' }
  const organization = await tx.organizations.get({ organization_id: key.organization_id })
  return organization && { kind: 'live', key, organization }
}

/** Whether the key's last use is worth writing down again. */
export const wantsTouch = (key: ApiKey, now: Timestamp): boolean =>
  key.last_used_at === null || elapsed(key.last_used_at, now) > LAST_USED_PRECISION_MS

export const touchApiKey = (tx: Tx, context: CallContext, { key_id }: { key_id: string }) =>
  tx.api_keys.update({ key_id }, { last_used_at: context.now })

export interface Membership {
  readonly organization_id: string
  readonly name: string
  readonly plan: Plan
  readonly role: Member['role']
}

/** What a person may do with a session: act for organizations, and judge for the platform. Whoever has neither cannot sign in. */
export interface Roles {
  readonly memberships: readonly Membership[]
  readonly operator: boolean
}

/** The live admin session with this hash, and what its person may do right now. */
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

export const mayEnter = ({ memberships, operator }: Roles): boolean =>
  memberships.length > 0 || operator

/** Where a person belongs, the earliest membership first. */
export async function membershipsOf(tx: ReadTx, email: string): Promise<readonly Membership[]> {
  const members = await tx.members.find({ where: { email }, orderBy: ['joined_at', 'user_id'] })
  const organizations = await tx.organizations.find({
    where: { organization_id: { in: members.map((member) => member.organization_id) } },
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
const OF_TOKEN = ['hash', 'installation_id', 'version', 'first_used_at', 'dies_at'] as const
const OF_INSTALLATION = [
  'installation_id',
  'agent_id',
  'organization_id',
  'workspace_id',
  'lifecycle',
  'heartbeat_interval',
] as const
/** What every request with a runtime token has to know. */
export interface RuntimeCredential {
  readonly token: Pick<RuntimeToken, (typeof OF_TOKEN)[number]>
  readonly installation: Pick<Installation, (typeof OF_INSTALLATION)[number]>
  readonly plan: Plan
}

/** The runtime tokens with these hashes while they are alive, whatever the installation's lifecycle: a revoked one must still hear `terminate`. */
export async function findRuntimeTokens(
  tx: ReadTx,
  asked: readonly TokenQuery[],
): Promise<readonly (RuntimeCredential | undefined)[]> {
  const tokens = await tx.runtime_tokens.getMany(
    asked.map(({ hash }) => ({ hash })),
    { columns: OF_TOKEN },
  )
  const alive = tokens.map((token, at) =>
    token && isAlive(token, asked[at]!.now) ? token : undefined,
  )
  const installations = await each(alive, (tokens) =>
    tx.installations.getMany(
      tokens.map(({ installation_id }) => ({ installation_id })),
      { columns: OF_INSTALLATION },
    ),
  )
  const organizations = await each(installations, (some) =>
    tx.organizations.getMany(
      some.map(({ organization_id }) => ({ organization_id })),
      { columns: ['plan'] },
    ),
  )
  return alive.map((token, at) => {
    const [installation, organization] = [installations[at], organizations[at]]
    return token && installation && organization && { token, installation, plan: organization.plan }
  })
}

/** Notes the first use of a live runtime token, from which the lower versions have five minutes left. */
export async function useRuntimeToken(
  tx: Tx,
  context: CallContext,
  { hash }: { hash: string },
): Promise<void> {
  const used = await tx.runtime_tokens.get({ hash })
  if (!used || used.first_used_at !== null || !isAlive(used, context.now)) return
  const all = await tx.runtime_tokens.find({
    where: { installation_id: used.installation_id },
    orderBy: ['version'],
  })
  for (const { hash: changed, first_used_at, dies_at } of firstUse(used, all, context.now))
    await tx.runtime_tokens.update({ hash: changed }, { first_used_at, dies_at })
}
