import type { Facts } from '../contract/typed.ts'
import type { JsonObject } from '../domain/crypto/jcs.ts'
import type { Services } from './contract-types.ts'
import type { AgentLogger, SkillContext } from './definition.ts'
import { currentExchange } from './exchange.ts'
import type { Skill } from './skills.ts'
import type { TaskOrder } from './task-request.ts'
import { runSkill } from './tasks.ts'
import { isRejection, type Admitted, type Arrival, type Rejection } from './trust/admission.ts'

/** Problems that a task can meet after its request was found well-formed. */
export type WorkProblem =
  | 'SIGNATURE_REQUIRED'
  | 'SIGNATURE_INVALID'
  | 'CALLER_REFUSED'
  | 'TRUST_UNAVAILABLE'
  | 'UNKNOWN_SKILL'
  | 'INVALID_INPUT'
  | 'EXECUTION_ERROR'
  | 'TASK_TIMEOUT'
  | 'STOPPING'
  | 'RATE_LIMITED'

export interface CompletedTask {
  readonly kind: 'completed'
  readonly result: JsonObject
  readonly execution_time_ms: number
}
export interface FailedTask {
  readonly kind: 'failed'
  readonly code: WorkProblem
  readonly facts: Facts
}
/** How a task ended, in the contract's terms. */
export type TaskOutcome = CompletedTask | FailedTask

const failed = (code: WorkProblem, message?: string, headers?: Facts['headers']): FailedTask => ({
  kind: 'failed',
  code,
  facts: { ...(message !== undefined && { message }), ...(headers && { headers }) },
})

export const RETRY_TRUST_S = 5
export const RETRY_STOPPING_S = 30
export const RETRY_FULL_S = 1
const CHALLENGE = { 'WWW-Authenticate': 'SvcTrust realm="agent"' }

/** Problems of a signature. */
export type SignatureProblem =
  'SIGNATURE_REQUIRED' | 'SIGNATURE_INVALID' | 'CALLER_REFUSED' | 'TRUST_UNAVAILABLE'
export interface Barred {
  readonly kind: 'failed'
  readonly code: SignatureProblem
  readonly facts: Facts
}

/** A rejection of the receiver, as the contract tells it. */
export function problemOf(rejection: Rejection, logger: AgentLogger): Barred {
  const barred = (
    code: SignatureProblem,
    message?: string,
    headers?: Facts['headers'],
  ): Barred => ({ ...failed(code, message, headers), code })
  switch (rejection.kind) {
    case 'unsigned':
      return barred('SIGNATURE_REQUIRED', undefined, CHALLENGE)
    case 'invalid':
      return barred('SIGNATURE_INVALID', `${rejection.why} Sign the request anew.`, CHALLENGE)
    case 'refused':
      return barred('CALLER_REFUSED', `${rejection.why} Ask an owner of the workspace.`)
    case 'unavailable':
      logger.warn(
        {
          ...(rejection.cause !== undefined && { err: rejection.cause }),
          task_id: currentExchange().task_id,
        },
        'a signature could not be verified',
      )
      return barred('TRUST_UNAVAILABLE', undefined, { 'Retry-After': String(RETRY_TRUST_S) })
  }
}

/** Asks the receiver about the request under way, and keeps what its answer will be bound to. */
export async function admitted(
  { receiver, logger }: Services,
  arrival: Omit<Arrival, 'bytes'>,
): Promise<Admitted | Barred> {
  const exchange = currentExchange()
  const admission = await receiver.admit(exchange.presented, { ...arrival, bytes: exchange.bytes! })
  exchange.answered = admission.answered
  return isRejection(admission) ? problemOf(admission, logger) : admission
}

/** One task from its order to its end: who asks, which skill, does the input fit, do it (contract, Order of checks, 7 to 9). */
export async function perform(services: Services, order: TaskOrder): Promise<TaskOutcome> {
  const { skill: named, input, requester_id } = order
  const admission = await admitted(services, {
    skill: named,
    task_id: order.task_id,
    workspace_id: order.workspace_id,
  })
  if (admission.kind === 'failed') return admission
  const { caller } = admission
  // Without a signature it is a claim that nobody checked.
  const workspace_id = admission.workspace_id ?? order.workspace_id
  const skill = named === undefined ? onlySkill(services) : services.skills.get(named)
  const missing = named === undefined ? 'The task names no skill' : `There is no skill ${named}`
  if (!skill) return failed('UNKNOWN_SKILL', `${missing}. The card lists the skills of this agent.`)
  return performSkill(services, skill, input, {
    caller,
    workspace_id,
    requester_id,
    conversation: undefined,
  })
}

const onlySkill = ({ skills }: Services): Skill | undefined =>
  skills.size === 1 ? [...skills.values()][0] : undefined

export const tooMany = (most_running: number): string =>
  `The agent works on ${most_running} tasks already. Wait a second.`

type Circumstances = Pick<SkillContext, 'caller' | 'workspace_id' | 'requester_id' | 'conversation'>

/** The same, once the skill is known. */
export async function performSkill(
  services: Services,
  skill: Skill,
  input: JsonObject,
  around: Circumstances,
): Promise<TaskOutcome> {
  const { name, timeout_ms } = skill
  const fault = skill.inputFault(input)
  if (fault !== undefined)
    return failed(
      'INVALID_INPUT',
      `The input does not fit the skill ${name}: ${fault}. See its input_schema in the card.`,
    )
  // The door looked at the number too; others may have come in since, while this one was read and its signature verified.
  if (services.runner.running() >= services.most_running)
    return failed('RATE_LIMITED', tooMany(services.most_running), {
      'Retry-After': String(RETRY_FULL_S),
    })
  const { task_id, trace_id } = currentExchange()
  const context: SkillContext = {
    task_id,
    trace_id,
    skill: name,
    policy: services.platform.policy()?.content,
    ...around,
  }
  const end = await runSkill(services.runner, skill, input, context, services.logger)
  switch (end.kind) {
    case 'completed':
      return end
    case 'failed':
      return failed(
        'EXECUTION_ERROR',
        `The skill ${name} failed; the log of the agent tells the cause.`,
      )
    case 'timed_out':
      return failed(
        'TASK_TIMEOUT',
        `The skill ${name} did not end within ${timeout_ms} milliseconds.`,
      )
    case 'closed':
      return failed('STOPPING', undefined, { 'Retry-After': String(RETRY_STOPPING_S) })
  }
}
