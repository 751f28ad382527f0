import type { Agent, AgentId, Installation } from '../../../domain/records.ts'
import { resolveFor } from '../../../domain/agents/registration.ts'
import type { ReadTx, Tx } from '../../database.ts'

/** The key of a registration. */
export const keyOf = ({ svc_id, organization_id }: Pick<Agent, 'svc_id' | 'organization_id'>) => ({
  svc_id,
  organization_id,
})

/**
 * What the operator said of an id, held until the transaction ends: whoever changes which registrations there are, or which of them is
 * shown, waits here for others who do.
 */
export async function holdAgentId(tx: Tx, svc_id: string): Promise<AgentId> {
  const known = await tx.agent_ids.get({ svc_id })
  if (known) return known
  const unknown: AgentId = { svc_id, suspended_at: null, revoked_at: null }
  await tx.agent_ids.insert(unknown)
  return unknown
}

/** Forgets an id that is held and that nobody has registered, unless the operator has said something of it: what is refused leaves nothing behind. */
export async function forgetUnused(
  tx: Tx,
  { svc_id, suspended_at, revoked_at }: AgentId,
): Promise<void> {
  if (suspended_at !== null || revoked_at !== null) return
  if ((await tx.agents.find({ where: { svc_id }, limit: 1, glance: true })).length === 0)
    await tx.agent_ids.delete({ svc_id })
}

/** The registration that an id means to those who have none of their own and are on nobody's list. */
export const shownAgent = (tx: ReadTx, svc_id: string): Promise<Agent | undefined> =>
  tx.agents.first({ where: { svc_id, resolves_publicly: true } })

export interface Viewer {
  readonly svc_id: string
  /** Whose view it is. */
  readonly organizations: readonly string[]
  /** The registration that an installation was made from: it serves where nothing else is visible, so that live installations go on. */
  readonly installed_from?: string | null | undefined
  /** Only looks, without holding the row. */
  readonly glance?: boolean
}

/** Most ids have one registration; so many are read at once before it is asked for each kind. */
const FEW = 4
/** Private registrations of one id, each by an organization that holds its key, among which one that lists the viewer is looked for. */
const PRIVATE_MOST = 50

/** What an id means to a viewer (docs/specification/trust.md#resolution): one query where it has few registrations. */
export async function resolveAgent(
  tx: ReadTx,
  { svc_id, organizations, installed_from, glance = false }: Viewer,
): Promise<Agent | undefined> {
  const all = await tx.agents.find({
    where: { svc_id },
    orderBy: ['organization_id'],
    limit: FEW + 1,
    glance,
  })
  const found = resolveFor(
    all.length > FEW ? await ofEachKind(tx, { svc_id, organizations, glance }) : all,
    organizations,
  )
  if (found || installed_from === undefined || installed_from === null) return found
  return (
    all.find(({ organization_id }) => organization_id === installed_from) ??
    tx.agents.first({ where: { svc_id, organization_id: installed_from }, glance })
  )
}

async function ofEachKind(
  tx: ReadTx,
  { svc_id, organizations, glance }: Viewer & { readonly glance: boolean },
): Promise<readonly Agent[]> {
  const own = await tx.agents.find({
    where: { svc_id, organization_id: { in: organizations } },
    orderBy: ['organization_id'],
    glance,
  })
  const shown = await tx.agents.find({ where: { svc_id, resolves_publicly: true }, glance })
  const hidden = await tx.agents.find({
    where: { svc_id, private: true },
    orderBy: ['registered_at', 'organization_id'],
    limit: PRIVATE_MOST,
    glance,
  })
  return [...own, ...shown, ...hidden]
}

type Installed = Pick<Installation, 'agent_id' | 'organization_id' | 'agent_organization_id'>

/** What is read of the agents that installations run: not their details, since many cards can be larger than there is memory. */
const READ = [
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
export type InstalledAgent = Pick<Agent, (typeof READ)[number]>

/** The agents that installations run, as the organizations that run them see them: one query, unless many organizations claim one of the ids. */
export async function agentsOf(
  tx: ReadTx,
  installations: readonly Installed[],
): Promise<(installation: Installed) => InstalledAgent | undefined> {
  const ids = [...new Set(installations.map(({ agent_id }) => agent_id))]
  const most = ids.length * FEW
  const all =
    ids.length === 0
      ? []
      : await tx.agents.glimpse(READ, { where: { svc_id: { in: ids } }, limit: most + 1 })
  const byId =
    all.length > most
      ? new Map(await eachResolved(tx, installations))
      : Map.groupBy(all, ({ svc_id }) => svc_id)
  return ({ agent_id, organization_id, agent_organization_id }) => {
    const registrations = byId.get(agent_id) ?? []
    return (
      resolveFor(registrations, [organization_id]) ??
      registrations.find((each) => each.organization_id === agent_organization_id)
    )
  }
}

async function eachResolved(
  tx: ReadTx,
  installations: readonly Installed[],
): Promise<readonly (readonly [string, readonly InstalledAgent[]])[]> {
  const agents = new Map<string, InstalledAgent[]>()
  const asked = new Set<string>()
  for (const {
    agent_id: svc_id,
    organization_id,
    agent_organization_id: installed_from,
  } of installations) {
    const question = JSON.stringify([svc_id, organization_id, installed_from])
    if (asked.has(question)) continue
    asked.add(question)
    const agent = await resolveAgent(tx, {
      svc_id,
      organizations: [organization_id],
      installed_from,
      glance: true,
    })
    if (agent) agents.set(svc_id, [...(agents.get(svc_id) ?? []), agent])
  }
  return [...agents]
}
