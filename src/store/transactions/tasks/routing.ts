import { isKeyUsable } from '../../../domain/agents/registration.ts'
import { RESPONSIVE_HEALTH } from '../../../domain/installations/installation.ts'
import type { ConcurrencyExceeded } from '../../../domain/organizations/plans.ts'
import { denyingRule, type PolicyRule } from '../../../domain/policies/policy.ts'
import { reaches, type Reach } from '../../../domain/organizations/access.ts'
import type { Installation, Task } from '../../../domain/records.ts'
import {
  choose,
  creditedOrganization,
  isAvailable,
  isEligible,
  offers,
  signedRequester,
  type SkillRequest,
  taskRequester,
} from '../../../domain/tasks/routing.ts'
import type { TaskRequester } from '../../../domain/signatures/claims.ts'
import { uuidBetween } from '../../../domain/uuid.ts'
import type { CallContext } from '../../context.ts'
import type { Query, ReadTx, Tx } from '../../database.ts'
import { actingFor, insertTask, tasksInFlight } from './lifecycle.ts'
import {
  findInstalledAgents,
  findOwnOrInstalled,
  type InstalledAgent,
} from '../agents/registrations.ts'
import { appendAudit } from '../audit/records.ts'
import { currentPolicy } from '../policies/policies.ts'
import { checkConcurrencyLimit } from '../organizations/quotas.ts'

export interface TaskInput extends SkillRequest {
  readonly reach: Reach
  /** The organization of the credential. */
  readonly organization_id: string
  readonly workspace_id: string
  /** On whose behalf the task is requested: the organization, unless the request names another requester. */
  readonly requester_id: string
  /** Whether the credential has the scope `tasks:delegate`. */
  readonly may_delegate?: boolean | undefined
  readonly timeout_ms: number
}
export type BeginTaskOutcome =
  | { kind: 'workspace_not_found' | 'requester_not_found' | 'delegation_refused' | 'no_agent' }
  | { kind: 'policy_denied'; rule: PolicyRule }
  | ConcurrencyExceeded
  | {
      kind: 'begun'
      task: Task
      /** The requester as the statement to the agent names it. */
      signed_requester: TaskRequester
      upstream_url: string | null
      /** The key with which the agent's answers are verified; null if no signature by the registered key can be trusted. */
      public_key: string | null
    }

/**
 * Chooses the installation that gets a task and stores the task as `working`. A refused request leaves no task. The agent is called after
 * the transaction.
 */
export async function beginTask(
  tx: Tx,
  context: CallContext,
  input: TaskInput,
): Promise<BeginTaskOutcome> {
  const { reach, organization_id, workspace_id, requester_id, skill } = input
  // Every transaction that locks both locks the organization before an installation, to avoid deadlocks.
  const exceeded = reach.organizations.includes(organization_id)
    ? await checkConcurrencyLimit(tx, organization_id, 'tasks')
    : undefined
  const policy = await currentPolicy(tx, workspace_id)
  if (!policy || !reaches(reach, policy)) return { kind: 'workspace_not_found' }
  const namedRequester = await findRequester(tx, context, input)
  if (!namedRequester) return { kind: 'requester_not_found' }
  if (namedRequester.acting_for !== undefined && input.may_delegate !== true)
    return { kind: 'delegation_refused' }
  const requester = taskRequester({
    actor: context.actor,
    organization_id,
    acting_for: namedRequester.acting_for,
  })
  const rule = denyingRule(policy.content, [requester_id, organization_id], skill)
  if (rule !== undefined) {
    await auditDenial(tx, context, input, { rule, requester })
    return { kind: 'policy_denied', rule }
  }
  if (exceeded) return exceeded
  const chosen = await lockBest(tx, context, await findCandidates(tx, context, input), input)
  if (!chosen) return { kind: 'no_agent' }
  const task = await insertTask(tx, context, input, {
    ...chosen,
    requester,
    counts_for: creditedOrganization(chosen.agent, namedRequester.organizations),
  })
  return {
    kind: 'begun',
    task,
    signed_requester: signedRequester(requester, {
      ...(await findUserId(tx, requester)),
      ...(namedRequester.user_id !== undefined && { acting_for: namedRequester.user_id }),
    }),
    upstream_url: chosen.installation.upstream_url,
    public_key: isKeyUsable(chosen.agent) ? chosen.agent.public_key : null,
  }
}

/** Returns the identifier of a person who requests a task, as a member of the organization. */
async function findUserId(
  tx: ReadTx,
  { organization_id, member }: TaskRequester,
): Promise<{ member?: string }> {
  if (member === undefined) return {}
  const where = { organization_id, email: member }
  const found = await tx.members.first({ where, lock: false })
  return found ? { member: found.user_id } : {}
}

/** The requester that a request names: its organizations, and the member or agent on whose behalf the credential acts, if any. */
interface NamedRequester {
  readonly organizations: readonly string[]
  readonly acting_for?: string
  /** The identifier of the member on whose behalf the credential acts. */
  readonly user_id?: string
}

/**
 * Finds the named requester: the credential or person itself, its organization or a name under it (`org_…/name`), which is not a
 * delegation, or else another member, or an agent that the organization owns or runs in the workspace. Returns undefined for any other
 * name, whether or not it exists elsewhere.
 */
async function findRequester(
  tx: ReadTx,
  { actor }: CallContext,
  input: Pick<TaskInput, 'organization_id' | 'workspace_id' | 'requester_id'>,
): Promise<NamedRequester | undefined> {
  const { organization_id, requester_id } = input
  const isCaller =
    requester_id === organization_id ||
    requester_id.startsWith(`${organization_id}/`) ||
    (actor.type === 'api_key' && actor.id === requester_id)
  const itself = { organizations: [organization_id] }
  if (isCaller) return itself
  const byEmail = { where: { organization_id, email: requester_id.toLowerCase() } }
  const member =
    (await tx.members.get({ user_id: requester_id })) ?? (await tx.members.first(byEmail))
  if (member?.organization_id === organization_id) {
    const isSelf = actor.type === 'member' && actor.id === member.email
    return isSelf ? itself : { ...itself, acting_for: member.email, user_id: member.user_id }
  }
  // The agent is not locked, so tasks on behalf of one agent do not wait for each other.
  const reach = { organizations: [organization_id], workspace_id: input.workspace_id }
  const agent = await findOwnOrInstalled(tx, { svc_id: requester_id, reach })
  return agent
    ? { organizations: [organization_id, agent.organization_id], acting_for: agent.svc_id }
    : undefined
}

async function auditDenial(
  tx: Tx,
  context: CallContext,
  { organization_id, workspace_id, requester_id, skill }: TaskInput,
  { rule, requester }: { rule: PolicyRule; requester: TaskRequester },
): Promise<void> {
  await appendAudit(tx, context, {
    event_type: 'policy.violated',
    organization_id,
    workspace_id,
    target: { type: 'workspace', id: workspace_id },
    outcome: 'denied',
    reason: 'policy_denied',
    metadata: { rule, skill, requester_id, ...actingFor(requester) },
  })
}

/** Chooses the best candidate and locks it. If it can no longer execute the task, the next best one is chosen. */
async function lockBest(
  tx: Tx,
  context: CallContext,
  candidates: readonly RoutingCandidate[],
  request: SkillRequest,
): Promise<RoutingCandidate | undefined> {
  const chosen = choose(candidates, context.now)
  if (!chosen) return undefined
  const { installation_id } = chosen.installation
  const locked = await tx.installations.get({ installation_id })
  if (locked && isAvailable(locked) && offers(locked, request))
    return { ...chosen, installation: { ...locked, in_flight: tasksInFlight(locked) } }
  return lockBest(
    tx,
    context,
    candidates.filter(({ installation }) => installation.installation_id !== installation_id),
    request,
  )
}

// ---- Candidates -----------------------------------------------------------------------------------------------------

/** An installation that can execute a task, and its agent. */
interface RoutingCandidate {
  readonly installation: Installation
  readonly agent: InstalledAgent
}
type CandidateQuery = SkillRequest & Pick<TaskInput, 'workspace_id'>

/** If a workspace has at most this many responsive installations, all of them are examined, so that the best one is found. */
const MAX_EXAMINED = 200
/** Limits the installations of a larger workspace that one query reads. */
const BATCH = 100
/** A walk through a larger workspace ends with the batch in which it has found this many installations that can execute the task. */
const SAMPLE_SIZE = 50

/** Finds the installations that can execute a task. They are not locked here; the caller locks the chosen one and checks it again. */
async function findCandidates(
  tx: ReadTx,
  context: CallContext,
  query: CandidateQuery,
): Promise<readonly RoutingCandidate[]> {
  const installations = await tx.installations.find({
    where: { ...targetFilter(query), health: { in: RESPONSIVE_HEALTH } },
    limit: MAX_EXAMINED + 1,
    lock: false,
  })
  return installations.length > MAX_EXAMINED
    ? sample(tx, context, query)
    : candidatesAmong(tx, installations, query)
}

/**
 * Returns those of the installations that can execute the task. A sample counts only these: an installation whose agent is suspended must
 * not take the place of one that can be chosen.
 */
async function candidatesAmong(
  tx: ReadTx,
  installations: readonly Installation[],
  query: CandidateQuery,
): Promise<readonly RoutingCandidate[]> {
  const offering = installations.filter((installation) => offers(installation, query))
  const agentOf = await findInstalledAgents(tx, offering)
  return offering.flatMap((installation) => {
    const agent = agentOf(installation)
    if (!agent || !isEligible({ installation, agent })) return []
    return [{ installation: { ...installation, in_flight: tasksInFlight(installation) }, agent }]
  })
}

/** Returns the condition for active installations of the workspace to which the task may be sent. */
const targetFilter = ({ workspace_id, target = {} }: CandidateQuery) => ({
  workspace_id,
  lifecycle: 'active' as const,
  ...(target.svc_id !== undefined && { agent_id: target.svc_id }),
  ...(target.installation_id !== undefined && { installation_id: target.installation_id }),
})

/**
 * Returns a sample of the candidates of a large workspace. It starts at a random position, so that tasks are spread over all installations.
 * It consists of online installations, and of unhealthy ones if no online one has stated an address. If there are few candidates, all
 * installations are examined, so the result is empty only if there is none.
 */
async function sample(
  tx: ReadTx,
  context: CallContext,
  query: CandidateQuery,
): Promise<readonly RoutingCandidate[]> {
  const found: RoutingCandidate[] = []
  for (const health of RESPONSIVE_HEALTH) {
    if (!found.some(({ installation }) => installation.upstream_url !== null))
      found.push(...(await sampleOf(tx, context, query, health)))
  }
  // An installation that was unhealthy during the first walk and online during the second is found by neither.
  return found.length > 0 ? found : sampleOf(tx, context, query, 'online')
}

async function sampleOf(
  tx: ReadTx,
  context: CallContext,
  query: CandidateQuery,
  health: Installation['health'],
): Promise<readonly RoutingCandidate[]> {
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
  const found: RoutingCandidate[] = []
  // The search goes from `start` to the highest identifier, then from the lowest one to `start`.
  let [from, wrapped] = [start, false]
  while (found.length < SAMPLE_SIZE) {
    const batch = await tx.installations.find({ ...inOrder, after: [from], limit: BATCH })
    const examined = wrapped
      ? batch.filter(({ installation_id }) => installation_id <= start)
      : batch
    found.push(...(await candidatesAmong(tx, examined, query)))
    if (wrapped && examined.length < BATCH) break
    wrapped ||= batch.length < BATCH
    from = batch.length < BATCH ? '' : batch.at(-1)!.installation_id
  }
  return found
}
