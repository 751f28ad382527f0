import type { ProblemDetails } from '../../contract/typed.ts'
import type { JsonObject } from '../../domain/json.ts'
import type { Services } from '../server/contract-types.ts'
import type { AgentLogger, SkillContext } from '../definition.ts'
import { currentRequest } from '../server/request-context.ts'
import type { ForeignProblem } from './foreign.ts'
import type { Skill } from './skills.ts'
import type { TaskRequest } from './task-request.ts'
import { runSkill, type TaskControl } from './runner.ts'
import { traceparentOf } from './traceparent.ts'
import { isRejection, type Admitted, type RequestBody, type Rejection } from '../trust/admission.ts'

/** Problems that can occur in a task whose request is well-formed. */
export type ExecutionProblem =
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
  | ForeignProblem

export interface CompletedTask {
  readonly kind: 'completed'
  readonly result: JsonObject
  readonly execution_time_ms: number
}
interface FailedTask {
  readonly kind: 'failed'
  readonly code: ExecutionProblem
  readonly details: ProblemDetails
}
/** The outcome of a task. */
export type TaskOutcome = CompletedTask | FailedTask

const failed = (
  code: ExecutionProblem,
  message?: string,
  headers?: ProblemDetails['headers'],
): FailedTask => ({
  kind: 'failed',
  code,
  details: { ...(message !== undefined && { message }), ...(headers && { headers }) },
})

const RETRY_TRUST_S = 5
export const RETRY_STOPPING_S = 30
export const RETRY_FULL_S = 1
const RETRY_FOREIGN_S = 10
const CHALLENGE = { 'WWW-Authenticate': 'SvcTrust realm="agent"' }

/** Problems with a signature. */
export type SignatureProblem =
  | 'SIGNATURE_REQUIRED'
  | 'SIGNATURE_INVALID'
  | 'CALLER_REFUSED'
  | 'TRUST_UNAVAILABLE'
export interface SignatureFailure {
  readonly kind: 'failed'
  readonly code: SignatureProblem
  readonly details: ProblemDetails
}

/** Returns the problem for a rejection by the receiver. */
export function problemOfRejection(rejection: Rejection, logger: AgentLogger): SignatureFailure {
  const failure = (
    code: SignatureProblem,
    message?: string,
    headers?: ProblemDetails['headers'],
  ): SignatureFailure => ({ ...failed(code, message, headers), code })
  switch (rejection.kind) {
    case 'unsigned':
      return failure('SIGNATURE_REQUIRED', undefined, CHALLENGE)
    case 'invalid':
      return failure('SIGNATURE_INVALID', `${rejection.reason} Sign the request again.`, CHALLENGE)
    case 'refused':
      return failure('CALLER_REFUSED', `${rejection.reason} Ask an owner of the workspace.`)
    case 'unavailable':
      logger.warn(
        {
          ...(rejection.cause !== undefined && { err: rejection.cause }),
          task_id: currentRequest().task_id,
        },
        'a signature could not be verified',
      )
      return failure('TRUST_UNAVAILABLE', undefined, { 'Retry-After': String(RETRY_TRUST_S) })
  }
}

/** Admits the current request if the receiver accepts it, and stores the values that the answer is bound to. */
export async function admitRequest(
  { receiver, logger }: Services,
  members: Omit<RequestBody, 'body'>,
): Promise<Admitted | SignatureFailure> {
  const request = currentRequest()
  const admission = await receiver.admit(request.signature, { ...members, body: request.body! })
  request.answer_binding = admission.answer_binding
  return isRejection(admission) ? problemOfRejection(admission, logger) : admission
}

/** Performs a task: checks the signature, the skill and the input, then runs the skill (docs/specification/agent-protocol.md#agent-order). */
export async function performTask(services: Services, task: TaskRequest): Promise<TaskOutcome> {
  const { skill: skill_name, input, requester_id } = task
  const admission = await admitRequest(services, {
    skill: skill_name,
    task_id: task.task_id,
    workspace_id: task.workspace_id,
  })
  if (admission.kind === 'failed') return admission
  // In an unsigned request the workspace is an unverified claim.
  const workspace_id = admission.workspace_id ?? task.workspace_id
  const skill = skillNamed(services, skill_name)
  if (!skill)
    return failed(
      'UNKNOWN_SKILL',
      `${unknownSkill(skill_name)}. The card lists the skills of this agent.`,
    )
  const { caller } = admission
  const origin = { caller, workspace_id, requester_id, conversation: undefined }
  return performSkill(services, skill, input, origin)
}

/** Returns the skill that a task names, or the agent's only skill if the task names none. */
export const skillNamed = ({ skills }: Services, name: string | undefined): Skill | undefined => {
  if (name !== undefined) return skills.get(name)
  return skills.size === 1 ? [...skills.values()][0] : undefined
}

/** Returns why a task has no skill, without a full stop. */
export const unknownSkill = (name: string | undefined): string =>
  name === undefined ? 'The task names no skill' : `There is no skill ${name}`

export const tooManyTasks = (max_running: number): string =>
  `The agent is already running ${max_running === 1 ? 'a task' : `${max_running} tasks`}. Try again in a second.`

/** Returns the message for a failure at the foreign agent, or undefined if the default message of the problem applies. */
function foreignMessage(name: string, code: ForeignProblem): string | undefined {
  if (code === 'INVALID_INPUT')
    return `The agent or server to which the skill ${name} passes its tasks refused the input.`
  return code === 'EXECUTION_ERROR'
    ? `The skill ${name} failed; the log of the agent contains the cause.`
    : undefined
}

const retryOf = (code: ForeignProblem): ProblemDetails['headers'] =>
  code === 'FOREIGN_UNREACHABLE' ? { 'Retry-After': String(RETRY_FOREIGN_S) } : undefined

/** The origin of a task. */
export type TaskOrigin = Pick<
  SkillContext,
  'caller' | 'workspace_id' | 'requester_id' | 'conversation'
>

/** Performs a task whose skill is known. */
export async function performSkill(
  services: Services,
  skill: Skill,
  input: JsonObject,
  origin: TaskOrigin,
): Promise<TaskOutcome> {
  return refusalOf(services, skill, input) ?? runTask(services, skill, input, origin)
}

/** The reason why a task cannot start. */
interface StartRefusal extends FailedTask {
  readonly code: 'INVALID_INPUT' | 'RATE_LIMITED'
}

/** Returns why a task cannot start: its input does not match its schema, or too many tasks are running. */
export function refusalOf(
  capacity: Capacity,
  { name, inputFault }: Skill,
  input: JsonObject,
): StartRefusal | undefined {
  const fault = inputFault(input)
  if (fault !== undefined) {
    const message = `The input does not match the skill ${name}: ${fault}. See its input_schema in the card.`
    return { kind: 'failed', code: 'INVALID_INPUT', details: { message } }
  }
  return fullRefusal(capacity)
}

type Capacity = Pick<Services, 'runner' | 'max_running'>

/** Returns the refusal if too many tasks are running. The gate has checked this, but others may have started while the body was read. */
export function fullRefusal({ runner, max_running }: Capacity): StartRefusal | undefined {
  if (runner.running() < max_running) return undefined
  const headers = { 'Retry-After': String(RETRY_FULL_S) }
  const details = { message: tooManyTasks(max_running), headers }
  return { kind: 'failed', code: 'RATE_LIMITED', details }
}

/** Runs a task that can start. */
export async function runTask(
  services: Services,
  skill: Skill,
  input: JsonObject,
  origin: TaskOrigin,
  control?: TaskControl,
): Promise<TaskOutcome> {
  const { name, timeout_ms } = skill
  const { task_id, trace_id, traceparent } = currentRequest()
  const context: SkillContext = {
    task_id,
    trace_id,
    traceparent: traceparentOf(traceparent, trace_id),
    skill: name,
    policy: services.platform.policy()?.content,
    ...origin,
  }
  const result = await runSkill(
    services.runner,
    skill,
    { input, context, control },
    services.logger,
  )
  switch (result.kind) {
    case 'completed':
      return result
    case 'failed':
      return failed(
        'EXECUTION_ERROR',
        `The skill ${name} failed; the log of the agent contains the cause.`,
      )
    case 'timed_out':
      return failed(
        'TASK_TIMEOUT',
        `The skill ${name} did not end within ${timeout_ms} milliseconds.`,
      )
    case 'foreign':
      return failed(result.code, foreignMessage(name, result.code), retryOf(result.code))
    case 'busy':
      return failed('RATE_LIMITED', `The skill ${name} is busy. Try again in a second.`, {
        'Retry-After': String(RETRY_FULL_S),
      })
    case 'canceled':
      return failed('EXECUTION_ERROR', `The skill ${name} was canceled.`)
    case 'closed':
      return failed('STOPPING', undefined, { 'Retry-After': String(RETRY_STOPPING_S) })
  }
}
