import { LIVE, RESPONSIVE_HEALTH } from '../../../domain/installations/installation.ts'
import { TASK_GRACE_MS } from '../../../domain/limits.ts'
import { listingOf } from '../../../domain/agents/listing.ts'
import type { TooManyUnderWay } from '../../../domain/organizations/plans.ts'
import {
  evaluatePolicy,
  type PolicyContent,
  type PolicyRule,
} from '../../../domain/policies/policy.ts'
import { reaches, type Reach } from '../../../domain/organizations/reach.ts'
import type { Agent, Installation, Reputation, Task } from '../../../domain/records.ts'
import { withOwnOutcome, withUnattestedOutcome } from '../../../domain/agents/reputation.ts'
import { choose, countsFor, offers, type Wanted } from '../../../domain/tasks/routing.ts'
import type { TaskRequester } from '../../../domain/signatures/claims.ts'
import { judge, type TaskVerdict } from '../../../domain/tasks/answer.ts'
import { taskRequester } from '../../../domain/tasks/requester.ts'
import { plus } from '../../../domain/time.ts'
import { newId, type CallContext } from '../../act.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { findCandidates, tasksInFlight, type RoutingCandidate } from './candidates.ts'
import { appendAudit } from '../audit/records.ts'
import { currentPolicy } from '../policies/policies.ts'
import { tooManyUnderWay } from '../organizations/quotas.ts'
import { keyOf, resolveAgent } from '../agents/registrations.ts'
import { recordReputationChange } from '../agents/reputation-days.ts'
import { countRating, recountReputationOf } from '../agents/reputation-shares.ts'

export interface TaskInput extends Wanted {
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
  | TooManyUnderWay
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
    ? await tooManyUnderWay(tx, organization_id, 'tasks')
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
    await appendAudit(tx, context, {
      event_type: 'policy.violated',
      organization_id,
      workspace_id,
      target: { type: 'workspace', id: workspace_id },
      outcome: 'denied',
      reason: 'policy_denied',
      metadata: { rule, skill, requester_id, ...actingFor(requester) },
    })
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
    counts_for: countsFor(chosen.agent, named.organizations),
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
  input: TaskInput,
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
    glance: true,
  })
  return agent && (await ownsOrRuns(tx, agent, input))
    ? { organizations: [organization_id, agent.organization_id], acting_for: agent.svc_id }
    : undefined
}

/** Returns whether the organization owns an agent, or runs it in this workspace. */
async function ownsOrRuns(
  tx: ReadTx,
  agent: Agent,
  { organization_id, workspace_id }: TaskInput,
): Promise<boolean> {
  if (agent.organization_id === organization_id) return true
  const live = { workspace_id, agent_id: agent.svc_id, lifecycle: { in: LIVE } }
  return (await tx.installations.first({ where: live, glance: true })) !== undefined
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

const actingFor = ({ acting_for }: TaskRequester) =>
  acting_for === undefined ? {} : { acting_for }

/** Chooses the best candidate and locks it. If it can no longer take the task, the next best one is chosen. */
async function lockBest(
  tx: Tx,
  context: CallContext,
  all: readonly RoutingCandidate[],
  wanted: Wanted,
): Promise<RoutingCandidate | undefined> {
  const chosen = choose(all, context.now)
  if (!chosen) return undefined
  const { installation_id } = chosen.installation
  const locked = await tx.installations.get({ installation_id })
  if (
    locked?.lifecycle === 'active' &&
    RESPONSIVE_HEALTH.some((health) => health === locked.health) &&
    offers(locked, wanted)
  )
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

export interface TaskEnd {
  readonly task_id: string
  readonly verdict: TaskVerdict
  readonly execution_time_ms: number | null
  /** Whether the agent's key signed the answer. */
  readonly signed?: boolean
}

/** Stores how a task ended, unless it has ended already: a final state never changes. Returns the task as it is stored. */
export async function finishTask(
  tx: Tx,
  context: CallContext,
  { task_id, verdict, execution_time_ms, signed = false }: TaskEnd,
): Promise<Task> {
  const task = await tx.tasks.get({ task_id })
  if (!task) throw new Error('No task with this task_id exists')
  return task.status === 'working'
    ? conclude(tx, context, task, { verdict, execution_time_ms, signed })
    : task
}

/** Abandoned tasks that one transaction fails. */
const BATCH = 500

/** Fails the tasks whose platform process stopped before it stored how they ended. This does not count against the agents. */
export async function failAbandonedTasks(
  tx: Tx,
  context: CallContext,
  _: object,
): Promise<{ failed: number }> {
  const abandoned = await tx.tasks.find({
    where: { status: 'working', deadline: { lte: context.now } },
    orderBy: ['deadline'],
    limit: BATCH,
  })
  for (const task of abandoned)
    await conclude(tx, context, task, {
      verdict: judge(task.task_id, { kind: 'failed', code: 'TASK_ABANDONED', reached: false }),
      execution_time_ms: null,
      signed: false,
    })
  return { failed: abandoned.length }
}

/** Changes a task from `working` to a final state: updates the task, its installation and the reputation of its agent, and audits it. */
async function conclude(
  tx: Tx,
  context: CallContext,
  task: Task,
  { verdict, execution_time_ms, signed }: Required<Omit<TaskEnd, 'task_id'>>,
): Promise<Task> {
  const {
    task_id,
    skill,
    agent: { svc_id, installation_id },
  } = task
  const error = verdict.status === 'failed' ? verdict.error : null
  // Every transaction locks the agent before the installation, so that two of them do not deadlock.
  const agent = await findRatedAgent(tx, task)
  const installation = await tx.installations.get({ installation_id })
  const attested_at = installation?.attested_at ?? (signed ? context.now : null)
  const attested = attested_at !== null
  const counted_at = agent
    ? await recordOutcome(tx, context, agent, { task, verdict, attested })
    : null
  const changes: Partial<Task> = {
    status: verdict.status,
    attested,
    execution_time_ms,
    error,
    counted_at,
    finished_at: context.now,
  }
  await tx.tasks.update({ task_id }, changes)
  if (installation) {
    const health = verdict.unreached ? unreachedChanges(installation, context) : {}
    await tx.installations.update(
      { installation_id },
      {
        in_flight: tasksInFlight(installation) - 1,
        ...health,
        ...(attested_at !== installation.attested_at && { attested_at }),
      },
    )
  }
  await appendAudit(tx, context, {
    ...taskEvent(task, error ? 'task.failed' : 'task.completed'),
    ...(error && { outcome: 'failure' as const, reason: error.code }),
    metadata: { skill, svc_id, installation_id, execution_time_ms },
  })
  return { ...task, ...changes }
}

/** Returns the changes of an installation that could not be reached: others are preferred until its next heartbeat (docs/specification/trust.md#reached). */
const unreachedChanges = (
  { lifecycle, health }: Installation,
  { now }: CallContext,
): Partial<Installation> => ({
  unreached_at: now,
  ...(lifecycle === 'active' && health === 'online' && { health: 'unhealthy' as const }),
})

interface Outcome {
  readonly task: Task
  readonly verdict: TaskVerdict
  readonly attested: boolean
}

/**
 * Finds the registration that an outcome is about: the one that it counts for, if that still exists. An outcome that counts for none is
 * about the one that the id means to the requesting organization.
 */
const findRatedAgent = (
  tx: Tx,
  { agent_id: svc_id, organization_id, counts_for }: Task,
): Promise<Agent | undefined> =>
  counts_for === null
    ? resolveAgent(tx, { svc_id, organizations: [organization_id] })
    : tx.agents.get({ svc_id, organization_id: counts_for })

/** Updates the reputation of the agent. Returns the moment at which the outcome counted, or null if it does not count. */
async function recordOutcome(
  tx: Tx,
  context: CallContext,
  agent: Agent,
  { task: { organization_id, counts_for }, verdict, attested }: Outcome,
): Promise<string | null> {
  const counted = verdict.counts && counts_for !== null
  const own = verdict.counts && counts_for === null
  const succeeded = verdict.status === 'completed'
  const rated = counted
    ? await countRating(tx, context, agent, { rater_id: organization_id, succeeded })
    : agent.reputation
  const after = own ? withOwnOutcome(rated) : rated
  const reputation = counted && !attested ? withUnattestedOutcome(after) : after
  const { score, score_changes_at } = listingOf({ ...agent, reputation }, context.now)
  if (counted)
    await recordReputationChange(tx, context, {
      before: agent,
      after: { ...agent, reputation },
      succeeded,
    })
  await tx.agents.update(keyOf(agent), {
    reputation,
    score,
    score_changes_at,
    ...(verdict.seen && { last_seen_at: context.now }),
  })
  return counted ? reputation.as_of : null
}

/** Recounts the reputation of an agent from its tasks on record. It equals the stored one up to rounding. */
export async function recountReputation(
  tx: ReadTx,
  registration: { svc_id: string; organization_id: string },
): Promise<Reputation | undefined> {
  const agent = await tx.agents.get(registration)
  return agent && recountReputationOf(tx, agent)
}

const taskEvent = (
  { organization_id, workspace_id, task_id }: Task,
  event_type: 'task.routed' | 'task.completed' | 'task.failed',
) => ({
  event_type,
  organization_id,
  workspace_id,
  target: { type: 'task', id: task_id },
})
