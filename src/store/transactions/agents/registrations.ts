import type { Agent, AgentId, Installation } from '../../../domain/records.ts'
import {
  mayBeInstalled,
  mayInstall,
  resolveFor,
  sourceOf,
} from '../../../domain/agents/registration.ts'
import { OPERATIVE_LIFECYCLES } from '../../../domain/installations/installation.ts'
import type { Reach } from '../../../domain/organizations/access.ts'
import type { ReadTx, Tx, Where } from '../../database.ts'

/** Returns the primary key of a registration. */
export const keyOf = ({ svc_id, organization_id }: Pick<Agent, 'svc_id' | 'organization_id'>) => ({
  svc_id,
  organization_id,
})

/** An identifier whose row is locked until the transaction ends. */
export interface LockedAgentId extends AgentId {
  /** Whether this transaction created the row: the identifier has never been registered before, and the log has no entry about it. */
  readonly isNew: boolean
}

/**
 * Locks the row of an identifier until the transaction ends, and creates it if it is missing. Every transaction that adds or removes a
 * registration of the identifier, or changes which one is public, takes this lock first.
 */
export async function lockAgentId(tx: Tx, svc_id: string): Promise<LockedAgentId> {
  const existing = await tx.agent_ids.get({ svc_id })
  if (existing) return { ...existing, isNew: false }
  const created: AgentId = { svc_id, suspended_at: null, revoked_at: null }
  await tx.agent_ids.insert(created)
  return { ...created, isNew: true }
}

/**
 * Deletes the row of an identifier that this transaction created, so that a refused registration leaves nothing behind. An older row
 * remains, because the log may have entries about its former registrations.
 */
export async function deleteNewAgentId(tx: Tx, { svc_id, isNew }: LockedAgentId): Promise<void> {
  if (isNew) await tx.agent_ids.delete({ svc_id })
}

/**
 * Returns the registration to which an identifier resolves publicly, that is, for callers who neither registered it nor are listed as
 * installers.
 */
export const findPublicRegistration = (tx: ReadTx, svc_id: string): Promise<Agent | undefined> =>
  tx.agents.first({ where: { svc_id, resolves_publicly: true } })

interface ResolutionQuery {
  readonly svc_id: string
  /** The organizations for which the identifier is resolved. */
  readonly organizations: readonly string[]
  /**
   * The organization from whose registration the agent was installed. Its registration is returned if no other is visible, so that the
   * installation keeps working.
   */
  readonly installed_from?: string | null | undefined
  /** Whether the rows are locked (the default). */
  readonly lock?: boolean
}

/**
 * Limits the registrations of an identifier that are read in one query. Most identifiers have one registration. If there are more than the
 * limit, each kind is queried separately.
 */
const MAX_READ_TOGETHER = 4
/**
 * Limits the private registrations that are searched for one that lists the viewer as an installer. Only organizations that have the
 * agent's key can make private registrations.
 */
const MAX_PRIVATE_EXAMINED = 50

/** Returns the registration to which an identifier resolves for these organizations (docs/specification/trust.md#resolution). */
export async function resolveAgent(
  tx: ReadTx,
  { svc_id, organizations, installed_from, lock = true }: ResolutionQuery,
): Promise<Agent | undefined> {
  const candidates = await findCandidates(tx, { svc_id, organizations, lock })
  const resolved = resolveFor(candidates, organizations)
  if (resolved || installed_from === undefined || installed_from === null) return resolved
  const source = await tx.agents.first({ where: { svc_id, organization_id: installed_from }, lock })
  return source ?? sourceOf(candidates, installed_from)
}

/**
 * Returns the registration of an agent that the organization of an installation uses, even if its owner has made it private since;
 * undefined if no installation meets the condition (docs/specification/trust.md#resolution).
 */
export async function resolveInstalled(
  tx: ReadTx,
  { where, lock = true }: { readonly where: Where<Installation>; readonly lock?: boolean },
): Promise<Agent | undefined> {
  const installation = await tx.installations.first({ where, lock: false })
  return (
    installation &&
    resolveAgent(tx, {
      svc_id: installation.agent_id,
      organizations: [installation.organization_id],
      installed_from: installation.agent_organization_id,
      lock,
    })
  )
}

interface AgentQuery {
  readonly svc_id: string
  readonly reach: Reach
}

/** Returns the agent to which an identifier resolves for a caller, or undefined if none is visible to the caller. Nothing is locked. */
export const findAgent = (
  tx: ReadTx,
  { svc_id, reach: { organizations } }: AgentQuery,
): Promise<Agent | undefined> => resolveAgent(tx, { svc_id, organizations, lock: false })

/**
 * Returns the caller's own registration of an identifier, which private registrations of other organizations do not hide
 * (docs/specification/trust.md#own-registration). Returns undefined for a claim that a public proven registration of another organization
 * has ended, even if it is not deleted yet.
 * @param query.lock whether the rows are locked (not the default)
 */
export async function findOwnAgent(
  tx: ReadTx,
  { svc_id, reach: { organizations }, lock = false }: AgentQuery & Pick<ResolutionQuery, 'lock'>,
): Promise<Agent | undefined> {
  const candidates = await findCandidates(tx, { svc_id, organizations, lock })
  const isOwn = (agent: Agent): boolean => organizations.includes(agent.organization_id)
  const resolved = resolveFor(
    candidates.filter((agent) => !agent.private || isOwn(agent)),
    organizations,
  )
  return resolved && isOwn(resolved) ? resolved : undefined
}

/**
 * Returns an agent if a caller has registered it, or runs it within its reach in an installation that has not ended. An installation of
 * another organization's registration takes precedence over the caller's own claim, because it executes that registration. Nothing is
 * locked.
 */
export async function findOwnOrInstalled(
  tx: ReadTx,
  query: AgentQuery,
): Promise<Agent | undefined> {
  const agent = await findAgent(tx, query)
  if (agent && query.reach.organizations.includes(agent.organization_id)) return agent
  return (await findInstalled(tx, query)) ?? findOwnAgent(tx, query)
}

/** Returns an agent if it is visible to a caller, or if the caller runs it within its reach in an installation that has not ended. */
export const findVisibleOrInstalled = async (
  tx: ReadTx,
  query: AgentQuery,
): Promise<Agent | undefined> => (await findAgent(tx, query)) ?? findInstalled(tx, query)

function findInstalled(
  tx: ReadTx,
  { svc_id, reach: { organizations, workspace_id } }: AgentQuery,
): Promise<Agent | undefined> {
  const where = {
    agent_id: svc_id,
    organization_id: { in: organizations },
    ...(workspace_id !== null && { workspace_id }),
    lifecycle: { in: OPERATIVE_LIFECYCLES },
  }
  return resolveInstalled(tx, { where, lock: false })
}

interface CandidateQuery extends Pick<ResolutionQuery, 'svc_id' | 'organizations'> {
  readonly lock: boolean
}

/** Returns the registrations among which an identifier is resolved. One query is enough if there are few. */
async function findCandidates(tx: ReadTx, query: CandidateQuery): Promise<readonly Agent[]> {
  const { svc_id, lock } = query
  const registrations = await tx.agents.find({
    where: { svc_id },
    orderBy: ['organization_id'],
    limit: MAX_READ_TOGETHER + 1,
    lock,
  })
  return registrations.length > MAX_READ_TOGETHER ? findEachKind(tx, query) : registrations
}

/** Returns the organizations' own registrations of an identifier, the public one, and the first private ones. */
async function findEachKind(
  tx: ReadTx,
  { svc_id, organizations, lock }: CandidateQuery,
): Promise<readonly Agent[]> {
  const ownRegistrations = await tx.agents.find({
    where: { svc_id, organization_id: { in: organizations } },
    orderBy: ['organization_id'],
    lock,
  })
  const published = await tx.agents.find({ where: { svc_id, resolves_publicly: true }, lock })
  const privateOnes = await tx.agents.find({
    where: { svc_id, private: true },
    orderBy: ['registered_at', 'organization_id'],
    limit: MAX_PRIVATE_EXAMINED,
    lock,
  })
  return [...ownRegistrations, ...published, ...privateOnes]
}

/** Why an organization cannot install an agent. */
export type NotInstallable = 'agent_not_found' | 'not_an_installer' | 'agent_unusable'

/** Returns the registration of an agent from which an organization may install it now. */
export async function findInstallable(
  tx: ReadTx,
  svc_id: string,
  organization_id: string,
): Promise<{ kind: NotInstallable } | { kind: 'installable'; agent: Agent }> {
  const agent = await resolveAgent(tx, { svc_id, organizations: [organization_id] })
  if (!agent) return { kind: 'agent_not_found' }
  if (!mayInstall(agent, organization_id)) return { kind: 'not_an_installer' }
  if (!mayBeInstalled(agent)) return { kind: 'agent_unusable' }
  return { kind: 'installable', agent }
}

type InstallationRef = Pick<Installation, 'agent_id' | 'organization_id' | 'agent_organization_id'>

/**
 * Columns of agents that are read for a list of installations. They do not include `details`, because many agent cards together could
 * exceed the available memory.
 */
const COLUMNS = [
  'svc_id',
  'organization_id',
  'name',
  'version',
  'public_key',
  'key_sound',
  'content_addressed',
  'proven_at',
  'registered_at',
  'suspended_at',
  'revoked_at',
  'private',
  'installable_by',
  'installers',
  'reputation',
  'disputes_upheld',
] as const satisfies readonly (keyof Agent)[]
export type InstalledAgent = Pick<Agent, (typeof COLUMNS)[number]>

/**
 * Finds the agents of installations, each resolved for the organization of its installation. Returns a function that maps an installation
 * to its agent. One query is enough unless many organizations have registered one of the identifiers.
 */
export async function findInstalledAgents(
  tx: ReadTx,
  installations: readonly InstallationRef[],
): Promise<(installation: InstallationRef) => InstalledAgent | undefined> {
  const ids = [...new Set(installations.map(({ agent_id }) => agent_id))]
  const max = ids.length * MAX_READ_TOGETHER
  const candidates =
    ids.length === 0
      ? []
      : await tx.agents.select(COLUMNS, { where: { svc_id: { in: ids } }, limit: max + 1 })
  const byId =
    candidates.length > max
      ? new Map(await resolveEach(tx, installations))
      : Map.groupBy(candidates, ({ svc_id }) => svc_id)
  return ({ agent_id, organization_id, agent_organization_id }) => {
    const registrations = byId.get(agent_id) ?? []
    return (
      resolveFor(registrations, [organization_id]) ?? sourceOf(registrations, agent_organization_id)
    )
  }
}

async function resolveEach(
  tx: ReadTx,
  installations: readonly InstallationRef[],
): Promise<readonly (readonly [string, readonly InstalledAgent[]])[]> {
  const agents = new Map<string, InstalledAgent[]>()
  const resolved = new Set<string>()
  for (const {
    agent_id: svc_id,
    organization_id,
    agent_organization_id: installed_from,
  } of installations) {
    const query = JSON.stringify([svc_id, organization_id, installed_from])
    if (resolved.has(query)) continue
    resolved.add(query)
    const agent = await resolveAgent(tx, {
      svc_id,
      organizations: [organization_id],
      installed_from,
      lock: false,
    })
    if (agent) agents.set(svc_id, [...(agents.get(svc_id) ?? []), agent])
  }
  return [...agents]
}
