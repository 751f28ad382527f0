import { RESPONSIVE_HEALTH } from '../../../domain/installations/installation.ts'
import type { Installation } from '../../../domain/records.ts'
import { offers, type SkillRequest } from '../../../domain/tasks/routing.ts'
import { uuidBetween } from '../../../domain/uuid.ts'
import type { CallContext } from '../../context.ts'
import type { Query, ReadTx } from '../../database.ts'
import { findInstalledAgents, type InstalledAgent } from '../agents/registrations.ts'

/** An installation that could take a task, and its agent. */
export interface RoutingCandidate {
  readonly installation: Installation
  readonly agent: InstalledAgent
}
interface CandidateQuery extends SkillRequest {
  readonly workspace_id: string
}

/** Up to this many responsive installations are all examined, so that the best one of the workspace is found. */
const MAX_EXAMINED = 200
/** Installations of a larger workspace that one query reads. */
const BATCH = 100
/** In a larger workspace the choice is made among this many that offer the skill, or a few more. */
const SAMPLE_SIZE = 50

/** Finds the installations that could take a task. None is locked here; the caller locks the chosen one and checks it again. */
export async function findCandidates(
  tx: ReadTx,
  context: CallContext,
  query: CandidateQuery,
): Promise<readonly RoutingCandidate[]> {
  const all = await tx.installations.find({
    where: { ...targetFilter(query), health: { in: RESPONSIVE_HEALTH } },
    limit: MAX_EXAMINED + 1,
    lock: false,
  })
  const offering =
    all.length > MAX_EXAMINED
      ? await sample(tx, context, query)
      : all.filter((one) => offers(one, query))
  const agents = await findInstalledAgents(tx, offering)
  const found: RoutingCandidate[] = []
  for (const installation of offering) {
    const agent = agents(installation)
    if (agent)
      found.push({
        installation: { ...installation, in_flight: tasksInFlight(installation) },
        agent,
      })
  }
  return found
}

/** Returns the number of tasks under way. Rows of an earlier version have none. */
export const tasksInFlight = ({ in_flight }: Installation): number => in_flight ?? 0

/** Selects the active installations of the workspace that the task may go to. */
const targetFilter = ({ workspace_id, target = {} }: CandidateQuery) => ({
  workspace_id,
  lifecycle: 'active' as const,
  ...(target.svc_id !== undefined && { agent_id: target.svc_id }),
  ...(target.installation_id !== undefined && { installation_id: target.installation_id }),
})

/**
 * Returns some of very many responsive installations, from a random start, so that tasks spread over all of them: online ones, and unhealthy
 * ones where no online one has stated an address. A skill that few offer is searched for until all installations were examined, so the
 * result is empty only if none offers it.
 */
async function sample(
  tx: ReadTx,
  context: CallContext,
  query: CandidateQuery,
): Promise<readonly Installation[]> {
  const found: Installation[] = []
  for (const health of RESPONSIVE_HEALTH) {
    if (!found.some(({ upstream_url }) => upstream_url !== null))
      found.push(...(await sampleOf(tx, context, query, health)))
  }
  return found
}

async function sampleOf(
  tx: ReadTx,
  context: CallContext,
  query: CandidateQuery,
  health: Installation['health'],
): Promise<readonly Installation[]> {
  const inOrder: Query<Installation> = {
    where: { ...targetFilter(query), health },
    orderBy: ['installation_id'],
    lock: false,
  }
  const [lowest, highest] = [
    await tx.installations.first(inOrder),
    await tx.installations.first({ ...inOrder, descending: true }),
  ]
  if (!lowest || !highest) return []
  const start = uuidBetween(lowest.installation_id, highest.installation_id, context.random(6))
  const found: Installation[] = []
  // The search goes from `start` to the highest identifier, then from the lowest one to `start`.
  let [from, wrapped] = [start, false]
  while (found.length < SAMPLE_SIZE) {
    const batch = await tx.installations.find({ ...inOrder, after: [from], limit: BATCH })
    const due = wrapped ? batch.filter(({ installation_id }) => installation_id <= start) : batch
    found.push(...due.filter((one) => offers(one, query)))
    if (wrapped && due.length < BATCH) break
    wrapped ||= batch.length < BATCH
    from = batch.length < BATCH ? '' : batch.at(-1)!.installation_id
  }
  return found
}
