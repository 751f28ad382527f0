import type { Installation } from '../../../domain/records.ts'
import { offers, type Wanted } from '../../../domain/tasks/routing.ts'
import { uuidBetween } from '../../../domain/uuid.ts'
import type { CallContext } from '../../act.ts'
import type { Query, ReadTx } from '../../database.ts'
import { agentsOf, type InstalledAgent } from '../agents/registrations.ts'

export interface Found {
  readonly installation: Installation
  readonly agent: InstalledAgent
}
interface Search extends Wanted {
  readonly workspace_id: string
}

export const ALIVE: Installation['health'][] = ['online', 'unhealthy']

/** So many live installations are all looked at: then the best of them is the best of the workspace. */
const ALL_OF = 200
/** So many of a larger workspace are read at a time. */
const BATCH = 100
/** In larger workspaces the choice is made among so many that offer the skill, or a few more. */
const ENOUGH = 50

/** Who could take a task. Only glanced at: whoever is chosen is held and looked at again. */
export async function candidates(
  tx: ReadTx,
  context: CallContext,
  search: Search,
): Promise<readonly Found[]> {
  const all = await tx.installations.find({
    where: { ...liveOf(search), health: { in: ALIVE } },
    limit: ALL_OF + 1,
    glance: true,
  })
  const offering =
    all.length > ALL_OF
      ? await sample(tx, context, search)
      : all.filter((one) => offers(one, search))
  const agents = await agentsOf(tx, offering)
  const found: Found[] = []
  for (const installation of offering) {
    const agent = agents(installation)
    if (agent)
      found.push({ installation: { ...installation, in_flight: underWay(installation) }, agent })
  }
  return found
}

/** Rows that are older than the count have none. */
export const underWay = ({ in_flight }: Installation): number => in_flight ?? 0

const liveOf = ({ workspace_id, target = {} }: Search) => ({
  workspace_id,
  lifecycle: 'active' as const,
  ...(target.svc_id !== undefined && { agent_id: target.svc_id }),
  ...(target.installation_id !== undefined && { installation_id: target.installation_id }),
})

/**
 * Some of very many live installations, from anywhere on, so that tasks spread over all of them: those that are online first, and the
 * others where nobody online has told an address. A skill that hardly any offer is looked for until all were looked at: "nobody" is
 * never said of a sample.
 */
async function sample(
  tx: ReadTx,
  context: CallContext,
  search: Search,
): Promise<readonly Installation[]> {
  const found: Installation[] = []
  for (const health of ALIVE) {
    if (!found.some(({ upstream_url }) => upstream_url !== null))
      found.push(...(await sampleOf(tx, context, search, health)))
  }
  return found
}

async function sampleOf(
  tx: ReadTx,
  context: CallContext,
  search: Search,
  health: Installation['health'],
): Promise<readonly Installation[]> {
  const inOrder: Query<Installation> = {
    where: { ...liveOf(search), health },
    orderBy: ['installation_id'],
    glance: true,
  }
  const [lowest, highest] = [
    await tx.installations.first(inOrder),
    await tx.installations.first({ ...inOrder, descending: true }),
  ]
  if (!lowest || !highest) return []
  const start = uuidBetween(lowest.installation_id, highest.installation_id, context.random(6))
  const found: Installation[] = []
  let [from, turned] = [start, false]
  while (found.length < ENOUGH) {
    const batch = await tx.installations.find({ ...inOrder, after: [from], limit: BATCH })
    const due = turned ? batch.filter(({ installation_id }) => installation_id <= start) : batch
    found.push(...due.filter((one) => offers(one, search)))
    if (turned && due.length < BATCH) break
    turned ||= batch.length < BATCH
    from = batch.length < BATCH ? '' : batch.at(-1)!.installation_id
  }
  return found
}
