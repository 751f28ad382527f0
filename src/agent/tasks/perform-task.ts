import type { ProblemDetails } from '../../contract/typed.ts'
import type { JsonObject } from '../../domain/json.ts'
import type { Services } from '../server/contract-types.ts'
import type { AgentLogger, SkillContext, SkillLog } from '../definition.ts'
import type { ProblemCode } from '../server/problems.ts'
import { currentRequest } from '../server/request-context.ts'
import { ForeignError, SkillBusyError, type ForeignProblem } from './skill-errors.ts'
import { checkedResult } from './results.ts'
import type { Skill } from './skills.ts'
import type { TaskRequest } from './task-request.ts'
import { logOf } from './runner.ts'
import { traceparentOf } from './traceparent.ts'
import { isRejection, type Admitted, type Rejection } from '../trust/admission.ts'

/** Problems with a signature. */
export type SignatureProblem =
  | 'SIGNATURE_REQUIRED'
  | 'SIGNATURE_INVALID'
  | 'CALLER_REFUSED'
  | 'TRUST_UNAVAILABLE'

/** Problems that can occur in a task whose request is well-formed. */
export type ExecutionProblem =
  | SignatureProblem
  | 'UNKNOWN_SKILL'
  | 'TASK_TIMEOUT'
  | 'STOPPING'
  | 'RATE_LIMITED'
  | ForeignProblem

/**
 * Problems of an admitted call that depend on the task or the skill. JSON-RPC and MCP report them with status 200, in a form of their own.
 */
const SKILL_ERRORS = [
  'UNKNOWN_SKILL',
  'INVALID_INPUT',
  'EXECUTION_ERROR',
  'TASK_TIMEOUT',
  'PROTOCOL_MISMATCH',
  'INPUT_REQUIRED',
  'AUTH_REQUIRED',
] as const satisfies readonly ExecutionProblem[]
export type SkillError = (typeof SKILL_ERRORS)[number]
export const isSkillError = (code: ExecutionProblem): code is SkillError =>
  (SKILL_ERRORS as readonly ExecutionProblem[]).includes(code)

export interface CompletedTask {
  readonly kind: 'completed'
  readonly result: JsonObject
  readonly execution_time_ms: number
}
export interface Failed<Code extends ProblemCode = ExecutionProblem> {
  readonly kind: 'failed'
  readonly code: Code
  readonly details: ProblemDetails
}
/** The outcome of a task. */
export type TaskOutcome = CompletedTask | Failed

export const failed = <Code extends ProblemCode>(
  code: Code,
  message?: string,
  headers?: ProblemDetails['headers'],
): Failed<Code> => ({
  kind: 'failed',
  code,
  details: { ...(message !== undefined && { message }), ...(headers && { headers }) },
})

/** Returns the identifiers that every log entry about a task has. The client knows them from the headers of the response. */
export function loggedIds() {
  const { request_id, task_id, trace_id } = currentRequest()
  return { request_id, task_id, trace_id }
}

export const retryAfter = (seconds: number) => ({ 'Retry-After': String(seconds) })

const RETRY_TRUST_S = 5
export const RETRY_STOPPING_S = 30
export const RETRY_FULL_S = 1
const CHALLENGE = { 'WWW-Authenticate': 'SvcTrust realm="agent"' }

/** Returns the problem for a rejection by the receiver. */
export function problemOfRejection(
  rejection: Rejection,
  logger: AgentLogger,
): Failed<SignatureProblem> {
  switch (rejection.kind) {
    case 'unsigned':
      return failed('SIGNATURE_REQUIRED', undefined, CHALLENGE)
    case 'invalid':
      logger.info({ reason: rejection.reason, ...loggedIds() }, 'refused a signature')
      return failed('SIGNATURE_INVALID', `${rejection.reason} ${rejection.remedy}`, CHALLENGE)
    case 'refused':
      return failed('CALLER_REFUSED', `${rejection.reason} ${rejection.remedy}`)
    case 'unavailable':
      logger.warn(
        {
          ...(rejection.cause !== undefined && { err: rejection.cause }),
          ...loggedIds(),
        },
        'a signature could not be verified',
      )
      return failed('TRUST_UNAVAILABLE', undefined, retryAfter(RETRY_TRUST_S))
  }
}

/** Admits the current request if the receiver accepts it, and stores the values that the answer is bound to. */
export async function admitRequest(
  { receiver, logger }: Services,
  skill: string | undefined,
  { task_id, workspace_id }: Partial<TaskRequest> = {},
): Promise<Admitted | Failed<SignatureProblem>> {
  const request = currentRequest()
  const members = { skill, task_id, workspace_id, body: request.body! }
  const admission = await receiver.admit(request.signature, members)
  request.answer_binding = admission.answer_binding
  return isRejection(admission) ? problemOfRejection(admission, logger) : admission
}

/**
 * Performs a task: checks the signature, the skill and the input, then runs the skill (docs/specification/agent-protocol.md#agent-order).
 */
export async function performTask(services: Services, task: TaskRequest): Promise<TaskOutcome> {
  const { skill: skill_name, input, requester_id } = task
  const admission = await admitRequest(services, skill_name, task)
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
  return code === 'EXECUTION_ERROR' ? skillFailed(name) : undefined
}

const skillFailed = (name: string): string =>
  `The skill ${name} failed; the log of the agent contains the cause.`

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

/** Returns why a task cannot start: its input does not match its schema, or too many tasks are running. */
export function refusalOf(
  capacity: Capacity,
  { name, inputFault }: Skill,
  input: JsonObject,
): Failed<'INVALID_INPUT'> | Failed<'RATE_LIMITED'> | undefined {
  const fault = inputFault(input)
  if (fault !== undefined) {
    const message = `The input does not match the skill ${name}: ${fault}. See its input_schema in the card.`
    return failed('INVALID_INPUT', message)
  }
  return capacityRefusal(capacity)
}

type Capacity = Pick<Services, 'runner' | 'max_running'>

/** Returns the problem if too many tasks are running. The gate has checked this, but others may have started while the body was read. */
export const capacityRefusal = ({
  runner,
  max_running,
}: Capacity): Failed<'RATE_LIMITED'> | undefined =>
  runner.running() < max_running
    ? undefined
    : failed('RATE_LIMITED', tooManyTasks(max_running), retryAfter(RETRY_FULL_S))

/** How a caller controls a running task. */
export interface TaskControl {
  /** Cancels the task when it is aborted. */
  readonly canceled?: AbortSignal | undefined
  /** Receives the progress that the skill reports. */
  readonly progress?: ((message: string) => void) | undefined
}

/** Runs a task that can start. If the skill throws or returns an invalid result, the task fails, and only the log has the cause. */
export async function runTask(
  services: Services,
  skill: Skill,
  input: JsonObject,
  origin: TaskOrigin,
  { canceled, progress = () => undefined }: TaskControl = {},
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
  const text = typeof input['text'] === 'string' ? input['text'] : ''
  const log = logOf(services.logger, { ...loggedIds(), skill: name })
  const run = (signal: AbortSignal) => skill.run({ text, input, signal, context, log, progress })
  const outcome = await services.runner.run({ timeout_ms, canceled, run })
  switch (outcome.kind) {
    case 'returned': {
      const checked = checkedResult(outcome.value, skill.outputFault)
      if ('result' in checked)
        return {
          kind: 'completed',
          result: checked.result,
          execution_time_ms: outcome.execution_time_ms,
        }
      log.error('the result of the skill is invalid', { fault: checked.fault })
      return failed('EXECUTION_ERROR', skillFailed(name))
    }
    case 'threw':
      return failureOf(name, outcome.error, log)
    case 'timed_out':
      log.warn('the skill exceeded its timeout', { timeout_ms })
      return failed(
        'TASK_TIMEOUT',
        `The skill ${name} did not end within ${timeout_ms} milliseconds.`,
      )
    case 'canceled':
      return failed('EXECUTION_ERROR', `The skill ${name} was canceled.`)
    case 'closed':
      return interrupted(`The agent shut down before the skill ${name} had ended`)
    case 'not_started':
      return failed('STOPPING', undefined, retryAfter(RETRY_STOPPING_S))
  }
}

/**
 * Returns the problem for a task that was interrupted because the agent shut down. It has no Retry-After, because that header would make
 * clients repeat a task that may have been executed in part (docs/specification/agent-protocol.md#interrupted).
 * @param what what happened, as a main clause without a full stop
 */
export const interrupted = (what: string): Failed<'STOPPING'> =>
  failed(
    'STOPPING',
    `${what}, so the task may have been executed in part. Check its effects before you send it again.`,
  )

/** Returns the problem for what a skill threw, and logs it. */
function failureOf(name: string, error: unknown, log: SkillLog): Failed {
  if (error instanceof SkillBusyError) {
    log.warn('the skill is busy', { reason: error.message })
    const message = `The skill ${name} is busy. Try again in a second.`
    return failed('RATE_LIMITED', message, retryAfter(RETRY_FULL_S))
  }
  if (error instanceof ForeignError) {
    const { code, message: reason, detail } = error
    log.warn('the task failed at the foreign agent', {
      code,
      reason,
      ...(detail !== undefined && { detail }),
    })
    return failed(code, foreignMessage(name, code))
  }
  log.error('the skill failed', { err: error })
  return failed('EXECUTION_ERROR', skillFailed(name))
}
