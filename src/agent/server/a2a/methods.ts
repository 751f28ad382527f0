import type { components } from '../../../../generated/agent.ts'
import { EventStream } from '../../../contract/event-stream.ts'
import type { JsonObject } from '../../../domain/json.ts'
import { admitRequest } from '../../tasks/perform-task.ts'
import type { Services } from '../contract-types.ts'
import { adoptTaskId, currentRequest } from '../request-context.ts'
import {
  extendedCardNotConfigured,
  invalidParams,
  methodNotFound,
  notificationsNotSupported,
  operationNotSupported,
  taskNotCancelable,
  taskNotFound,
  versionNotSupported,
  type A2aError,
} from './errors.ts'
import { ownerOf, startTask, type AdmissionProblem } from './start-task.ts'
import { TASK_FORMATS, type TaskFormat } from './task-json.ts'
import type { A2aTask } from './task.ts'
import { operationOf, versionOf } from './versions.ts'

/** A call of an A2A method. */
export interface A2aCall {
  readonly method: string
  /** The header `A2A-Version`. */
  readonly version: string | undefined
  readonly params: JsonObject | undefined
  /** The id of the JSON-RPC request, which each event of a stream repeats. */
  readonly id: string | number | null
}

/** The outcome of a call of a method. */
export type A2aOutcome =
  | { readonly kind: 'result'; readonly result: components['schemas']['JsonRpcTask'] }
  | { readonly kind: 'stream'; readonly events: EventStream }
  | A2aError
  | AdmissionProblem

/** The skill with which a request about an existing task is signed, as `chat` is for a chat message (docs/specification/a2a.md#owners). */
const TASKS_SKILL = 'tasks'

/** Handles a call of an A2A method (docs/specification/a2a.md#methods). */
export async function handleA2a(services: Services, call: A2aCall): Promise<A2aOutcome> {
  const version = versionOf(call.version)
  if (!version) return versionNotSupported(call.version!)
  const operation = operationOf(version, call.method)
  if (!operation) return methodNotFound(call.method)
  const params = call.params ?? {}
  const format = TASK_FORMATS[version]
  switch (operation) {
    case 'send':
      return send(services, params, format)
    case 'stream': {
      const started = await startTask(services, params)
      return started.kind === 'started'
        ? streamOf(started.task, call, format, started.run)
        : started
    }
    case 'get':
    case 'cancel':
    case 'subscribe':
      return handleExistingTask(services, operation, call, format)
    case 'notifications':
      return notificationsNotSupported()
    case 'extended_card':
      return version === '0.3' ? extendedCardNotConfigured() : operationNotSupported(NO_CARD)
    case 'list':
      return operationNotSupported(
        'This agent does not support listing tasks; get a task by its id.',
      )
  }
}

const NO_CARD = 'This agent has no extended card.'

async function send(
  services: Services,
  params: JsonObject,
  format: TaskFormat,
): Promise<A2aOutcome> {
  const started = await startTask(services, params)
  if (started.kind !== 'started') return started
  const end = started.run()
  if (started.waits) await end
  return { kind: 'result', result: format.sent(started.task) }
}

/** Reads, cancels or follows a task of the caller. */
async function handleExistingTask(
  services: Services,
  operation: 'get' | 'cancel' | 'subscribe',
  call: A2aCall,
  format: TaskFormat,
): Promise<A2aOutcome> {
  const { id } = call.params ?? {}
  if (typeof id !== 'string' || id === '')
    return invalidParams('params.id must be the id of a task.')
  adoptTaskId(currentRequest(), id)
  const admission = await admitRequest(services, TASKS_SKILL)
  if (admission.kind === 'failed') return admission
  const task = services.a2a_tasks.find(id, ownerOf(admission))
  if (!task) return taskNotFound(id)
  if (operation === 'subscribe')
    return task.ended ? noFurtherUpdates(task) : streamOf(task, call, format)
  if (operation === 'cancel' && task.ended) return taskNotCancelable(id, task.status.state)
  if (operation === 'cancel') task.cancel()
  return { kind: 'result', result: format.task(task) }
}

/** Returns a stream that begins with the task and ends when the task does. */
function streamOf(
  task: A2aTask,
  { id }: A2aCall,
  format: TaskFormat,
  run?: () => unknown,
): A2aOutcome {
  const events = new EventStream()
  const response = (result: object): object => ({ jsonrpc: '2.0', id, result })
  events.send(response(format.sent(task)))
  const stop = task.subscribe((updates) => {
    events.send(...updates.map((update) => response(format.update(task, update))))
    if (task.ended) events.end()
  })
  events.closed.addEventListener('abort', stop, { once: true })
  run?.()
  return { kind: 'stream', events }
}

const noFurtherUpdates = ({ identity, status }: A2aTask): A2aError =>
  operationNotSupported(
    `The task ${identity.id} is ${status.state}, so it has no further updates. Get the task instead.`,
  )
