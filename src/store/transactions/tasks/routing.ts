import { LIVE } from '../../../domain/installations/installation.ts'
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
import { ALIVE, candidates, underWay, type Found } from './candidates.ts'
import { appendAudit } from '../audit/records.ts'
import { currentPolicy } from '../policies/policies.ts'
import { tooManyUnderWay } from '../organizations/quotas.ts'
import { keyOf, resolveAgent } from '../agents/registrations.ts'
import { noteMove } from '../agents/reputation-days.ts'
import { countRating, recountReputationOf } from '../agents/reputation-shares.ts'

export interface TaskInput extends Wanted {
  readonly reach: Reach
  /** The organization of the credential. */
  readonly organization_id: string
  readonly workspace_id: string
  /** Whom the task is for: the organization, unless somebody else is named. */
  readonly requester_id: string
  /** Whether the credential has the scope `tasks:delegate`. */
  readonly may_delegate?: boolean | undefined
  readonly timeout_ms: number
}
export type TaskBegun =
  | { kind: 'workspace_not_found' | 'requester_not_found' | 'delegation_refused' | 'no_agent' }
  | { kind: 'policy_denied'; rule: PolicyRule }
  | TooManyUnderWay
  | {
      kind: 'begun'
      task: Task
      upstream_url: string | null
      /** The key that answers are signed with. */ public_key: string
    }

/** Chooses who gets a task and puts the task on record as working; what is refused leaves no task. The agent is dialled afterwards. */
export async function beginTask(
  tx: Tx,
  context: CallContext,
  input: TaskInput,
): Promise<TaskBegun> {
  const { reach, organization_id, workspace_id, requester_id, skill } = input
  // The organization before anything of it, as everybody takes them.
  const busy = reach.organizations.includes(organization_id)
    ? await tooManyUnderWay(tx, organization_id, 'tasks')
    : undefined
  const policy = await currentPolicy(tx, workspace_id)
  if (!policy || !reaches(reach, policy)) return { kind: 'workspace_not_found' }
  const named = await namedRequester(tx, context, input)
  if (!named) return { kind: 'requester_not_found' }
  if (named.acting_for !== undefined && input.may_delegate !== true)
    return { kind: 'delegation_refused' }
  const requester = taskRequester({
    actor: context.actor,
    organization_id,
    acting_for: named.acting_for,
  })
  const rule = refusingRule(policy.content, [requester_id, organization_id], skill)
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
  if (busy) return busy
  const chosen = await hold(
    tx,
    context,
    await candidates(tx, context, { ...input, workspace_id }),
    input,
  )
  if (!chosen) return { kind: 'no_agent' }
  const task = await record(tx, context, input, {
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

/** Who is named as requester: the organizations behind it, and whom the credential acts for where that is somebody else. */
interface Named {
  readonly organizations: readonly string[]
  readonly acting_for?: string
}

/**
 * Finds who is named: the credential itself or its organization, which is no delegation, else a member, or an agent that is owned or
 * live in the workspace. Undefined for anybody else; whether they exist elsewhere makes no difference.
 */
async function namedRequester(
  tx: ReadTx,
  { actor }: CallContext,
  input: TaskInput,
): Promise<Named | undefined> {
  const { organization_id, requester_id } = input
  const isOwn =
    requester_id === organization_id ||
    requester_id.startsWith(`${organization_id}/`) ||
    (actor.type === 'api_key' && actor.id === requester_id)
  if (isOwn) return { organizations: [organization_id] }
  const byEmail = { where: { organization_id, email: requester_id.toLowerCase() } }
  const member =
    (await tx.members.get({ user_id: requester_id })) ?? (await tx.members.first(byEmail))
  if (member?.organization_id === organization_id)
    return { organizations: [organization_id], acting_for: member.email }
  // Tasks in the name of one agent do not wait for one another.
  const agent = await resolveAgent(tx, {
    svc_id: requester_id,
    organizations: [organization_id],
    glance: true,
  })
  return agent && (await belongsHere(tx, agent, input))
    ? { organizations: [organization_id, agent.organization_id], acting_for: agent.svc_id }
    : undefined
}

/** Whether the organization owns an agent, or runs it in this workspace. */
async function belongsHere(
  tx: ReadTx,
  agent: Agent,
  { organization_id, workspace_id }: TaskInput,
): Promise<boolean> {
  if (agent.organization_id === organization_id) return true
  const live = { workspace_id, agent_id: agent.svc_id, lifecycle: { in: LIVE } }
  return (await tx.installations.first({ where: live, glance: true })) !== undefined
}

/** The rule by which a policy refuses one of several callers, who all have to be let in; undefined when it refuses none of them. */
function refusingRule(
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

/** Chooses among the candidates and holds the one that is chosen, unless it has gone meanwhile: then another. */
async function hold(
  tx: Tx,
  context: CallContext,
  all: readonly Found[],
  wanted: Wanted,
): Promise<Found | undefined> {
  const chosen = choose(all, context.now)
  if (!chosen) return undefined
  const { installation_id } = chosen.installation
  const held = await tx.installations.get({ installation_id })
  if (held && held.lifecycle === 'active' && ALIVE.includes(held.health) && offers(held, wanted))
    return { ...chosen, installation: { ...held, in_flight: underWay(held) } }
  return hold(
    tx,
    context,
    all.filter(({ installation }) => installation.installation_id !== installation_id),
    wanted,
  )
}

async function record(
  tx: Tx,
  context: CallContext,
  input: TaskInput,
  { installation, agent, requester, counts_for }: Found & Pick<Task, 'requester' | 'counts_for'>,
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
    ...about(task, 'task.routed'),
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
  /** Whether the agent's key signed the answer. */ readonly signed?: boolean
}

/** Puts on record how a task ended, unless that is on record already: a final state stays. Returns the task as it is kept. */
export async function finishTask(
  tx: Tx,
  context: CallContext,
  { task_id, verdict, execution_time_ms, signed = false }: TaskEnd,
): Promise<Task> {
  const task = await tx.tasks.get({ task_id })
  if (!task) throw new Error('A task ended that never began')
  return task.status === 'working'
    ? conclude(tx, context, task, { verdict, execution_time_ms, signed })
    : task
}

const BATCH = 500

/** Fails the tasks whose platform stopped before it could write down how they ended; the agents are not blamed. */
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

/** From `working` to a final state: the task, the count of its installation, the reputation of its agent, and the record of it. */
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
  // The agent before the installation: where rows are held as they are read, everybody takes them in this order.
  const agent = await ratedAgent(tx, task)
  const installation = await tx.installations.get({ installation_id })
  const attested_at = installation?.attested_at ?? (signed ? context.now : null)
  const attested = attested_at !== null
  const counted_at = agent
    ? await noteOutcome(tx, context, agent, { task, verdict, attested })
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
    const health = verdict.unreached ? unreached(installation, context) : {}
    await tx.installations.update(
      { installation_id },
      {
        in_flight: underWay(installation) - 1,
        ...health,
        ...(attested_at !== installation.attested_at && { attested_at }),
      },
    )
  }
  await appendAudit(tx, context, {
    ...about(task, error ? 'task.failed' : 'task.completed'),
    ...(error && { outcome: 'failure' as const, reason: error.code }),
    metadata: { skill, svc_id, installation_id, execution_time_ms },
  })
  return { ...task, ...changes }
}

/** What is kept of an installation that could not be reached: until its next heartbeat others are preferred (docs/specification/trust.md#reached). */
const unreached = (
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

/** The registration that an outcome is about: the one that it counts for, as far as it still exists, else what the id means to who asked. */
const ratedAgent = (
  tx: Tx,
  { agent_id: svc_id, organization_id, counts_for }: Task,
): Promise<Agent | undefined> =>
  counts_for === null
    ? resolveAgent(tx, { svc_id, organizations: [organization_id] })
    : tx.agents.get({ svc_id, organization_id: counts_for })

/** Lets the agent's reputation follow. Returns when the outcome counted, null where it does not. */
async function noteOutcome(
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
    await noteMove(tx, context, { before: agent, after: { ...agent, reputation }, succeeded })
  await tx.agents.update(keyOf(agent), {
    reputation,
    score,
    score_changes_at,
    ...(verdict.seen && { last_seen_at: context.now }),
  })
  return counted ? reputation.as_of : null
}

/** An agent's reputation counted anew from the tasks on record; always equal to the one that is kept, but for rounding. */
export async function recountReputation(
  tx: ReadTx,
  registration: { svc_id: string; organization_id: string },
): Promise<Reputation | undefined> {
  const agent = await tx.agents.get(registration)
  return agent && recountReputationOf(tx, agent)
}

const about = (
  { organization_id, workspace_id, task_id }: Task,
  event_type: 'task.routed' | 'task.completed' | 'task.failed',
) => ({
  event_type,
  organization_id,
  workspace_id,
  target: { type: 'task', id: task_id },
})
