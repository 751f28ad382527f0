import { isResponsive, OPERATIVE_LIFECYCLES } from '../../../domain/installations/installation.ts'
import { TASK_GRACE_MS } from '../../../domain/limits.ts'
import type { ConcurrencyExceeded } from '../../../domain/organizations/plans.ts'
import {
  evaluatePolicy,
  type PolicyContent,
  type PolicyRule,
} from '../../../domain/policies/policy.ts'
import { reaches, type Reach } from '../../../domain/organizations/access.ts'
import type { Agent, Task } from '../../../domain/records.ts'
import {
  choose,
  creditedOrganization,
  offers,
  type SkillRequest,
  taskRequester,
} from '../../../domain/tasks/routing.ts'
import type { TaskRequester } from '../../../domain/signatures/claims.ts'
import { plus } from '../../../domain/time.ts'
import { newId } from '../../../domain/uuid.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { findCandidates, tasksInFlight, type RoutingCandidate } from './candidates.ts'
import { taskEvent } from './outcomes.ts'
import { resolveAgent } from '../agents/registrations.ts'
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
      upstream_url: string | null
      /** The key that the agent signs its answers with. */
      public_key: string
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
  // Every transaction locks the organization before its other rows, so that two of them do not deadlock.
  const limited = reach.organizations.includes(organization_id)
    ? await checkConcurrencyLimit(tx, organization_id, 'tasks')
    : undefined
  const policy = await currentPolicy(tx, workspace_id)
  if (!policy || !reaches(reach, policy)) return { kind: 'workspace_not_found' }
  const named = await findRequester(tx, context, input)
  if (!named) return { kind: 'requester_not_found' }
  if (named.acting_for !== undefined && input.may_delegate !== true)
    return { kind: 'delegation_refused' }
  const requester = taskRequester({
    actor: context.actor,
    organization_id,
    acting_for: named.acting_for,
  })
  const rule = denyingRule(policy.content, [requester_id, organization_id], skill)
  if (rule !== undefined) {
    await auditDenial(tx, context, input, { rule, requester })
    return { kind: 'policy_denied', rule }
  }
  if (limited) return limited
  const chosen = await lockBest(
    tx,
    context,
    await findCandidates(tx, context, { ...input, workspace_id }),
    input,
  )
  if (!chosen) return { kind: 'no_agent' }
  const task = await insertTask(tx, context, input, {
    ...chosen,
    requester,
    counts_for: creditedOrganization(chosen.agent, named.organizations),
  })
  return {
    kind: 'begun',
    task,
    upstream_url: chosen.installation.upstream_url,
    public_key: chosen.agent.public_key,
  }
}

/** The requester that a request names: the organizations behind it, and whom the credential acts for where it acts for another. */
interface NamedRequester {
  readonly organizations: readonly string[]
  readonly acting_for?: string
}

/**
 * Finds the named requester: the credential itself or its organization, which is no delegation, else a member, or an agent that the
 * organization owns or runs in the workspace. Undefined for any other, whether or not it exists elsewhere.
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
  if (isCaller) return { organizations: [organization_id] }
  const byEmail = { where: { organization_id, email: requester_id.toLowerCase() } }
  const member =
    (await tx.members.get({ user_id: requester_id })) ?? (await tx.members.first(byEmail))
  if (member?.organization_id === organization_id)
    return { organizations: [organization_id], acting_for: member.email }
  // The agent is not locked, so tasks in the name of one agent do not wait for one another.
  const agent = await resolveAgent(tx, {
    svc_id: requester_id,
    organizations: [organization_id],
    lock: false,
  })
  return agent && (await ownsOrRuns(tx, agent, input))
    ? { organizations: [organization_id, agent.organization_id], acting_for: agent.svc_id }
    : undefined
}

/** Returns whether the organization owns an agent, or runs it in this workspace. */
async function ownsOrRuns(
  tx: ReadTx,
  agent: Agent,
  { organization_id, workspace_id }: Pick<TaskInput, 'organization_id' | 'workspace_id'>,
): Promise<boolean> {
  if (agent.organization_id === organization_id) return true
  const where = { workspace_id, agent_id: agent.svc_id, lifecycle: { in: OPERATIVE_LIFECYCLES } }
  return (await tx.installations.first({ where, lock: false })) !== undefined
}

/** Returns the rule by which a policy denies one of several callers, all of whom it must allow; undefined where it denies none. */
function denyingRule(
  policy: PolicyContent,
  callers: readonly string[],
  skill: string,
): PolicyRule | undefined {
  return callers
    .map((caller) => evaluatePolicy(policy, { caller, skill }))
    .find(({ allowed }) => !allowed)?.rule
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

const actingFor = ({ acting_for }: TaskRequester) =>
  acting_for === undefined ? {} : { acting_for }

/** Chooses the best candidate and locks it. If it can no longer take the task, the next best one is chosen. */
async function lockBest(
  tx: Tx,
  context: CallContext,
  all: readonly RoutingCandidate[],
  wanted: SkillRequest,
): Promise<RoutingCandidate | undefined> {
  const chosen = choose(all, context.now)
  if (!chosen) return undefined
  const { installation_id } = chosen.installation
  const locked = await tx.installations.get({ installation_id })
  if (locked?.lifecycle === 'active' && isResponsive(locked) && offers(locked, wanted))
    return { ...chosen, installation: { ...locked, in_flight: tasksInFlight(locked) } }
  return lockBest(
    tx,
    context,
    all.filter(({ installation }) => installation.installation_id !== installation_id),
    wanted,
  )
}

async function insertTask(
  tx: Tx,
  context: CallContext,
  input: TaskInput,
  {
    installation,
    agent,
    requester,
    counts_for,
  }: RoutingCandidate & Pick<Task, 'requester' | 'counts_for'>,
): Promise<Task> {
  const { organization_id, workspace_id, skill, requester_id, timeout_ms } = input
  const { installation_id } = installation
  const task: Task = {
    task_id: newId(context),
    organization_id,
    workspace_id,
    skill,
    requester_id,
    requester,
    agent: { svc_id: agent.svc_id, installation_id },
    agent_id: agent.svc_id,
    counts_for,
    counted_at: null,
    status: 'working',
    attested: installation.attested_at !== null,
    execution_time_ms: null,
    error: null,
    created_at: context.now,
    deadline: plus(context.now, timeout_ms + TASK_GRACE_MS),
    finished_at: null,
  }
  await tx.tasks.insert(task)
  await tx.installations.update({ installation_id }, { in_flight: installation.in_flight + 1 })
  await appendAudit(tx, context, {
    ...taskEvent(task, 'task.routed'),
    metadata: {
      skill,
      requester_id,
      ...actingFor(requester),
      svc_id: agent.svc_id,
      installation_id,
    },
  })
  return task
}
