import type { Agent, Installation, Reputation, Task } from '../../../domain/records.ts'
import {
  storedScore,
  withOwnOutcome,
  withUnattestedOutcome,
} from '../../../domain/agents/reputation.ts'
import { TASK_GRACE_MS } from '../../../domain/limits.ts'
import type { TaskRequester } from '../../../domain/signatures/claims.ts'
import { TASK_ABANDONED, type TaskOutcome } from '../../../domain/tasks/answer.ts'
import { plus } from '../../../domain/time.ts'
import { newId } from '../../../domain/uuid.ts'
import { countsOfFailures } from '../../../domain/installations/trends.ts'
import type { CallContext } from '../../context.ts'
import type { ReadTx, Tx } from '../../database.ts'
import { addToTrends } from '../installations/trends.ts'
import { appendAudit, appendAudits, type AuditEntry } from '../audit/records.ts'
import { keyOf, resolveAgent } from '../agents/registrations.ts'
import { recordReputationChange, countRating, recountReputationOf } from '../agents/reputation.ts'

/** The fields of a task that its request determines. */
interface RequestedTask extends Pick<
  Task,
  'organization_id' | 'workspace_id' | 'skill' | 'requester_id'
> {
  readonly timeout_ms: number
}
/**
 * The result of routing: the locked installation, its agent, the requester, and the organization whose agent is credited with the outcome,
 * if any.
 */
interface RoutingResult extends Pick<Task, 'requester' | 'counts_for'> {
  readonly installation: Installation
  readonly agent: Pick<Agent, 'svc_id'>
}

/** Stores a task as `working`, counts it for its installation, and records it in the audit log. */
export async function insertTask(
  tx: Tx,
  context: CallContext,
  { organization_id, workspace_id, skill, requester_id, timeout_ms }: RequestedTask,
  { installation, agent, requester, counts_for }: RoutingResult,
): Promise<Task> {
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
    trace_id: context.trace_id ?? null,
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

/** Returns the metadata of an audit record that name the member or agent for whom a requester acts; empty if it acts for itself. */
export const actingFor = ({ acting_for }: TaskRequester) =>
  acting_for === undefined ? {} : { acting_for }

/** Returns the number of tasks in progress. In rows of earlier versions it is missing and counts as 0. */
export const tasksInFlight = ({ in_flight }: Installation): number => in_flight ?? 0

export interface TaskEnd {
  readonly task_id: string
  readonly outcome: TaskOutcome
  readonly execution_time_ms: number | null
  /** Whether the agent's key signed the answer. */
  readonly signed?: boolean
}

/** Stores how a task ended, unless it has already ended, because a final state never changes. Returns the stored task. */
export async function finishTask(
  tx: Tx,
  context: CallContext,
  { task_id, outcome, execution_time_ms, signed = false }: TaskEnd,
): Promise<Task> {
  const task = await tx.tasks.get({ task_id })
  if (!task) throw new Error('No task with this task_id exists')
  if (task.status !== 'working') return task
  const { concluded, audit } = await conclude(tx, context, task, {
    outcome,
    execution_time_ms,
    signed,
  })
  await appendAudit(tx, context, audit)
  return concluded
}

/** Limits the abandoned tasks that one transaction fails. */
const BATCH = 500

/**
 * Fails the tasks for which the platform process stopped before it stored how they ended. This does not count against the agents, but
 * it does count in the trends (docs/specification/installations.md#trends).
 */
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
  const audits: AuditEntry[] = []
  for (const task of abandoned) {
    const { audit } = await conclude(tx, context, task, {
      outcome: TASK_ABANDONED,
      execution_time_ms: null,
      signed: false,
    })
    audits.push(audit)
  }
  await addToTrends(tx, context, { counts: countsOfFailures(abandoned) })
  await appendAudits(tx, context, audits)
  return { failed: abandoned.length }
}

/**
 * Changes a task from `working` to a final state: updates the task, its installation and the reputation of its agent. Returns the
 * audit record to be appended at the end of the transaction.
 */
async function conclude(
  tx: Tx,
  context: CallContext,
  task: Task,
  { outcome, execution_time_ms, signed }: Required<Omit<TaskEnd, 'task_id'>>,
): Promise<{ concluded: Task; audit: AuditEntry }> {
  const {
    task_id,
    skill,
    agent: { svc_id, installation_id },
  } = task
  const error = outcome.status === 'failed' ? outcome.error : null
  // Every transaction locks the agent before the installation, to avoid deadlocks.
  const agent = await findRatedAgent(tx, task)
  const installation = await tx.installations.get({ installation_id })
  const attested_at = installation?.attested_at ?? (signed ? context.now : null)
  const attested = attested_at !== null
  const counted_at = agent
    ? await recordOutcome(tx, context, agent, { task, outcome, attested })
    : null
  const changes: Partial<Task> = {
    status: outcome.status,
    attested,
    execution_time_ms,
    error,
    counted_at,
    finished_at: context.now,
  }
  await tx.tasks.update({ task_id }, changes)
  if (installation) {
    const health = outcome.unreached ? unreachedChanges(installation, context) : {}
    await tx.installations.update(
      { installation_id },
      {
        in_flight: tasksInFlight(installation) - 1,
        ...health,
        ...(attested_at !== installation.attested_at && { attested_at }),
      },
    )
  }
  const audit: AuditEntry = {
    ...taskEvent(task, error ? 'task.failed' : 'task.completed'),
    ...(error && { outcome: 'failure' as const, reason: error.code }),
    metadata: { skill, svc_id, installation_id, execution_time_ms },
  }
  return { concluded: { ...task, ...changes }, audit }
}

/**
 * Returns the changes to an installation that could not be reached. Others are preferred until its next heartbeat
 * (docs/specification/trust.md#reached).
 */
const unreachedChanges = (
  { lifecycle, health }: Installation,
  { now }: CallContext,
): Partial<Installation> => ({
  unreached_at: now,
  ...(lifecycle === 'active' && health === 'online' && { health: 'unhealthy' as const }),
})

interface CountedTask {
  readonly task: Task
  readonly outcome: TaskOutcome
  readonly attested: boolean
}

/**
 * Finds the registration that an outcome concerns: the one for which it counts, if it still exists. An outcome that does not count concerns
 * the registration to which the identifier resolves for the requesting organization.
 */
const findRatedAgent = (
  tx: Tx,
  { agent_id: svc_id, organization_id, counts_for }: Task,
): Promise<Agent | undefined> =>
  counts_for === null
    ? resolveAgent(tx, { svc_id, organizations: [organization_id] })
    : tx.agents.get({ svc_id, organization_id: counts_for })

/** Updates the reputation of the agent. Returns the time at which the outcome counted, or null if it does not count. */
async function recordOutcome(
  tx: Tx,
  context: CallContext,
  agent: Agent,
  { task: { organization_id, counts_for }, outcome, attested }: CountedTask,
): Promise<string | null> {
  const counted = outcome.counts && counts_for !== null
  const own = outcome.counts && counts_for === null
  const succeeded = outcome.status === 'completed'
  const rated = counted
    ? await countRating(tx, context, agent, { rater_id: organization_id, succeeded })
    : agent.reputation
  const after = own ? withOwnOutcome(rated) : rated
  const reputation = counted && !attested ? withUnattestedOutcome(after) : after
  if (counted)
    await recordReputationChange(tx, context, {
      before: agent,
      after: { ...agent, reputation },
      succeeded,
    })
  await tx.agents.update(keyOf(agent), {
    reputation,
    ...storedScore({ ...agent, reputation }, context.now),
    ...(outcome.seen && { last_seen_at: context.now }),
  })
  return counted ? reputation.as_of : null
}

/** Recounts the reputation of an agent from its tasks on record. It equals the stored reputation except for rounding. */
export async function recountReputation(
  tx: ReadTx,
  registration: { svc_id: string; organization_id: string },
): Promise<Reputation | undefined> {
  const agent = await tx.agents.get(registration)
  return agent && recountReputationOf(tx, agent)
}

/** Returns the common part of an audit record about a task. */
const taskEvent = (
  { organization_id, workspace_id, task_id }: Task,
  event_type: 'task.routed' | 'task.completed' | 'task.failed',
) => ({
  event_type,
  organization_id,
  workspace_id,
  target: { type: 'task', id: task_id },
})
