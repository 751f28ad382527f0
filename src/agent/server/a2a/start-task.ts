import { structureOf } from '../../../contract/body.ts'
import type { JsonObject } from '../../../domain/json.ts'
import {
  admitRequest,
  failed,
  loggedIds,
  refusalOf,
  retryAfter,
  runTask,
  skillNamed,
  unknownSkill,
  type Failed,
  type SignatureProblem,
  type TaskOrigin,
} from '../../tasks/perform-task.ts'
import type { Skill } from '../../tasks/skills.ts'
import type { Admitted } from '../../trust/admission.ts'
import type { Services } from '../contract-types.ts'
import { problems } from '../problems.ts'
import { currentRequest } from '../request-context.ts'
import { SKILL_EXTENSION } from '../../protocols.ts'
import { invalidParams, operationNotSupported, taskNotFound, type A2aError } from './errors.ts'
import { readMessage } from './message.ts'
import { A2aTask } from './task.ts'

/** A problem with an HTTP status of its own: the request is not admitted, or the agent has no capacity for the task. */
export type AdmissionProblem = Failed<SignatureProblem | 'RATE_LIMITED' | 'SERVER_BUSY'>

/** A task that was admitted. It is executed when `run` is called, which resolves when the task has ended. */
interface StartedTask {
  readonly kind: 'started'
  readonly task: A2aTask
  /** Whether the client waits until the task has ended. */
  readonly waits: boolean
  readonly run: () => Promise<void>
}

/**
 * Creates a task from a message: checks the message, the signature, the skill and the input, in the same order as for all tasks
 * (docs/specification/agent-protocol.md#agent-order).
 */
export async function startTask(
  services: Services,
  params: JsonObject,
): Promise<StartedTask | A2aError | AdmissionProblem> {
  const message = readMessage(params)
  if (message.kind === 'error') return message
  const admission = await admitRequest(services, message.skill)
  if (admission.kind === 'failed') return admission
  const owner = ownerOf(admission)
  if (message.task_id !== undefined) return continuationError(services, message.task_id, owner)
  const skill = skillNamed(services, message.skill)
  if (!skill) return noSkill(services, message.skill)
  const refusal = refusalOf(services, skill, message.input)
  if (refusal?.code === 'INVALID_INPUT') return invalidParams(refusal.details.message!)
  if (refusal) return refusal
  const { task_id: id, body } = currentRequest()
  const identity = {
    id,
    context_id: message.context_id ?? services.newId(),
    owner,
    skill: skill.name,
  }
  const task = new A2aTask(identity, services.now)
  if (!services.a2a_tasks.add(task, memoryOf(body!))) return NO_ROOM
  const { caller, workspace_id } = admission
  const origin = { caller, workspace_id, requester_id: undefined, conversation: undefined }
  const run = () => execute(services, task, skill, message.input, origin)
  return { kind: 'started', task, waits: message.waits, run }
}

/**
 * Returns the owner of a task: the agent that signed the request. Unsigned tasks share one owner, so that any unsigned request that names
 * the id can access them (docs/specification/a2a.md#owners).
 */
export const ownerOf = ({ caller }: Admitted): string =>
  caller === undefined ? 'anonymous' : `${caller.kind} ${caller.svc_id ?? ''}`

/** Returns the error for a message to an existing task: a task takes one message only. */
function continuationError({ a2a_tasks }: Services, id: string, owner: string): A2aError {
  const task = a2a_tasks.find(id, owner)
  return task
    ? operationNotSupported(
        `The task ${id} accepts no further messages. Send the message without taskId.`,
      )
    : taskNotFound(id)
}

function noSkill({ skills }: Services, name: string | undefined): A2aError {
  const example = `{"${SKILL_EXTENSION}": {"skill": NAME}}`
  const list = [...skills.keys()].join(', ')
  return invalidParams(
    `${unknownSkill(name)}. Name one in the metadata of the message, ${example}. The skills are: ${list}.`,
    'unknown_skill',
  )
}

/** The message of a failed task. It refers to the task and not to the request, because later requests, with other ids, can read it. */
const INTERNAL_ERROR =
  'Internal error; give the operator of the agent the id of this task, under which the cause is logged.'

/** Executes a task and stores its outcome. */
async function execute(
  services: Services,
  task: A2aTask,
  skill: Skill,
  input: JsonObject,
  origin: TaskOrigin,
): Promise<void> {
  const progress = (text: string): void => task.progress(text)
  const control = { canceled: task.canceled, progress }
  try {
    const outcome = await runTask(services, skill, input, origin, control)
    if (outcome.kind === 'completed') task.complete(outcome.result)
    else task.fail(outcome.details.message ?? problems[outcome.code].message)
  } catch (error) {
    services.logger.error({ err: error, ...loggedIds() }, 'a task failed')
    task.fail(INTERNAL_ERROR)
  }
  services.a2a_tasks.keep(task, task.result_bytes)
}

/** Estimated bytes that a parsed body takes for each of its tokens. */
const TOKEN_BYTES = 64
const memoryOf = (body: Buffer): number => body.length + structureOf(body).tokens * TOKEN_BYTES

const RETRY_S = 5
const NO_ROOM = failed(
  'SERVER_BUSY',
  'The running tasks use too much memory; send the message again later.',
  retryAfter(RETRY_S),
)
