import type { JsonObject } from '../../../domain/json.ts'
import { isSkillError, performTask, type CompletedTask } from '../../tasks/perform-task.ts'
import { textOfResult } from '../../tasks/results.ts'
import { isRpcId, readRpcParams, readTask, rpcIdOf } from '../../tasks/task-request.ts'
import type { Handlers, Services } from '../contract-types.ts'
import { rpcError } from '../presentation.ts'
import { adoptTaskId, currentRequest } from '../request-context.ts'
import type { A2aError } from './errors.ts'
import { handleA2a } from './methods.ts'
import { versionOf } from './versions.ts'

const INVALID_ID = { issues: [{ path: '/body/id', message: 'must be a string, a number or null' }] }
const MISSING_PARAMS = 'The method tasks/send requires params.'

/**
 * Handles tasks that are sent directly (docs/specification/agent-protocol.md#task-forms) or as JSON-RPC
 * (docs/specification/agent-protocol.md#json-rpc), and the methods of A2A (docs/specification/a2a.md#methods).
 */
export const a2a = {
  async handleTask({ body, reply, refuse }, services) {
    const task_id = adoptTaskId(rememberBody(body), body.task_id)
    const outcome = await performTask(services, readTask(body))
    if (outcome.kind === 'failed') return refuse(outcome.code, outcome.details)
    const { result, execution_time_ms } = outcome
    return reply(200, { task_id, status: 'completed', result, output: result, execution_time_ms })
  },

  async sendRpc(call, services) {
    const { body, request, reply } = call
    if (!isRpcId(body.id)) {
      const error = rpcError('INVALID_BODY', INVALID_ID, request.id)
      return reply(200, { jsonrpc: body.jsonrpc, id: null, error })
    }
    rememberBody(body)
    return body.method === 'tasks/send' ? sendTask(call, services) : callMethod(call, services)
  },
} satisfies Partial<Handlers>

type SendRpc = Handlers['sendRpc']

/** Performs the task of `tasks/send`. */
const sendTask: SendRpc = async ({ body, request, reply, refuse }, services) => {
  const { jsonrpc, params } = body
  const id = rpcIdOf(body)
  const task_id = adoptTaskId(currentRequest(), params?.id)
  const invalidInput = (message: string) =>
    reply(200, { jsonrpc, id, error: rpcError('INVALID_INPUT', { message }, request.id) })
  if (!params) return invalidInput(MISSING_PARAMS)
  const untyped = params.message?.parts.findIndex(({ type }) => type === undefined) ?? -1
  if (untyped >= 0) return invalidInput(missingType(untyped))
  const outcome = await performTask(services, readRpcParams(params))
  if (outcome.kind === 'completed') {
    const result = rpcTask(services, outcome, task_id, params.contextId)
    return reply(200, { jsonrpc, id, result })
  }
  const { code, details } = outcome
  return isSkillError(code)
    ? reply(200, { jsonrpc, id, error: rpcError(code, details, request.id, task_id) })
    : refuse(code, details)
}

/** Calls a method of A2A. */
const callMethod: SendRpc = async ({ body, headers, request, reply, refuse }, services) => {
  const { jsonrpc, method } = body
  const id = rpcIdOf(body)
  const version = headers['A2A-Version']
  const params = body.params as JsonObject | undefined
  const outcome = await handleA2a(services, { method, version, params, id })
  switch (outcome.kind) {
    case 'result':
      return reply(200, { jsonrpc, id, result: outcome.result })
    case 'error':
      return reply(200, { jsonrpc, id, error: a2aError(outcome, version, request.id) })
    case 'failed':
      return refuse(outcome.code, outcome.details)
    case 'stream':
      return reply(200, outcome.events, 'text/event-stream')
  }
}

/** Stores the parsed body in the context of the request, so that it is not parsed again. */
function rememberBody(body: object) {
  const request = currentRequest()
  request.json = body
  return request
}

/** Returns the message for a part without a type, which only parts of A2A messages may omit. */
const missingType = (part: number): string =>
  `Every part of the message of tasks/send must have a type; /params/message/parts/${part}/type is missing.`

/**
 * Returns an A2A error as JSON-RPC. In A2A 1.0 `data` would have to be a list, but the contract defines it as an object, so it is omitted.
 */
const a2aError = (
  { code, message, task_code }: A2aError,
  version: string | undefined,
  request_id: string,
) => ({
  code,
  message,
  ...(versionOf(version) === '0.3' && {
    data: { ...(task_code && { code: task_code }), request_id },
  }),
})

function rpcTask(
  { now, newId }: Services,
  { result }: CompletedTask,
  id: string,
  contextId: string = newId(),
) {
  return {
    id,
    contextId,
    status: { state: 'completed', timestamp: now() },
    artifacts: [{ parts: partsOf(result) }],
  }
}

/** Returns the result as text, for clients that only read text, and as data. */
const partsOf = (result: JsonObject) => [
  { type: 'text', text: textOfResult(result) },
  { type: 'data', data: result },
]
