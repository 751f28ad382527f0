import type { Handlers, Services } from './contract-types.ts'
import type { A2aError } from './a2a/errors.ts'
import { handleA2a } from './a2a/methods.ts'
import { versionOf } from './a2a/versions.ts'
import { mcp } from './mcp/handler.ts'
import { a2aCardOf, CARD_MAX_AGE_S, etagOf } from './a2a/card.ts'
import { iso } from '../../domain/time.ts'
import { replyTo } from '../tasks/chat.ts'
import { ALL_SCOPES } from './sessions.ts'
import { adoptTaskId, currentRequest } from './request-context.ts'
import type { JsonObject } from '../../domain/json.ts'
import { rpcError } from './presentation.ts'
import { textOfResult } from '../tasks/results.ts'
import { isRpcId, readRpcParams, readTask, rpcIdOf } from '../tasks/task-request.ts'
import { performTask, type CompletedTask, type ExecutionProblem } from '../tasks/perform-task.ts'

/**
 * Returns the agent's card (docs/specification/agent-protocol.md#card), its card for A2A clients (docs/specification/a2a.md#card), its health
 * (docs/specification/agent-protocol.md#health) and contract (docs/specification/agent-protocol.md#own-contract).
 */
const discovery = {
  async getAgentCard({ reply }, { card }) {
    return reply(200, card())
  },

  async getA2aCard({ reply }, { card }) {
    const a2a_card = a2aCardOf(card())
    return reply(200, a2a_card).with({
      ETag: etagOf(a2a_card),
      'Cache-Control': `public, max-age=${CARD_MAX_AGE_S}`,
    })
  },

  async getHealth({ reply }, { health }) {
    return reply(200, health())
  },

  async getAgentContract({ reply }, { contract }) {
    return reply(200, contract())
  },
} satisfies Partial<Handlers>

/** Opens sessions (docs/specification/agent-protocol.md#sessions) and answers chat messages (docs/specification/agent-protocol.md#chat). */
const conversation = {
  async openSession({ body, reply }, { sessions }) {
    const { token, expires_at_ms } = sessions.open({
      client_id: body.client_id,
      scope: body.scope ?? ALL_SCOPES,
    })
    return reply(200, { session_token: token, expires_at: iso(expires_at_ms) })
  },

  async chat({ body, caller, reply, refuse }, services) {
    const { message, conversation_id = services.newId() } = body
    const outcome = await replyTo(services, message, {
      client_id: caller.client_id,
      conversation_id,
    })
    if (outcome.kind === 'failed') return refuse(outcome.code, outcome.details)
    return reply(200, { message: outcome.message, conversation_id, task_id: outcome.task_id })
  },
} satisfies Partial<Handlers>

/**
 * Handles tasks that are sent directly (docs/specification/agent-protocol.md#task-forms) or as JSON-RPC
 * (docs/specification/agent-protocol.md#json-rpc).
 */
const a2a = {
  async handleTask({ body, reply, refuse }, services) {
    const task_id = adoptTaskId(rememberBody(body), body.task_id)
    const outcome = await performTask(services, readTask(body))
    if (outcome.kind === 'failed') return refuse(outcome.code, outcome.details)
    const { result, execution_time_ms } = outcome
    return reply(200, { task_id, status: 'completed', result, output: result, execution_time_ms })
  },

  async sendRpc({ body, headers, request, reply, refuse }, services) {
    const { jsonrpc, method, params } = body
    if (!isRpcId(body.id))
      return reply(200, {
        jsonrpc,
        id: null,
        error: rpcError('INVALID_BODY', INVALID_ID, request.id),
      })
    const id = rpcIdOf(body)
    const current_request = rememberBody(body)
    if (method !== 'tasks/send') {
      const version = headers['A2A-Version']
      const handled = await handleA2a(services, {
        method,
        version,
        params: params as JsonObject,
        id,
      })
      switch (handled.kind) {
        case 'result':
          return reply(200, { jsonrpc, id, result: handled.result })
        case 'error':
          return reply(200, { jsonrpc, id, error: a2aError(handled, version, request.id) })
        case 'refused':
          return refuse(handled.code, handled.details)
        case 'stream':
          return reply(200, handled.events, 'text/event-stream')
      }
    }
    const task_id = adoptTaskId(current_request, params?.id)
    const invalidInput = (message: string) =>
      reply(200, { jsonrpc, id, error: rpcError('INVALID_INPUT', { message }, request.id) })
    if (!params) return invalidInput(MISSING_PARAMS)
    const untyped = params.message?.parts.findIndex(({ type }) => type === undefined) ?? -1
    if (untyped >= 0) return invalidInput(missingType(untyped))
    const outcome = await performTask(services, readRpcParams(params))
    if (outcome.kind === 'completed')
      return reply(200, {
        jsonrpc,
        id,
        result: rpcTask(services, outcome, task_id, params.contextId),
      })
    const { code, details } = outcome
    return isRpcError(code)
      ? reply(200, { jsonrpc, id, error: rpcError(code, details, request.id, task_id) })
      : refuse(code, details)
  },
} satisfies Partial<Handlers>

/** Stores the parsed body in the context of the request, so that it is not parsed again. */
function rememberBody(body: object) {
  const request = currentRequest()
  request.json = body
  return request
}

/** Problems of a well-formed call, which JSON-RPC reports with status 200 and an error object. */
const RPC_ERRORS = [
  'UNKNOWN_SKILL',
  'INVALID_INPUT',
  'EXECUTION_ERROR',
  'TASK_TIMEOUT',
  'PROTOCOL_MISMATCH',
  'INPUT_REQUIRED',
  'AUTH_REQUIRED',
] as const satisfies readonly ExecutionProblem[]
type RpcError = (typeof RPC_ERRORS)[number]
const isRpcError = (code: ExecutionProblem): code is RpcError =>
  (RPC_ERRORS as readonly ExecutionProblem[]).includes(code)

const INVALID_ID = { issues: [{ path: '/body/id', message: 'must be a string, a number or null' }] }
const MISSING_PARAMS = 'The method tasks/send requires params.'

/** Returns the message for a part without a type, which only parts of A2A messages may omit. */
const missingType = (part: number): string =>
  `Every part of the message of tasks/send must have a type; /params/message/parts/${part}/type is missing.`

/** Returns an A2A error as JSON-RPC. In A2A 1.0 `data` would have to be a list of types that this contract does not have. */
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

/** One handler per operation of the contract; a missing one is a type error. */
export const handlers: Handlers = { ...discovery, ...conversation, ...a2a, ...mcp }
