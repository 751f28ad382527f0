import type { Agent, AgentId, Installation } from '../../../domain/records.ts'
import { resolveFor } from '../../../domain/agents/registration.ts'
import type { ReadTx, Tx } from '../../database.ts'

/** Returns the primary key of a registration. */
export const keyOf = ({ svc_id, organization_id }: Pick<Agent, 'svc_id' | 'organization_id'>) => ({
  svc_id,
  organization_id,
})

/**
 * Locks the row of an id until the transaction ends, and creates it where it is missing. Every transaction that adds or removes a
 * registration of the id, or changes which one is public, takes this lock first.
 */
export async function lockAgentId(tx: Tx, svc_id: string): Promise<AgentId> {
  const existing = await tx.agent_ids.get({ svc_id })
  if (existing) return existing
  const created: AgentId = { svc_id, suspended_at: null, revoked_at: null }
  await tx.agent_ids.insert(created)
  return created
}

/**
 * Deletes the row of a locked id that has no registration, so that a refused registration leaves nothing behind. An id that the operator
 * has suspended or revoked stays.
 */
export async function deleteUnusedAgentId(
  tx: Tx,
  { svc_id, suspended_at, revoked_at }: AgentId,
): Promise<void> {
  if (suspended_at !== null || revoked_at !== null) return
  if ((await tx.agents.find({ where: { svc_id }, limit: 1, lock: false })).length === 0)
    await tx.agent_ids.delete({ svc_id })
}

/** Returns the registration that an id resolves to for the public: for callers who neither registered it nor are listed as installers. */
export const findPublicRegistration = (tx: ReadTx, svc_id: string): Promise<Agent | undefined> =>
  tx.agents.first({ where: { svc_id, resolves_publicly: true } })

interface ResolutionQuery {
  readonly svc_id: string
  /** The organizations for which the id is resolved. */
  readonly organizations: readonly string[]
  /** The registration that an installation was made from. It is returned where no other is visible, so that the installation keeps working. */
  readonly installed_from?: string | null | undefined
  /** Whether the rows are locked; default true. */
  readonly lock?: boolean
}

/** Registrations of an id that are read in one query; most ids have one. Where there are more, each kind is queried separately. */
const MAX_READ_TOGETHER = 4
/** Private registrations of an id that are searched for one that lists the viewer. Each is by an organization that holds the key. */
const MAX_PRIVATE_EXAMINED = 50

/** Returns the registration that an id means to organizations (docs/specification/trust.md#resolution). One query is enough where it has few. */
export async function resolveAgent(
  tx: ReadTx,
  { svc_id, organizations, installed_from, lock = true }: ResolutionQuery,
): Promise<Agent | undefined> {
  const all = await tx.agents.find({
    where: { svc_id },
    orderBy: ['organization_id'],
    limit: MAX_READ_TOGETHER + 1,
    lock,
  })
  const found = resolveFor(
    all.length > MAX_READ_TOGETHER ? await findEachKind(tx, { svc_id, organizations, lock }) : all,
    organizations,
  )
  if (found || installed_from === undefined || installed_from === null) return found
  return (
    all.find(({ organization_id }) => organization_id === installed_from) ??
    tx.agents.first({ where: { svc_id, organization_id: installed_from }, lock })
  )
}

/** Returns the own, the public and the first private registrations of an id. */
async function findEachKind(
  tx: ReadTx,
  { svc_id, organizations, lock }: ResolutionQuery & { readonly lock: boolean },
): Promise<readonly Agent[]> {
  const own = await tx.agents.find({
    where: { svc_id, organization_id: { in: organizations } },
    orderBy: ['organization_id'],
    lock,
  })
  const published = await tx.agents.find({ where: { svc_id, resolves_publicly: true }, lock })
  const hidden = await tx.agents.find({
    where: { svc_id, private: true },
    orderBy: ['registered_at', 'organization_id'],
    limit: MAX_PRIVATE_EXAMINED,
    lock,
  })
  return [...own, ...published, ...hidden]
}

type Installed = Pick<Installation, 'agent_id' | 'organization_id' | 'agent_organization_id'>

/** Columns of agents that are read for a list of installations. `details` is not among them: many cards could exceed the memory. */
const COLUMNS = [
  'svc_id',
  'organization_id',
  'name',
  'version',
  'public_key',
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
 * Finds the agents that installations run, each as the organization of the installation sees it. Returns a function from an installation
 * to its agent. One query is enough unless many organizations have registered one of the ids.
 */
export async function findInstalledAgents(
  tx: ReadTx,
  installations: readonly Installed[],
): Promise<(installation: Installed) => InstalledAgent | undefined> {
  const ids = [...new Set(installations.map(({ agent_id }) => agent_id))]
  const most = ids.length * MAX_READ_TOGETHER
  const all =
    ids.length === 0
      ? []
      : await tx.agents.select(COLUMNS, { where: { svc_id: { in: ids } }, limit: most + 1 })
  const byId =
    all.length > most
      ? new Map(await resolveEach(tx, installations))
      : Map.groupBy(all, ({ svc_id }) => svc_id)
  return ({ agent_id, organization_id, agent_organization_id }) => {
    const registrations = byId.get(agent_id) ?? []
    return (
      resolveFor(registrations, [organization_id]) ??
      registrations.find((each) => each.organization_id === agent_organization_id)
    )
  }
}

async function resolveEach(
  tx: ReadTx,
  installations: readonly Installed[],
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
