import { AVAILABLE, type Health } from '../installations/installation.ts'
import type { Agent, Installation } from '../records.ts'
import { score } from '../agents/reputation.ts'
import { compareRanks, type Rank } from '../order.ts'
import type { AuditActor } from '../audit/record.ts'
import type { JsonObject } from '../json.ts'
import type { TaskRequester } from '../signatures/claims.ts'
import type { Timestamp } from '../time.ts'

/** An installation that may be given a task, and the agent that it runs. */
export interface Candidate {
  readonly installation: Pick<
    Installation,
    'installation_id' | 'lifecycle' | 'health' | 'capabilities' | 'upstream_url' | 'in_flight'
  >
  readonly agent: Pick<
    Agent,
    'svc_id' | 'suspended_at' | 'revoked_at' | 'reputation' | 'disputes_upheld'
  >
}

/** A requested skill by its exact name, optionally limited to one agent or one installation. */
export interface SkillRequest {
  readonly skill: string
  readonly target?:
    | { readonly svc_id?: string | undefined; readonly installation_id?: string | undefined }
    | undefined
}

/**
 * Returns whether the installation offers the skill under exactly this name and is the requested one, if one was requested
 * (docs/specification/tasks.md#candidates).
 */
export const offers = (
  { installation_id, agent_id, capabilities }: Offer,
  { skill, target = {} }: SkillRequest,
): boolean =>
  capabilities.includes(skill) &&
  (target.installation_id === undefined || target.installation_id === installation_id) &&
  (target.svc_id === undefined || target.svc_id === agent_id)

type Offer = Pick<Installation, 'installation_id' | 'agent_id' | 'capabilities'>

/** Returns whether an installation is active and responsive, as the query condition `AVAILABLE` requires. */
export const isAvailable = ({
  lifecycle,
  health,
}: Pick<Installation, 'lifecycle' | 'health'>): boolean =>
  lifecycle === AVAILABLE.lifecycle && (AVAILABLE.health.in as readonly Health[]).includes(health)

/** Returns whether the installation can be given a task: it is available, and its agent is neither suspended nor revoked. */
export const isEligible = ({ installation, agent }: Candidate): boolean =>
  isAvailable(installation) && agent.suspended_at === null && agent.revoked_at === null

/**
 * Chooses the installation that gets the task: installations that stated an address before those that did not, online before unhealthy,
 * then by the highest reputation, then by the fewest tasks in progress. Ties are broken by the lowest identifier, so that the choice is
 * deterministic (docs/specification/tasks.md#choice).
 */
export function choose<C extends Candidate>(
  candidates: readonly C[],
  now: Timestamp,
): C | undefined {
  const ranked = candidates
    .filter(isEligible)
    .map((candidate) => ({ candidate, rank: rankOf(candidate, now) }))
  return ranked.toSorted((a, b) => compareRanks(a.rank, b.rank))[0]?.candidate
}

const rankOf = ({ installation, agent }: Candidate, now: Timestamp): Rank => [
  installation.upstream_url === null ? 1 : 0,
  installation.health === 'online' ? 0 : 1,
  -score(agent.reputation, agent.disputes_upheld, now),
  installation.in_flight,
  installation.installation_id,
]

/**
 * Returns the organization whose agent is credited with the outcome, or null if the agent's own organization requested the task, with its
 * own credential or through another of its agents (docs/specification/agents.md#counted-outcomes).
 */
export const creditedOrganization = (
  { organization_id }: Pick<Agent, 'organization_id'>,
  requesters: readonly string[],
): string | null => (requesters.includes(organization_id) ? null : organization_id)

/** An authenticated credential, and on whose behalf it acts under the scope `tasks:delegate`. */
export interface AuthenticatedRequester {
  readonly actor: Pick<AuditActor, 'type' | 'id'>
  /** The organization of the credential. */
  readonly organization_id: string
  /** The e-mail address of a member, or the `svc_id` of an agent; undefined if no one else was named. */
  readonly acting_for?: string | undefined
}

const CLAIMS: Readonly<Record<string, 'key_id' | 'member' | 'installation_id'>> = {
  api_key: 'key_id',
  member: 'member',
  installation: 'installation_id',
}

/**
 * Returns the requester of a task, as the platform stores it. It states who was authenticated, never an identity that the request
 * merely names (docs/specification/trust.md#delegation).
 */
export function taskRequester({
  actor: { type, id },
  organization_id,
  acting_for,
}: AuthenticatedRequester): TaskRequester {
  const claim = CLAIMS[type]
  return {
    organization_id,
    ...(claim && id !== null && { [claim]: id }),
    ...(acting_for !== undefined && { acting_for }),
  }
}

/**
 * Returns the requester as the platform signs it. A person is identified by `user_id`, because the agent, which may belong to a stranger,
 * does not need the e-mail address (docs/specification/trust.md#delegation).
 * @param user_ids of the person who requests the task, and of the member for whom the credential acts
 */
export const signedRequester = (
  { member, acting_for, ...requester }: TaskRequester,
  user_ids: Pick<TaskRequester, 'member' | 'acting_for'>,
): TaskRequester => ({
  ...requester,
  ...(member !== undefined && user_ids.member !== undefined && { member: user_ids.member }),
  ...(acting_for !== undefined && { acting_for: user_ids.acting_for ?? acting_for }),
})

/** A task as requested from the platform. */
export interface RequestedTask {
  readonly task_id: string
  readonly skill: string
  readonly workspace_id: string
  readonly requester_id: string
  readonly message?: unknown
  readonly input?: JsonObject | undefined
}

/**
 * Returns the task as the agent receives it. A message that is a string becomes a message with the role `user` and one part
 * (docs/specification/tasks.md#forwarded-request).
 */
export function taskRequest({
  task_id,
  skill,
  workspace_id,
  requester_id,
  message,
  input,
}: RequestedTask): object {
  return {
    task_id,
    type: skill,
    input: { ...input, skill, ...(message !== undefined && { message: messageOf(message) }) },
    context: { skill, workspace_id, requester_id },
  }
}

/** The size in bytes up to which every agent reads a task (docs/specification/trust.md#agent-bounds). */
const MAX_TASK_BYTES = 1024 * 1024
/** Task ids are UUIDs, so all of them have the same length. */
const ANY_TASK_ID = '00000000-0000-0000-0000-000000000000'

/** Returns whether a task that has no id yet is larger than what an agent reads (docs/specification/tasks.md#task-size). */
export const isTooLargeForAgent = (task: Omit<RequestedTask, 'task_id'>): boolean =>
  Buffer.byteLength(JSON.stringify(taskRequest({ ...task, task_id: ANY_TASK_ID }))) > MAX_TASK_BYTES

function messageOf(message: unknown): unknown {
  if (typeof message === 'string') return { role: 'user', parts: [{ type: 'text', text: message }] }
  return { role: 'user', ...(message as object) }
}
