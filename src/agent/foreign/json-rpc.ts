import { randomBytes } from 'node:crypto'
import { parseJson } from '../../contract/body.ts'
import { isJsonObject, type JsonObject } from '../../domain/json.ts'
import { reasonOf } from '../external/call-document.ts'
import { eventsOf } from './event-stream.ts'
import { chunksOf, readForeign, refuseStatus, type Endpoint, type ForeignResponse } from './http.ts'
import { ForeignError } from '../tasks/skill-errors.ts'
import { mismatch, callerCausedMismatch } from './mismatch.ts'

/** An error that the foreign agent returned. */
export class RpcError extends Error {
  readonly code: number
  /** The HTTP status of the response; undefined if it did not arrive over HTTP. */
  readonly status: number | undefined

  constructor(code: number, text: string, status?: number) {
    super(`the foreign agent responded with the error ${code}: ${text}`)
    this.name = 'RpcError'
    this.code = code
    this.status = status
  }
}

/** Handles the messages that the foreign agent sends in addition to the response. */
export interface MessageHandlers {
  notification(method: string, params: JsonObject): void
  /** Receives a request from the foreign agent, which waits for a response. */
  request(method: string, id: unknown): void
}

/** Returns a new id, which is random so that no other response can be mistaken for the response to this request. */
export const newRpcId = (): string => randomBytes(16).toString('base64url')

/**
 * Parses one document from the foreign agent. A caller may have caused one that cannot be parsed, because it contains the result: a result
 * may be nested too deeply, a text may be cut within a character, and a number may have no JSON representation.
 * @throws ForeignError unless it is an object
 */
export function parseForeign(bytes: Buffer): JsonObject {
  const parsed = parseJson(bytes)
  if ('fault' in parsed)
    throw callerCausedMismatch(
      'EXECUTION_ERROR',
      `what the foreign agent sent cannot be read as JSON, because it ${reasonOf(parsed.fault)}`,
      bytes.toString('utf8'),
    )
  if (!isJsonObject(parsed.value))
    throw mismatch('the foreign agent did not send a JSON object', bytes.toString('utf8'))
  return parsed.value
}

/**
 * Returns the result in a response, which has this status if it arrived over HTTP.
 * @throws RpcError if it is an error; ForeignError if it is not a JSON-RPC 2.0 response to the request
 */
export function rpcResultOf(message: JsonObject, id: string, status?: number): unknown {
  const { jsonrpc, error, result } = message
  if (jsonrpc !== '2.0') throw mismatch('the response is not JSON-RPC 2.0', JSON.stringify(message))
  if (isJsonObject(error) && typeof error['code'] === 'number') {
    if (message['id'] !== id && message['id'] !== null && message['id'] !== undefined)
      throw mismatch('the response is for another request')
    const text = typeof error['message'] === 'string' ? error['message'] : 'no message'
    throw new RpcError(error['code'], text, status)
  }
  if (message['id'] !== id) throw mismatch('the response is for another request')
  // Some servers send the member that does not apply as null, as JSON-RPC 1.0 did.
  if (result === undefined || (error ?? undefined) !== undefined)
    throw mismatch('the response must have either a result or an error', JSON.stringify(message))
  return result
}

interface ReadOptions {
  readonly id: string
  readonly signal: AbortSignal
  /** Without it, a stream is not a valid response. */
  readonly handlers?: MessageHandlers
}

/**
 * Reads the result of a request over HTTP, from a JSON document or a stream of events.
 * @throws RpcError, ForeignError, SkillBusyError, or Error for a status of 500 or above
 */
export async function readResult(
  response: ForeignResponse,
  { max_bytes }: Pick<Endpoint, 'max_bytes'>,
  { id, signal, handlers }: ReadOptions,
): Promise<unknown> {
  const { status, media_type, body } = response
  try {
    refuseStatus(status)
    if (media_type === 'text/event-stream' && handlers)
      return await resultInStream(eventsOf(chunksOf(body, signal), max_bytes), id, handlers)
    const bytes = await readForeign(response, max_bytes, signal)
    if (status >= 500 && !isRpc(bytes))
      throw new Error(
        `the foreign agent responded with status ${status}: ${bytes.toString('utf8')}`,
      )
    if (INPUT_STATUSES.includes(status) && !isRpc(bytes))
      throw callerCausedMismatch(
        'INVALID_INPUT',
        `the foreign agent responded with status ${status}`,
        bytes.toString('utf8'),
      )
    if (media_type !== 'application/json')
      throw mismatch(
        `the foreign agent responded with status ${status} and the type ${media_type || 'none'}`,
        bytes.toString('utf8'),
      )
    return rpcResultOf(parseForeign(bytes), id, status)
  } finally {
    body.destroy()
  }
}

/**
 * Returns whether a response is a JSON-RPC document. A server that failed before it handled the request may respond with a document of
 * another kind.
 */
function isRpc(bytes: Buffer): boolean {
  const parsed = parseJson(bytes)
  return 'value' in parsed && isJsonObject(parsed.value) && parsed.value['jsonrpc'] === '2.0'
}

async function resultInStream(
  events: AsyncIterable<string>,
  id: string,
  handlers: MessageHandlers,
): Promise<unknown> {
  for await (const data of events) {
    const message = parseForeign(Buffer.from(data))
    if (isResponse(message)) return rpcResultOf(message, id)
    deliver(message, handlers)
  }
  // A server may end the stream of a call that takes long, and a caller's input can determine how long it takes.
  throw callerCausedMismatch('EXECUTION_ERROR', 'the stream ended without a response')
}

/** Returns whether a message is a response rather than a request or a notification. */
export const isResponse = (message: JsonObject): boolean => message['method'] === undefined

/**
 * Returns the ids that a line may respond to, although it cannot be parsed. Ids are random, so a line that begins like a message and has
 * the id of a request is a response to it.
 */
export function responseIdsIn(line: Buffer): string[] {
  const text = line.toString('latin1')
  if (!text.trimStart().startsWith('{')) return []
  return [...text.matchAll(/"id"\s*:\s*"([\w-]+)"/g)].map(([, id]) => id!)
}

/** Dispatches a message that is not a response. */
export function deliver(message: JsonObject, handlers: MessageHandlers): void {
  const { method, id, params } = message
  if (typeof method !== 'string') return
  if (id === undefined) handlers.notification(method, isJsonObject(params) ? params : {})
  else handlers.request(method, id)
}

/** Error codes that mean that the foreign agent did not understand the request, rather than that the request failed. */
const MISUNDERSTOOD: readonly number[] = [
  -32700, -32600, -32601, -32602, -32004, -32005, -32008, -32009, -32020, -32021, -32022,
]

/**
 * Error codes with which foreign agents refuse an input: its members, the type of its content, its size or its depth. The bridge always
 * sends valid requests, so a request with an input that is refused as unreadable or invalid is refused because of that input.
 */
const INPUT_REFUSED: readonly number[] = [-32602, -32005, -32700, -32600]
/** Statuses that servers, and proxies and filters in front of them, use to refuse an input before it reaches the protocol. */
const INPUT_STATUSES: readonly number[] = [400, 408, 413, 414, 422, 431, 451]

/** Converts a failed request into the failure of its task (docs/specification/bridge.md#failures). */
export function taskErrorOf(cause: unknown): unknown {
  if (cause instanceof ForeignError && cause.input_problem === 'EXECUTION_ERROR')
    return new ForeignError(cause.input_problem, cause.message, cause.detail)
  if (!(cause instanceof RpcError)) return cause
  return MISUNDERSTOOD.includes(cause.code) ? mismatch(cause.message) : cause
}

/**
 * Converts a failure of the request that carries the input of a task into the failure of the task (docs/specification/bridge.md#provoked).
 */
export function inputErrorOf(cause: unknown): unknown {
  if (cause instanceof ForeignError && cause.input_problem !== undefined)
    return new ForeignError(cause.input_problem, cause.message, cause.detail)
  if (cause instanceof RpcError && INPUT_REFUSED.includes(cause.code))
    return new ForeignError('INVALID_INPUT', cause.message)
  return taskErrorOf(cause)
}

/** Converts a failure of the handshake, which no caller's input can cause. */
export const handshakeErrorOf = (cause: unknown): unknown =>
  cause instanceof ForeignError && cause.input_problem !== undefined
    ? mismatch(cause.message, cause.detail)
    : taskErrorOf(cause)
